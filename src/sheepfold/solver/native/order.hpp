// What every search has: the hands in play, whose turn it is, and the order in which cards are tried.
#pragma once
#include <algorithm>

#include "deal.hpp"

namespace sheepfold {
namespace KERNEL_NS {

struct Stopped {};

constexpr int kReplyBits = 13; // 32 KB: quickly emptied for every problem, and more gains nothing

struct Trick { // as far as it is played
    u64 cards;
    int led, best, winner, worth;
};

// Moves as one number each, so that the best is the greatest: score, group, card.
struct Moves {
    int size = 0, groups = 0;
    int move[kHand];
    u8 top[kHand], low[kHand]; // of each group
    bool skipped[kHand];       // a card of the group was left out
    int card(int i) const { return move[i] & 63; }
    int group(int i) const { return move[i] >> 6 & 63; }
    void add(int card, int group) { move[size++] = group << 6 | card; }
    bool bring(int card_) { // to the front, if it is among them
        for (int i = 0; i < size; ++i)
            if (card(i) == card_) return std::swap(move[0], move[i]), true;
        return false;
    }
    void score(int i, int score) { move[i] = (move[i] & 4095) + (score + 8192) * 4096; }
};

template <int N>
class Hands {
  public:
    Hands(const Deal& deal, const Question& question, Control& control)
        : d(deal), control(control), use(question.techniques), misere(deal.counted != deal.maxers), n_(deal.n) {
        for (int s = 0; s < n_; ++s) (d.maxer(s) ? maxers : others) |= u32(1) << s;
    }
    u64 nodes = 0;

    void check() {
        if (control.stop && control.stop->load(std::memory_order_relaxed)) throw Stopped{};
        if (control.has_deadline && std::chrono::steady_clock::now() >= control.deadline) throw Stopped{};
        if (control.node_limit && nodes >= control.node_limit) throw Stopped{};
        if (control.poll && control.poll()) throw Stopped{};
    }

  protected:
    const Deal& d;
    Control& control;
    const u32 use;
    const bool misere; // the counted side wants least: nobody is eager to win tricks
    const int n_;
    u32 maxers = 0, others = 0;

    int success[kPack] = {};           // of leads, see `learn`
    u32 replies[1 << kReplyBits] = {}; // the card that decided when a situation was last met, and which one it was
    u64 hand[kSeats];
    u64 rem;
    int left; // points of the cards in rem
    int tricks_left;

    int n() const { return N ? N : n_; }
    int next(int seat) const { return seat + 1 == n() ? 0 : seat + 1; }
    bool maxer(int seat) const { return maxers >> seat & 1; }

    void set(const State& s) {
        for (int i = 0; i < n(); ++i) hand[i] = s.hand[i];
        rem = s.rem;
        left = 0;
        for (u64 m = rem; m; m &= m - 1) left += d.val[lowest(m)];
        tricks_left = s.tricks_left;
    }
    void count_node() {
        if ((++nodes & 2047) == 0) check();
    }

    // What the counted side takes from here lies between floor() and ceiling(), whatever is played: no card has negative
    // points, so only the bonus of the last trick can pull a side below nothing.
    int floor() const { return d.last_trick < 0 ? d.last_trick : 0; }

    Trick joined(int pos, int seat, const Trick& before, int x) const {
        const int c = d.cls[x];
        Trick t{before.cards | bit(x), before.led, before.best, before.winner, before.worth + d.val[x]};
        if (!pos) t.led = c;
        if (!pos || ((c == t.led || c == d.trump) && x > t.best)) t.best = x, t.winner = seat;
        return t;
    }

