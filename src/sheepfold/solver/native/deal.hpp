// A deal in the kernel's own labels: only the cards still in play, class by class, weakest first, trumps last. So a
// class is a run of bits, the higher bit beats the lower, and a trump beats every other card by its number alone.
#pragma once
#include <algorithm>
#include <cstring>

#include "bits.hpp"
#include "problem.hpp"

namespace sheepfold {
namespace KERNEL_NS {

inline u64 below(int i) { return bit(i) - 1; }               // all bits under i
inline u64 from(int i) { return ~below(i); }                 // bit i and above

// Where play stands. Within a trick `rem` keeps the cards already on the table: it is the set at the trick's start.
struct State {
    u64 hand[kSeats]; // what each seat may choose from
    u64 rem;          // cards in hands, under tops and in the trick
    u64 trick;        // cards on the table
    int leader, played;
    int led;          // class led, -1 before the lead
    int best, winner; // the card winning so far and its seat
    int worth;        // what lies on the table
    int tricks_left;  // this one included
    u32 active;       // duties in force, a bit each
    int gained;       // by the counted side since the start
    int turn(int n) const { int s = leader + played; return s >= n ? s - n : s; }
};

struct Deal {
    int n = 0, classes = 0, trump = -1, cards = 0;
    u64 cmask[kClasses] = {};
    u8 cls[kPack] = {}, owner[kPack] = {}, pack[kPack] = {};
    i16 val[kPack] = {};
    signed char label[kPack];
    signed char under[kPack]; // the card that a top uncovers, else -1
    u64 tops = 0;             // tops of piles
    u64 special = 0;          // cards whose identity matters beyond rank and points
    u32 counted = 0, maxers = 0;
    int duties = 0;
    Duty duty[kSeats];        // in labels
    signed char duty_of[kSeats];
    bool with_melds = false;
    Melds melds;              // pairs and spent in labels
    u64 in_melds[kPack] = {}; // a card's rank, a one in its four bits; nothing if it is spent
    int last_trick = 0, trick_worth = 0;
    State start;

    explicit Deal(const Problem& p);

    bool counts(int seat) const { return counted >> seat & 1; }
    bool maxer(int seat) const { return maxers >> seat & 1; }
    u64 labelled(u64 pack_mask) const;

    // The same words as the rules: `playable` and `playable_under_duty`.
    u64 legal(const State& s, int seat) const {
        const u64 h = s.hand[seat];
        const int d = duty_of[seat];
        if (d >= 0 && s.active >> d & 1) {
            const u64 kept = h & duty[d].cards;
            if (kept && (h & (h - 1))) {
                if (s.led < 0) return (h & ~cmask[duty[d].cls]) | kept;
                if (s.led == duty[d].cls) return kept;
                const u64 follow = h & cmask[s.led];
                if (follow) return follow;
                return kept & (kept - 1) ? h : h & ~kept;
            }
        }
        if (s.led < 0) return h;
        const u64 follow = h & cmask[s.led];
        return follow ? follow : h;
    }

