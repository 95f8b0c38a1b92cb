// Playouts, counting lines of play, and max^n.
#pragma once
#include <unordered_map>

#include "search.hpp"

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace sheepfold {
namespace KERNEL_NS {

// The i-th set bit, from the lowest.
inline int select(u64 m, int i) {
#if defined(__BMI2__)
    return lowest(_pdep_u64(bit(i), m));
#else
    for (; i; --i) m &= m - 1;
    return lowest(m);
#endif
}

// splitmix64: one stream a playout number, so that results do not depend on how playouts are spread over threads.
struct Dice {
    u64 state;
    explicit Dice(u64 seed) : state(seed) {}
    u64 next() {
        u64 z = (state += 0x9E3779B97F4A7C15ull);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
        return z ^ (z >> 31);
    }
};

class Playing {
  public:
    Playing(const Deal& deal, const Policy& policy, Playouts& out) : d(deal), policy(policy), out(out) {
        special = d.tops || d.duties || d.with_melds;
    }
    void run(u64 seed, u64 first, u64 count, Control& control) {
        const bool quick = !special && policy.uniform && !d.start.played;
        for (u64 i = first; i < first + count; ++i) {
            if ((i & 1023) == 0 && ((control.stop && control.stop->load(std::memory_order_relaxed)) ||
                                    (control.poll && control.poll())))
                return;
            Dice dice(seed ^ (i * 0xD1342543DE82EF95ull));
            dice.next();
            int taken[kSeats] = {};
            if (quick && d.n == 4) plain<4>(dice, taken);
            else if (quick) plain<0>(dice, taken);
            else general(dice, taken);
            int sum = 0;
            for (int s = 0; s < d.n; ++s) {
                out.seat_sum[s] += taken[s];
                if (d.counts(s)) sum += taken[s];
            }
            ++out.counts[size_t(sum - out.lowest)];
            ++out.total;
        }
    }

  private:
    const Deal& d;
    const Policy& policy;
    Playouts& out;
    bool special;

    // No rule but following suit, every legal card equally likely.
    template <int N>
    void plain(Dice& dice, int* taken) const {
        const int n = N ? N : d.n;
        u64 hand[kSeats];
        for (int s = 0; s < n; ++s) hand[s] = d.start.hand[s];
        int leader = d.start.leader;
        for (int t = d.start.tricks_left; t > 1; --t) {
            u64 random = dice.next();
            int seat = leader, best = -1, winner = leader, worth = d.trick_worth;
            u64 led = ~u64(0), winning = 0;
            for (int i = 0; i < n; ++i) {
                if (!N && (i & 3) == 0 && i) random = dice.next();
                u64 can = hand[seat] & led;
                if (!can) can = hand[seat];
                const int x = select(can, int((u32(random & 0xffff) * u32(count(can))) >> 16));
                random >>= 16;
                hand[seat] ^= bit(x);
                worth += d.val[x];
                if (i == 0) {
                    led = d.cmask[d.cls[x]];
                    winning = led | (d.trump >= 0 ? d.cmask[d.trump] : 0);
                    best = x;
                } else {
                    const bool wins = (winning >> x & 1) && x > best;
                    best = wins ? x : best;
                    winner = wins ? seat : winner;
                }
                seat = seat + 1 == n ? 0 : seat + 1;
            }
            taken[winner] += worth;
            leader = winner;
        }
        int seat = leader, best = lowest(hand[leader]), winner = leader, worth = d.trick_worth + d.last_trick;
        const int led = d.cls[best];
        for (int i = 0; i < n; ++i) {
            const int x = lowest(hand[seat]);
            worth += d.val[x];
            if ((d.cls[x] == led || d.cls[x] == d.trump) && x > best) best = x, winner = seat;
            seat = seat + 1 == n ? 0 : seat + 1;
        }
        taken[winner] += worth;
    }

    void general(Dice& dice, int* taken) const {
        State s = d.start;
        while (s.tricks_left) {
            const int seat = s.turn(d.n);
            const u64 can = d.legal(s, seat);
            int x;
            if (policy.uniform) x = select(can, int(((dice.next() >> 32) * u64(count(can))) >> 32));
            else x = weighted(s, seat, can, dice);
            const int worth = s.worth + d.val[x] + d.trick_worth + (s.tricks_left == 1 ? d.last_trick : 0);
            const u64 trick = s.trick | bit(x);
            const int taker = d.step(s, x);
            if (taker >= 0) taken[taker] += worth + (d.with_melds ? d.meld_of(trick) : 0);
        }
    }

    int weighted(const State& s, int seat, u64 can, Dice& dice) const {
        if (!(can & (can - 1))) return lowest(can);
        const int situation = !s.played ? 0 : d.maxer(s.winner) == d.maxer(seat) ? 1 : 2;
        float weight[kPack], sum = 0;
        int card[kPack], size = 0;
        for (u64 m = can; m; m &= m - 1) {
            const int x = lowest(m);
            const int takes = !s.played || ((d.cls[x] == s.led || d.cls[x] == d.trump) && x > s.best);
            const int worth = d.val[x] >= 10 ? 2 : d.val[x] > 0 ? 1 : 0;
            card[size] = x;
            weight[size] = policy.weight[situation][takes][worth][d.cls[x] == d.trump];
            sum += weight[size++];
        }
        float at = float(dice.next() >> 40) * (1.0f / 16777216.0f) * sum;
        for (int i = 0; i < size - 1; ++i)
            if ((at -= weight[i]) < 0) return card[i];
        return card[size - 1];
    }
};

inline u64 count_lines(const Deal& deal, const State& s, int depth, Control& control, u64& ticks) {
    if ((++ticks & 0xffff) == 0 &&
        ((control.stop && control.stop->load(std::memory_order_relaxed)) || (control.poll && control.poll())))
        throw Stopped{};
    if (!depth) return 1;
    if (!s.tricks_left) return 0;
    const u64 can = deal.legal(s, s.turn(deal.n));
    if (depth == 1) return u64(count(can));
    u64 sum = 0;
    for (u64 m = can; m; m &= m - 1) {
        State t = s;
        deal.step(t, lowest(m));
        sum += count_lines(deal, t, depth - 1, control, ticks);
    }
    return sum;
}

// Everybody for themselves: each seat takes the card that gives itself most, of equals the first in pack order.
class MaxN {
  public:
    MaxN(const Deal& deal, Control& control) : d(deal), control(control) {}
    struct Values {
        i16 of[kSeats];
    };
    Values best(const State& s, int* card = nullptr) {
        if (!s.tricks_left) return Values{};
        const u64 key = (u64(s.active) << 3 | u64(s.leader)) << 36 | s.rem;
        const bool remember = !s.played;
        if (remember && !card) {
            const auto found = memory_.find(key);
            if (found != memory_.end()) return found->second;
        }
        if ((++nodes & 1023) == 0) check();
        const int seat = s.turn(d.n);
        u64 pack = 0;
        for (u64 m = d.legal(s, seat); m; m &= m - 1) pack |= bit(d.pack[lowest(m)]);
        Values top{};
        int top_card = -1;
        for (; pack; pack &= pack - 1) {
            const int x = d.label[lowest(pack)];
            State t = s;
            int gain = s.worth + d.val[x] + d.trick_worth + (s.tricks_left == 1 ? d.last_trick : 0);
            const u64 trick = s.trick | bit(x);
            const int taker = d.step(t, x);
            Values v = best(t);
            if (taker >= 0) v.of[taker] = i16(v.of[taker] + gain + (d.with_melds ? d.meld_of(trick) : 0));
            if (top_card < 0 || v.of[seat] > top.of[seat]) top = v, top_card = x;
        }
        if (card) *card = top_card;
        if (remember) memory_.emplace(key, top);
        return top;
    }
    u64 nodes = 0;

  private:
    const Deal& d;
    Control& control;
    std::unordered_map<u64, Values> memory_;
    void check() const {
        if (control.stop && control.stop->load(std::memory_order_relaxed)) throw Stopped{};
        if (control.has_deadline && std::chrono::steady_clock::now() >= control.deadline) throw Stopped{};
        if (control.node_limit && nodes >= control.node_limit) throw Stopped{};
        if (control.poll && control.poll()) throw Stopped{};
    }
};

} // namespace KERNEL_NS
} // namespace sheepfold
