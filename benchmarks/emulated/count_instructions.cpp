// A plugin of QEMU that counts the instructions of the emulated program and prints their number at its end.
//
// Debian's packages of QEMU have no header of its plugin API: the few functions are declared here, after its
// documentation, https://www.qemu.org/docs/master/devel/tcg-plugins.html.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>

extern "C" {

struct qemu_plugin_tb;
struct qemu_info_t;
using qemu_plugin_id_t = std::uint64_t;

enum qemu_plugin_cb_flags { QEMU_PLUGIN_CB_NO_REGS };

std::size_t qemu_plugin_tb_n_insns(const qemu_plugin_tb*);
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t, void (*)(qemu_plugin_id_t, qemu_plugin_tb*));
void qemu_plugin_register_vcpu_tb_exec_cb(qemu_plugin_tb*, void (*)(unsigned int cpu, void*), qemu_plugin_cb_flags,
                                          void*);
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t, void (*)(qemu_plugin_id_t, void*), void*);

#define EXPORT __attribute__((visibility("default")))

extern EXPORT int qemu_plugin_version;
EXPORT int qemu_plugin_install(qemu_plugin_id_t, const qemu_info_t*, int, char**);

int qemu_plugin_version = 1;  // of QEMU 6 to 8

int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t*, int, char**) {
  static std::atomic<std::uint64_t> instructions = 0;
  qemu_plugin_register_vcpu_tb_trans_cb(id, [](qemu_plugin_id_t, qemu_plugin_tb* block) {
    const auto run = [](unsigned int, void* length) { instructions += reinterpret_cast<std::uintptr_t>(length); };
    auto* length = reinterpret_cast<void*>(qemu_plugin_tb_n_insns(block));
    qemu_plugin_register_vcpu_tb_exec_cb(block, run, QEMU_PLUGIN_CB_NO_REGS, length);
  });
  const auto end = [](qemu_plugin_id_t, void*) {
    std::fprintf(stderr, "instructions: %llu\n", static_cast<unsigned long long>(instructions));
  };
  qemu_plugin_register_atexit_cb(id, end, nullptr);
  return 0;
}
}