    int meld(u64 trick, u64 ranks) const; // `ranks`: the sum of in_melds
    int meld_of(u64 trick) const;
    // Play a card; at the end of a trick give it to its winner. Returns the seat that took a trick, or -1.
    int step(State& s, int card) const;
};

inline u64 Deal::labelled(u64 pack_mask) const {
    u64 m = 0;
    for (; pack_mask; pack_mask &= pack_mask - 1) {
        const int c = lowest(pack_mask);
        if (label[c] >= 0) m |= bit(label[c]);
    }
    return m;
}

inline Deal::Deal(const Problem& p) : n(p.seats), counted(p.counted), maxers(p.maxers), with_melds(p.with_melds) {
    u64 present = 0;
    for (int s = 0; s < n; ++s) present |= p.hands[s];
    for (u8 c : p.trick) present |= bit(c);
    for (const Pile& pile : p.piles) present |= bit(pile.below);
    std::memset(label, -1, sizeof label);
    std::memset(under, -1, sizeof under);
    std::memset(duty_of, -1, sizeof duty_of);
    int class_of[kClasses];
    for (int c = 0; c < kClasses; ++c) { // weakest first by selection: a class has few cards
        class_of[c] = -1;
        u8 sorted[kPack];
        int size = 0;
        for (u64 m = present; m; m &= m - 1) {
            const int k = lowest(m);
            if (p.order.cls[k] != c) continue;
            int at = size++;
            for (; at > 0 && p.order.power[sorted[at - 1]] > p.order.power[k]; --at) sorted[at] = sorted[at - 1];
            sorted[at] = u8(k);
        }
        if (!size) continue;
        class_of[c] = classes;
        if (c == kTrump) trump = classes;
        for (int i = 0; i < size; ++i) {
            const int k = sorted[i], l = cards++;
            label[k] = static_cast<signed char>(l);
            pack[l] = u8(k);
            cls[l] = u8(classes);
            val[l] = p.order.value[k];
            cmask[classes] |= bit(l);
        }
        ++classes;
    }
    last_trick = p.last_trick;
    trick_worth = p.trick_worth;
    State& s = start;
    std::memset(&s, 0, sizeof s);
    s.rem = cards == 64 ? ~u64(0) : bit(cards) - 1;
    s.leader = p.leader;
    s.led = s.best = s.winner = -1;
    for (int seat = 0; seat < n; ++seat) {
        s.hand[seat] = labelled(p.hands[seat]);
        for (u64 m = s.hand[seat]; m; m &= m - 1) owner[lowest(m)] = u8(seat);
    }
    int most = 0;
    u64 all[kSeats];
    for (int seat = 0; seat < n; ++seat) all[seat] = s.hand[seat];
    for (const Pile& pile : p.piles) {
        const int t = label[pile.top], b = label[pile.below];
        owner[b] = pile.seat;
        all[pile.seat] |= bit(b);
        under[t] = static_cast<signed char>(b);
        tops |= bit(t);
        special |= bit(t) | bit(b);
    }
    for (const Duty& d : p.duties) {
        const u64 own = labelled(d.cards) & all[d.seat];
        if (class_of[d.cls] < 0 || !own) continue;
        duty[duties] = Duty{d.seat, u8(class_of[d.cls]), own};
        duty_of[d.seat] = static_cast<signed char>(duties);
        s.active |= u32(1) << duties++;
        special |= own;
    }
    for (size_t i = 0; i < p.trick.size(); ++i) {
        const int c = label[p.trick[i]], seat = (p.leader + int(i)) % n;
        owner[c] = u8(seat);
        all[seat] |= bit(c);
        s.trick |= bit(c);
        s.worth += val[c];
        if (i == 0) s.led = cls[c];
        if (i == 0 || ((cls[c] == s.led || cls[c] == trump) && c > s.best)) s.best = c, s.winner = seat;
    }
    s.played = int(p.trick.size());
    for (int seat = 0; seat < n; ++seat) most = count(all[seat]) > most ? count(all[seat]) : most;
    s.tricks_left = most;
    if (with_melds) {
        melds = p.melds;
        melds.spent = labelled(p.melds.spent);
        melds.pairs.clear();
        for (const Pair& pair : p.melds.pairs)
            if ((pair.cards & present) == pair.cards) melds.pairs.push_back({labelled(pair.cards), pair.points});
        for (int i = 0; i < cards; ++i) in_melds[i] = melds.spent >> i & 1 ? 0 : bit(4 * (pack[i] % 9));
        special = s.rem; // runs and sets read the printed rank of every card
    }
}

// Four bits a rank tell how often it lies in the trick; five cards cannot hold two sets.
inline int Deal::meld(u64 trick, u64 ranks) const {
    constexpr u64 ones = 0x111111111ull;
    const u64 some = (ranks | ranks >> 1 | ranks >> 2) & ones, four = ranks >> 2 & ones;
    const u64 run = some & some >> 4 & some >> 8, sets = (ranks & ranks >> 1 & ones) | four;
    int top = 0;
    if (run) top = run & some >> 12 ? std::max(melds.run3, melds.run4) : melds.run3;
    if (sets) top = std::max(top, melds.set3[lowest(sets) / 4]);
    if (four) top = std::max(top, melds.set4[lowest(four) / 4]);
    for (const Pair& pair : melds.pairs)
        if ((trick & pair.cards) == pair.cards) top += pair.points;
    return top;
}

inline int Deal::meld_of(u64 trick) const {
    u64 ranks = 0;
    for (u64 m = trick; m; m &= m - 1) ranks += in_melds[lowest(m)];
    return meld(trick, ranks);
}

inline int Deal::step(State& s, int card) const {
    const int seat = s.turn(n);
    s.hand[seat] &= ~bit(card);
    if (!s.played) s.led = cls[card];
    if (!s.played || ((cls[card] == s.led || cls[card] == trump) && card > s.best)) s.best = card, s.winner = seat;
    s.trick |= bit(card);
    s.worth += val[card];
    if (++s.played < n) return -1;
    const int taker = s.winner;
    int gain = s.worth + trick_worth + (s.tricks_left == 1 ? last_trick : 0);
    if (with_melds) gain += meld_of(s.trick);
    if (counts(taker)) s.gained += gain;
    for (u64 m = s.trick & tops; m; m &= m - 1) {
        const int b = under[lowest(m)];
        s.hand[owner[b]] |= bit(b);
    }
    for (int d = 0; d < duties; ++d)
        if (duty[d].cls == s.led) s.active &= ~(u32(1) << d);
    s.rem &= ~s.trick;
    --s.tricks_left;
    s.trick = 0;
    s.worth = 0;
    s.played = 0;
    s.led = s.best = s.winner = -1;
    s.leader = taker;
    return taker;
}

} // namespace KERNEL_NS
} // namespace sheepfold