    // A lead that no opponent can beat comes first, then one towards a friend's winner, then low cards of long suits.
    void order_leads(int seat, Moves& m) const {
        const u32 friends = (maxer(seat) ? maxers : others) & ~(u32(1) << seat);
        const u32 foes = maxer(seat) ? others : maxers;
        const u64 trumps = d.trump >= 0 ? d.cmask[d.trump] : 0;
        int c = -1, foe = -1, friendly = -1, length = 0, bottom = 0;
        bool ruffed = false;
        for (int i = 0; i < m.size; ++i) {
            const int x = m.card(i);
            if (d.cls[x] != c) { // cards come class by class
                c = d.cls[x];
                const u64 cm = d.cmask[c], ruff = c == d.trump ? 0 : trumps;
                foe = friendly = -1;
                ruffed = false;
                for (int s = 0; s < n(); ++s) {
                    if (s == seat) continue;
                    const u64 f = hand[s] & cm;
                    if (foes >> s & 1) {
                        if (f) foe = std::max(foe, highest(f));
                        else ruffed |= (hand[s] & ruff) != 0;
                    } else if (friends >> s & 1) {
                        if (f) friendly = std::max(friendly, highest(f));
                        else if (hand[s] & ruff) friendly = 63;
                    }
                }
                length = count(hand[seat] & cm);
                bottom = lowest(cm);
            }
            const int worth = d.val[x], height = x - bottom;
            int score;
            if (ruffed && friendly != 63) score = -60 - 4 * worth - height;
            else if (x > foe) score = 100 + 3 * worth - length;
            else if (friendly > foe) score = 80 + worth - (d.trick_worth ? height : 0);
            else score = length - 4 * worth - height;
            m.score(i, (misere ? -score : score) + success[x]);
        }
    }

    // What those still to play can put up: the highest card that wins against the rest of the trick, foes and friends.
    void order_follows(int seat, int pos, const Trick& t, Moves& m) const {
        const bool side = maxer(seat);
        int foe = -1, friendly = -1;
        int s = seat;
        for (int i = pos + 1; i < n(); ++i) {
            s = next(s);
            const u64 o = hand[s];
            const u64 f = o & d.cmask[t.led];
            const u64 can = f ? f : d.trump >= 0 ? o & d.cmask[d.trump] : 0;
            if (!can) continue;
            int& side_best = maxer(s) == side ? friendly : foe;
            side_best = std::max(side_best, highest(can));
        }
        const bool ours = maxer(t.winner) == side, held = ours && t.best > foe;
        const bool safe = held || (friendly > foe && friendly > t.best);
        const bool points = !d.trick_worth;
        for (int i = 0; i < m.size; ++i) {
            const int x = m.card(i), c = d.cls[x];
            const int height = x - lowest(d.cmask[c]);
            const bool takes = (c == t.led || c == d.trump) && x > t.best;
            const int fat = points ? 8 * d.val[x] : 0;
            const bool wins = takes && x > foe;
            int score;
            if (wins && !(held && !points)) score = 500 + fat - height;
            else if (safe) score = 300 + fat - height - (c == d.trump ? 20 : 0);
            else if (takes) score = 50 - fat / 2 - height;
            else score = -fat - height - (c == d.trump ? 20 : 0);
            if (d.with_melds && pos > 1 && d.counts(wins || safe ? seat : t.winner))
                score += (side ? 4 : -4) * d.meld_of(t.cards | bit(x));
            m.score(i, misere ? -score : score);
        }
    }

    // What a player sees of their turn: their hand, the class led, the card to beat and which side holds it. The card that
    // decided when this was last met, whatever the others held then, is tried first. Situations may share a place: that
    // costs order, never truth, since only a card among the moves is brought forward.
    u64 situation_of(int pos, int seat, const Trick& t) const {
        const u64 seen = u64(t.best + 1) << 8 | u64(t.led + 1) << 5 | u64(pos) << 1 | u64(pos && maxer(t.winner));
        const u64 mixed = (hand[seat] ^ seen << 40) * 0x9E3779B97F4A7C15ull;
        return (mixed ^ mixed >> 29) * 0xBF58476D1CE4E5B9ull & ~u64(63);
    }

    // The best of the moves from i on, brought to place i.
    int pick(Moves& m, int i) const {
        if (use & kOrdering) {
            int at = i;
            for (int k = i + 1; k < m.size; ++k)
                if (m.move[k] > m.move[at]) at = k;
            std::swap(m.move[at], m.move[i]);
        }
        return m.card(i);
    }

    // A lead that decided is tried earlier next time, those tried in vain before it later. Bounded, and it forgets.
    void learn(const Moves& m, int decided) {
        for (int k = 0; k < decided; ++k) success[m.card(k)] -= success[m.card(k)] / 8;
        int& best = success[m.card(decided)];
        best += (150 - best) / 8;
    }
};

} // namespace KERNEL_NS
} // namespace sheepfold
