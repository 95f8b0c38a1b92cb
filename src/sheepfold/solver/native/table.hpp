// The table of positions between tricks.
//
// Within one deal every card has one owner, so the cards still out and the leader are the whole position. Two things
// make many positions one:
//
// * In the *exact zone* of a class only the sequence of (owner, points) from the top counts, not the cards themselves:
//   the key holds the leftmost set of cards with the same sequence.
// * In the *free zone*, the lowest cards of the class, worthless and bound by no rule, even the sequence counts only
//   down to the lowest rank that decided anything below this position. The key holds how many free cards of the class
//   each seat has; a stored value carries the owners of the highest free cards and a mask of how many of them mattered.
//
// Keys are sums of one number a chunk, in a mixed radix with at most one bit a card: exact, no collisions.
#pragma once
#include "deal.hpp"

namespace sheepfold {
namespace KERNEL_NS {

struct Place { // a position as the table sees it
    u64 key;
    u64 code; // owners of the free cards, class by class from the top
};

struct Entry {
    u64 key;
    u64 code, mask;
    u64 rem; // the position that was searched; the best card is kept in the top byte
    u32 next;
    i16 lo, hi;
};

constexpr u64 kRemBits = bit(56) - 1;

class Table {
  public:
    u64 free_of[kClasses]; // the free zone of every class

    void open(const Deal& deal, u32 techniques, u64 bytes);
    Place place(u64 rem, int leader, u32 active) const {
        Place p{(u64(active) << 3 | u64(leader)) << 36, 0};
        for (int i = 0; i < chunks_; ++i) {
            const Chunk& k = chunk_[i];
            const Cell& cell = cells_[k.first + (rem >> k.shift & k.width)];
            p.key += cell.key;
            p.code |= cell.code >> (bits_ * count(rem & k.above)); // free cards of the class in higher chunks
        }
        return p;
    }
    // The mask of the top owners that `relevant` asks for: in every class all free cards down to its lowest bit.
    u64 mask_of(u64 relevant, u64 rem) const {
        u64 mask = 0;
        for (int c = 0; c < classes_; ++c) {
            const u64 r = relevant & free_of[c];
            if (r) mask |= top_[c][count(rem & free_of[c] & from(lowest(r)))];
        }
        return mask;
    }
    // The other way round: the lowest card of this position that a stored mask speaks of, class by class.
    u64 relevant_of(u64 mask, u64 rem) const {
        u64 relevant = 0;
        for (int c = 0; c < classes_; ++c) {
            const u64 m = mask & slot_[c];
            if (!m) continue;
            u64 f = rem & free_of[c];
            for (int k = count(m) / bits_; k > 1; --k) f ^= bit(highest(f));
            relevant |= bit(highest(f));
        }
        return relevant;
    }
    // How much the points of a stored position exceed those of this one, card by card, seat by seat from the top of each
    // class (`more`), and how much they fall short (`less`). Both have the same number of free cards in every hand.
    void differ(u64 stored, u64 rem, int& more, int& less) const {
        more = less = 0;
        const u64 change = (stored ^ rem) & points_;
        if (!change) return;
        for (int c = 0; c < classes_; ++c) {
            if (!(change & free_of[c])) continue;
            for (int s = 0; s < seats_; ++s) {
                u64 a = stored & free_of[c] & own_[s], b = rem & free_of[c] & own_[s];
                if (a == b) continue;
                for (; a; ) {
                    const int x = highest(a), y = highest(b);
                    const int gap = val_[x] - val_[y];
                    if (gap > 0) more += gap;
                    else less -= gap;
                    a ^= bit(x);
                    b ^= bit(y);
                }
            }
        }
    }
    bool same_points(u64 stored, u64 rem) const {
        int more, less;
        differ(stored, rem, more, less);
        return !(more | less);
    }
    u32 head(const Place& p) const { return heads_[slot(p.key)]; }
    const Entry& at(u32 i) const { return pool_[i]; }
    void store(const Place& p, u64 rem, u64 mask, bool lower, int value, int best);
    u64 size() const { return pool_.size() - 1; }
    u64 held() const { return pool_.capacity() * sizeof(Entry) + heads_.capacity() * sizeof(u32); }
    void clear();

  private:
    struct Chunk {
        int shift;
        u64 width;  // mask of its width after the shift
        u64 above;  // free cards of the class in higher chunks
        u32 first;  // its cells
    };
    struct Cell {
        u64 key, code;
    };
    size_t slot(u64 key) const { return (key * 0x9E3779B97F4A7C15ull) >> shift_; }
    void grow();

