# For 32 bits on x86-64, with Debian's g++-i686-linux-gnu: programs are linked statically, so that they need no libraries
# of i686. SSE2 rounds as 64 bits do; without it, numbers have more digits in registers than in memory.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR i686)
set(CMAKE_CXX_COMPILER i686-linux-gnu-g++)
set(CMAKE_CXX_FLAGS_INIT "-msse2 -mfpmath=sse -Werror=shift-count-overflow")
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
