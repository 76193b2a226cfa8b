// The shape of one region, on sets of places, a bit each: what no region can reach is out, and what every region needs
// is in.
#pragma once

#include "kernel/bits.hpp"
#include "kernel/level.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

template <std::int32_t kWords>
struct PlaceSet {
  Word words[kWords] = {};

  static PlaceSet of(const Word* words) {
    PlaceSet set;
    for (std::int32_t at = 0; at < kWords; ++at) set.words[at] = words[at];
    return set;
  }
  static PlaceSet of_one(std::int32_t place) {
    SUDOKU_CP_ASSERT(place >= 0 && place < kWords * kWordBits);
    PlaceSet set;
    set.words[place / kWordBits] = Word{1} << (place % kWordBits);
    return set;
  }

  bool is_empty() const {
    Word any = 0;
    for (const Word word : words) any |= word;
    return any == 0;
  }
  std::int32_t size() const {
    std::int32_t size = 0;
    for (const Word word : words) size += size_of(word);
    return size;
  }
  std::int32_t first() const {
    SUDOKU_CP_ASSERT(!is_empty());
    std::int32_t at = 0;
    while (words[at] == 0) ++at;
    return at * kWordBits + lowest_bit(words[at]);
  }
  template <typename Visit>
  void each(Visit visit) const {
    for (std::int32_t at = 0; at < kWords; ++at) {
      for (Word rest = words[at]; rest != 0; rest &= rest - 1) visit(at * kWordBits + lowest_bit(rest));
    }
  }
  bool is_within(const PlaceSet& other) const { return (*this - other).is_empty(); }

  void operator|=(const PlaceSet& other) {
    for (std::int32_t at = 0; at < kWords; ++at) words[at] |= other.words[at];
  }
  void operator&=(const PlaceSet& other) {
    for (std::int32_t at = 0; at < kWords; ++at) words[at] &= other.words[at];
  }
  void operator-=(const PlaceSet& other) {
    for (std::int32_t at = 0; at < kWords; ++at) words[at] &= ~other.words[at];
  }
  friend PlaceSet operator&(PlaceSet left, const PlaceSet& right) {
    left &= right;
    return left;
  }
  friend PlaceSet operator-(PlaceSet left, const PlaceSet& right) {
    left -= right;
    return left;
  }
};

template <std::int32_t kWords>
class RegionShape {
 public:
  using Set = PlaceSet<kWords>;

  // `beside`: by place, the set of its neighbours; `can`: where the region can be; `fixed`: where it is.
  RegionShape(const Word* beside, std::int32_t size, const Word* can, const Word* fixed)
      : beside_(beside), size_(size), open_(Set::of(can)), in_(Set::of(fixed)) {
    SUDOKU_CP_ASSERT(in_.is_within(open_));
  }

  // Decides what is open wherever all regions agree; false where there is none.
  bool settle() {
    if (in_.is_empty() ? !keep_large_parts() : !keep_near()) return false;
    if (parts_ > 1) return true;
    if (open_.size() == size_) {
      in_ = open_;
      return true;
    }
    Set doubtful;
    find_group(open_, doubtful);
    doubtful -= in_;
    Set needed;
    while (!doubtful.is_empty()) {
      const Set place = Set::of_one(doubtful.first());
      doubtful -= place;
      Set others;
      if (find_group(open_ - place, others)) doubtful &= others;
      else needed |= place;
    }
    in_ |= needed;
    SUDOKU_CP_ASSERT(in_.is_within(open_));
    return true;
  }

  const Set& open() const { return open_; }  // that are not out
  const Set& in() const { return in_; }

 private:
  Set beside(const Set& places) const {
    Set result;
    places.each([&](std::int32_t place) { result |= Set::of(beside_ + place * kWords); });
    return result;
  }

  // All that can be joined to `part`, in at most that many steps.
  Set join(Set part, const Set& among, std::int32_t steps) const {
    for (Set rim = part; steps > 0; --steps) {
      rim = (beside(rim) & among) - part;
      if (rim.is_empty()) break;
      part |= rim;
    }
    return part;
  }

  // What is more steps away from all that are in than there are places left to fill is out, and what is left is one
  // part.
  bool keep_near() {
    const std::int32_t left = size_ - in_.size();
    if (left < 0) return false;
    open_ = join(in_, open_, left);
    blob_ = join(Set::of_one(in_.first()), in_, size_);
    parts_ = 1;
    if (in_.is_within(blob_)) return open_.size() >= size_;
    const Set part = join(blob_, open_, INT32_MAX);
    return in_.is_within(part) && part.size() >= size_;
  }

  // Parts that are too small are out.
  bool keep_large_parts() {
    Set rest = open_;
    while (!rest.is_empty()) {
      const Set part = join(Set::of_one(rest.first()), open_, INT32_MAX);
      rest -= part;
      if (part.size() >= size_) ++parts_;
      else open_ -= part;
    }
    return parts_ > 0;
  }

  // Looks for a part that has room for the region, and takes no more of it than the search needs.
  bool find_group(const Set& among, Set& group) const {
    if (!in_.is_empty()) {
      group = blob_;
      return grow(among, group);
    }
    for (Set rest = among; !rest.is_empty(); rest -= group) {
      group = Set::of_one(rest.first());
      if (grow(among, group)) return true;
    }
    return false;
  }

  bool grow(const Set& among, Set& group) const {
    std::int32_t size = group.size();
    Set rim = group;
    while (size < size_ || !in_.is_within(group)) {
      rim = (beside(rim) & among) - group;
      if (rim.is_empty()) return false;
      group |= rim;
      size += rim.size();
    }
    // What was joined last joins nothing.
    rim -= in_;
    for (; size > size_ && !rim.is_empty(); --size) {
      const Set last = Set::of_one(rim.first());
      rim -= last;
      group -= last;
    }
    return true;
  }

  const Word* beside_;
  std::int32_t size_;
  Set open_;
  Set in_;
  Set blob_;  // the first that is in, and what is joined to it
  std::int32_t parts_ = 0;
};

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