    int seats_ = 0;
    u64 own_[kSeats], points_ = 0;
    i16 val_[kPack];
    int classes_ = 0, chunks_ = 0, bits_ = 2, shift_ = 52;
    u64 limit_ = 0;
    Chunk chunk_[2 * kClasses + kPack / 8];
    std::vector<Cell> cells_;
    u64 slot_[kClasses];
    u64 top_[kClasses][kPack + 1];
    std::vector<u32> heads_;
    std::vector<Entry> pool_; // entry 0 is nobody
};

inline void Table::clear() {
    shift_ = 52;
    heads_.assign(size_t(1) << (64 - shift_), 0);
    pool_.resize(1);
}

inline void Table::grow() {
    --shift_;
    heads_.assign(size_t(1) << (64 - shift_), 0);
    for (u32 i = 1; i < pool_.size(); ++i) {
        u32& h = heads_[slot(pool_[i].key)];
        pool_[i].next = h;
        h = i;
    }
}

inline void Table::store(const Place& p, u64 rem, u64 mask, bool lower, int value, int best) {
    const u64 code = p.code & mask;
    for (u32 i = heads_[slot(p.key)]; i; i = pool_[i].next) {
        Entry& e = pool_[i];
        if (e.key != p.key || e.mask != mask || e.code != code || !same_points(e.rem & kRemBits, rem)) continue;
        if (lower) {
            if (value > e.lo) e.lo = i16(value);
        } else if (value < e.hi) {
            e.hi = i16(value);
        }
        if (best >= 0) e.rem = (e.rem & kRemBits) | u64(best) << 56;
        return;
    }
    if (pool_.size() > limit_) clear(); // full: begin again, so that memory is bounded and results repeat
    if (pool_.size() > heads_.size()) grow();
    u32& h = heads_[slot(p.key)];
    pool_.push_back(Entry{p.key, code, mask, rem | u64(best < 0 ? 255 : best) << 56, h, i16(lower ? value : -kInfinity),
                          i16(lower ? kInfinity : value)});
    h = u32(pool_.size() - 1);
}

inline void Table::open(const Deal& deal, u32 techniques, u64 bytes) {
    classes_ = deal.classes;
    bits_ = deal.n <= 2 ? 1 : deal.n <= 4 ? 2 : 3;
    limit_ = bytes / (sizeof(Entry) + 2 * sizeof(u32));
    if (limit_ < 1024) limit_ = 1024;
    if (limit_ > 0x7fffffff) limit_ = 0x7fffffff;
    seats_ = deal.n;
    points_ = 0;
    for (int s = 0; s < kSeats; ++s) own_[s] = 0;
    for (int i = 0; i < deal.cards; ++i) {
        own_[deal.owner[i]] |= bit(i);
        val_[i] = deal.val[i];
    }
    int room = 64 / bits_; // owners that fit into a code
    for (int c = 0; c < classes_; ++c) {
        u64 exact = deal.cmask[c] & deal.special;
        for (u64 m = deal.cmask[c]; m; m &= m - 1)
            if (deal.val[lowest(m)] && !(techniques & kTolerant)) exact |= m & -m;
        u64 f = deal.cmask[c] & (exact ? below(lowest(exact)) : ~u64(0));
        if (!(techniques & kPartition)) f = 0;
        while (count(f) > room) f ^= bit(highest(f));
        room -= count(f);
        free_of[c] = f;
        for (u64 m = f; m; m &= m - 1)
            if (deal.val[lowest(m)]) points_ |= f;
    }
    cells_.clear();
    chunks_ = 0;
    u64 radix = 1;
    int offset = 0;
    for (int c = 0; c < classes_; ++c) {
        const u64 f = free_of[c], all = deal.cmask[c];
        const int size = count(f);
        slot_[c] = size ? (~u64(0) << (64 - bits_ * size)) >> offset : 0;
        for (int k = 0; k <= size; ++k) top_[c][k] = k ? (~u64(0) << (64 - bits_ * k)) >> offset : 0;
        u64 step_of[kSeats]; // the radix of each seat's number of free cards
        for (int s = 0; s < deal.n; ++s) {
            int own = 0;
            for (u64 m = f; m; m &= m - 1) own += deal.owner[lowest(m)] == s;
            step_of[s] = radix;
            radix *= u64(own + 1);
        }
        const int low = lowest(all), high = highest(all) + 1;
        for (int top = high; top > low;) { // chunks of at most eight cards, from the top of the class
            const int width = top - low < 8 ? top - low : (top - low + 1) / 2 < 8 && top - low < 16 ? (top - low + 1) / 2 : 8;
            const int shift = top - width;
            Chunk& k = chunk_[chunks_++];
            k = Chunk{shift, below(width), f & from(top), u32(cells_.size())};
            const int exact_low = lowest((all & ~f) | bit(high)); // first card of the exact zone
            const int exact_at = exact_low > shift ? exact_low : shift;
            const int exact_cards = top > exact_at ? top - exact_at : 0;
            cells_.resize(k.first + (size_t(1) << width));
            Cell* cell = &cells_[k.first];
            u64 canon[256];
            cell[0] = Cell{0, 0};
            canon[0] = 0;
            int frees[256];
            frees[0] = 0;
            for (u64 s = 1; s < (u64(1) << width); ++s) { // each set from the set without its lowest card
                const u64 rest = s & (s - 1);
                const int card = shift + lowest(s);
                cell[s] = cell[rest];
                canon[s] = canon[rest];
                frees[s] = frees[rest];
                if (f >> card & 1) {
                    cell[s].key += step_of[deal.owner[card]];
                    cell[s].code |= u64(deal.owner[card]) << (64 - bits_ * (frees[s] + 1)) >> offset;
                    ++frees[s];
                    continue;
                }
                int at = card; // the leftmost place of the same owner, points and freedom below the last one
                if ((techniques & kCanonical) && !(deal.special >> card & 1))
                    for (at = rest ? shift + lowest(canon[rest]) - 1 : top - 1; at > card; --at)
                        if (deal.owner[at] == deal.owner[card] && deal.val[at] == deal.val[card] && !(deal.special >> at & 1)) break;
                canon[s] |= bit(at - shift);
                cell[s].key += radix << (at - exact_at);
            }
            radix <<= exact_cards;
            top = shift;
        }
        offset += bits_ * size;
    }
    clear();
}

} // namespace KERNEL_NS
} // namespace sheepfold
