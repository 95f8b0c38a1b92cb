// The search: null windows from trick to trick, fail-soft, with a set of relevant ranks handed back beside each value.
//
// `lead` and `follow` return v for a question "do the maxers take at least `need` from here on?". If v >= need they
// take at least v, otherwise at most v. `rel` collects cards whose rank the proof used: the same bound holds in every
// position with the same number of free cards by seat and class and the same owners of the free cards from the top of
// each class down to its lowest card in `rel` (upward closure is understood). Why this is sound, by induction:
//
// * A trick is decided by rank only if its winner's class lies in it twice; then the winner is put into `rel`, so the
//   same trick is won by the same seat in the other position. Free cards below `rel` are interchangeable within a
//   hand: worthless, bound by no rule, never winning by rank. So moves correspond, a low card to any low card.
// * A cut needs one move, hence the `rel` of that move. A failure needs all moves, hence the union, and every low card
//   of the other position must correspond to a card tried here: if a tried card is in `rel` but a card left out as its
//   equal is not, the latter is added (`close_group`).
#pragma once
#include <algorithm>
#include <cstdlib>

#include "table.hpp"

namespace sheepfold {
namespace KERNEL_NS {

struct Stopped {};

template <int N, bool Special>
class Search {
  public:
    Search(const Deal& deal, Table& table, const Question& question, Control& control)
        : d(deal), table(table), control(control), use(question.techniques) {
        n_ = d.n;
        for (int s = 0; s < n_; ++s) (d.maxer(s) ? maxers : others) |= u32(1) << s;
        if (Special && d.with_melds)
            for (int r = 0; r < 9; ++r) dearest_set[r] = d.melds.set4[r];
    }

    // The value question at any state, also in the middle of a trick; counts from that state on.
    int ask(const State& s, int need) {
        set(s);
        u64 rel = 0;
        if (!s.played) return lead(s.leader, need, rel);
        return follow(s.played, s.turn(n_), s.led, s.best, s.winner, s.trick, s.worth, need, rel);
    }
    u64 nodes = 0;

  private:
    const Deal& d;
    Table& table;
    Control& control;
    const u32 use;
    int n_;
    u32 maxers = 0, others = 0;
    int dearest_set[9] = {};

    u64 hand[kSeats];
    u64 rem;
    int left; // points of the cards in rem
    int tricks_left;
    u32 active;

    struct Moves {
        int size = 0, groups = 0;
        u8 card[kHand], group[kHand];
        i16 score[kHand];
        u8 top[kHand], low[kHand]; // of each group
        bool skipped[kHand];       // a card of the group was left out
    };

    int n() const { return N ? N : n_; }
    int next(int seat) const { return seat + 1 == n() ? 0 : seat + 1; }
    bool maxer(int seat) const { return maxers >> seat & 1; }

    void set(const State& s) {
        for (int i = 0; i < n(); ++i) hand[i] = s.hand[i];
        rem = s.rem;
        left = 0;
        for (u64 m = rem; m; m &= m - 1) left += d.val[lowest(m)];
        tricks_left = s.tricks_left;
        active = s.active;
    }

    void count_node() {
        if ((++nodes & 2047) == 0) check();
    }
    void check() {
        if (control.stop && control.stop->load(std::memory_order_relaxed)) throw Stopped{};
        if (control.has_deadline && std::chrono::steady_clock::now() >= control.deadline) throw Stopped{};
        if (control.node_limit && nodes >= control.node_limit) throw Stopped{};
        if (control.poll && control.poll()) throw Stopped{};
    }

    u64 legal(int seat, int led) const {
        const u64 h = hand[seat];
        if (Special) {
            const int k = d.duty_of[seat];
            if (k >= 0 && active >> k & 1) {
                State s;
                s.hand[seat] = h;
                s.active = active;
                s.led = led;
                return d.legal(s, seat);
            }
        }
        if (led < 0) return h;
        const u64 f = h & d.cmask[led];
        return f ? f : h;
    }

    // ---- bounds -------------------------------------------------------------------------------------------------

    // What the maxers take from here lies between floor() and ceiling(), whatever is played: no card has negative
    // points, so only the bonus of the last trick can pull a side below nothing; melds come on top.
    int floor() const { return d.last_trick < 0 ? d.last_trick : 0; }
    int ceiling() const {
        int most = left + tricks_left * d.trick_worth + (d.last_trick > 0 ? d.last_trick : 0);
        if (Special && d.with_melds) most += melds_left();
        return most;
    }

    // No more than this can still come from melds. A trick holds at most one run or set (six cards would be needed for
    // two); a set of four exists once a rank and only while its four cards are out; each pair once.
    int melds_left() const {
        const int any = d.melds.run4 > d.melds.run3 ? d.melds.run4 : d.melds.run3;
        int sum = 0, tricks = tricks_left, cheap = any;
        int dear[9], many = 0;
        const u64 out = rem & ~d.melds.spent;
        int by_rank[9] = {};
        for (u64 m = out; m; m &= m - 1) ++by_rank[d.rank[lowest(m)]];
        for (int r = 0; r < 9; ++r) {
            if (by_rank[r] >= 3 && d.melds.set3[r] > cheap) cheap = d.melds.set3[r];
            if (by_rank[r] >= 4 && dearest_set[r] > 0) dear[many++] = dearest_set[r];
        }
        for (; tricks && many; --tricks) {
            int at = 0;
            for (int i = 1; i < many; ++i)
                if (dear[i] > dear[at]) at = i;
            if (dear[at] <= cheap) break;
            sum += dear[at];
            dear[at] = dear[--many];
        }
        sum += tricks * cheap;
        for (const Pair& pair : d.melds.pairs)
            if ((rem & pair.cards) == pair.cards) sum += pair.points;
        return sum;
    }

    // What the leader's side takes for certain by cashing the leader's winners: trumps first, then plain winners.
    //
    // Proof. A card above every other card of its class still out (also those under tops) wins unless it is ruffed.
    // Top trumps cannot be ruffed. After t rounds of top trumps an opponent with at most t trumps has none left (not
    // claimed when cards may still be uncovered). A plain class is cashed for as many rounds as every opponent who may
    // still have a trump must follow; such an opponent therefore never discards during the whole cashing, so rounds in
    // different classes do not disturb each other. Opponents without trumps may discard but can beat nothing. When all
    // others are out of a class and no opponent can ruff, the leader's remaining cards of it win too. A winner at
    // least counts itself; nobody's cards are negative. The leader must be free to lead what he likes: no duty.
    int sure_of_leader(int seat, u64& rel) const {
        const u64 h = hand[seat];
        const u32 foes = maxer(seat) ? others : maxers;
        u32 ruffers = 0; // opponents who may have a trump after the trumps are cashed
        int sum = 0, rounds = 0;
        u64 used = 0;
        if (d.trump >= 0) {
            const u64 mine = h & d.cmask[d.trump], theirs = rem & d.cmask[d.trump] & ~h;
            if (theirs) {
                const u64 tops = mine & from(highest(theirs));
                const int t = count(tops);
                int longest = 0;
                for (int s = 0; s < n(); ++s) {
                    if (s == seat) continue;
                    const int length = Special ? count(all_of(s) & d.cmask[d.trump]) : count(hand[s] & d.cmask[d.trump]);
                    if (length > longest) longest = length;
                    if ((foes >> s & 1) && (Special && d.tops ? length > 0 : length > t)) ruffers |= u32(1) << s;
                }
                if (t) {
                    rel |= tops & -tops;
                    const u64 cashed = longest <= t && !(Special && d.tops) ? mine : tops;
                    used |= cashed;
                    rounds += count(cashed);
                }
            } else {
                used |= mine;
                rounds += count(mine);
            }
        }
        for (int c = 0; c < d.classes; ++c) {
            if (c == d.trump) continue;
            const u64 mine = h & d.cmask[c];
            if (!mine) continue;
            const u64 theirs = rem & d.cmask[c] & ~h;
            u64 tops = theirs ? mine & from(highest(theirs)) : mine;
            if (!tops) continue;
            if (ruffers) {
                int safe = count(tops);
                for (u32 f = ruffers; f; f &= f - 1) {
                    const int length = count(hand[__builtin_ctz(f)] & d.cmask[c]);
                    if (length < safe) safe = length;
                }
                if (!safe) continue;
                while (count(tops) > safe) tops &= tops - 1;
                if (theirs) rel |= tops & -tops;
            } else if (theirs) {
                rel |= tops & -tops;
                if (!(Special && d.tops)) {
                    int longest = 0;
                    for (int s = 0; s < n(); ++s)
                        if (s != seat && count(hand[s] & d.cmask[c]) > longest) longest = count(hand[s] & d.cmask[c]);
                    if (longest <= count(tops)) tops = mine;
                }
            }
            used |= tops;
            rounds += count(tops);
        }
        if (d.trick_worth) sum += rounds * d.trick_worth;
        for (u64 m = used; m; m &= m - 1) sum += d.val[lowest(m)];
        return sum;
    }

    // What the side that is not on lead takes for certain: the highest trumps in one hand, one trick each, since a
    // card that nothing beats wins whenever it is played, and a hand plays one card a trick.
    int sure_of_foes(int seat, u64& rel) const {
        if (d.trump < 0) return 0;
        const u64 out = rem & d.cmask[d.trump];
        if (!out) return 0;
        const int holder = d.owner[highest(out)];
        if (maxer(holder) == maxer(seat)) return 0;
        const u64 own = Special ? all_of(holder) : hand[holder];
        const u64 rest = out & ~own;
        const u64 tops = rest ? out & from(highest(rest)) & ~bit(highest(rest)) : out;
        if (rest) rel |= tops & -tops;
        int sum = count(tops) * d.trick_worth;
        for (u64 m = tops; m; m &= m - 1) sum += d.val[lowest(m)];
        return sum;
    }

    // A seat's cards with those still covered.
    u64 all_of(int seat) const {
        u64 h = hand[seat];
        for (u64 m = h & d.tops; m; m &= m - 1) h |= bit(d.under[lowest(m)]);
        return h;
    }

    // ---- moves --------------------------------------------------------------------------------------------------

    // The cards worth trying. Touching cards of one hand (no other seat's card of the class between them, neither out
    // nor on the table) win and lose against the same cards, so they differ in points only. With equal points one of
    // them stands for all; the highest, since it leaves the fewest ranks relevant.
    void generate(u64 cards, int seat, Moves& m) const {
        const u64 theirs = rem & ~hand[seat];
        while (cards) {
            const int c = highest(cards);
            cards ^= bit(c);
            const int k = m.size;
            if (m.groups && (use & kEqual) && !(Special && (d.special >> c & 1))) {
                const int g = m.groups - 1;
                const int low = m.low[g];
                if (d.cls[low] == d.cls[c] && !(theirs & below(low) & from(c)) && !(Special && (d.special >> low & 1))) {
                    m.low[g] = u8(c);
                    bool equal = false;
                    for (int i = k - 1; i >= 0 && m.group[i] == g; --i) equal |= d.val[m.card[i]] == d.val[c];
                    if (equal) {
                        m.skipped[g] = true;
                        continue;
                    }
                    m.card[k] = u8(c);
                    m.group[k] = u8(g);
                    ++m.size;
                    continue;
                }
            }
            const int g = m.groups++;
            m.top[g] = m.low[g] = u8(c);
            m.skipped[g] = false;
            m.card[k] = u8(c);
            m.group[k] = u8(g);
            ++m.size;
        }
    }

    u64 close_groups(const Moves& m, u64 rel) const {
        for (int g = 0; g < m.groups; ++g) {
            if (!m.skipped[g]) continue;
            const int c = d.cls[m.top[g]];
            const bool top_is_free = table.free_of[c] >> m.top[g] & 1;
            if (!top_is_free || (rel & d.cmask[c] & below(m.top[g] + 1))) rel |= bit(m.low[g]);
        }
        return rel;
    }

    // A lead that no opponent can beat comes first, then one towards a friend's winner, then low cards of long suits.
    void order_leads(int seat, int hint, Moves& m) const {
        const u32 friends = (maxer(seat) ? maxers : others) & ~(u32(1) << seat);
        const u32 foes = maxer(seat) ? others : maxers;
        const u64 trumps = d.trump >= 0 ? d.cmask[d.trump] : 0;
        int c = -1, foe = -1, friendly = -1, length = 0, bottom = 0;
        bool ruffed = false;
        for (int i = 0; i < m.size; ++i) {
            const int x = m.card[i];
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
            m.score[i] = i16(x == hint ? 10000 : score);
        }
    }

    // What those still to play can put up: the highest card that wins against the rest of the trick, foes and friends.
    void order_follows(int seat, int pos, int led, int best, int winner, Moves& m) const {
        const bool side = maxer(seat);
        int foe = -1, friendly = -1;
        int s = seat;
        for (int i = pos + 1; i < n(); ++i) {
            s = next(s);
            const u64 o = hand[s];
            const u64 f = o & d.cmask[led];
            const u64 can = f ? f : d.trump >= 0 ? o & d.cmask[d.trump] : 0;
            if (!can) continue;
            int& side_best = maxer(s) == side ? friendly : foe;
            side_best = std::max(side_best, highest(can));
        }
        const bool ours = maxer(winner) == side;
        const bool safe = (ours && best > foe) || (friendly > foe && friendly > best);
        const bool points = !d.trick_worth;
        for (int i = 0; i < m.size; ++i) {
            const int x = m.card[i], c = d.cls[x];
            const int height = x - lowest(d.cmask[c]);
            const bool takes = (c == led || c == d.trump) && x > best;
            const int fat = points ? 8 * d.val[x] : 0;
            int score;
            if (takes && x > foe && !(ours && best > foe && !points)) score = 500 + fat - height;
            else if (safe) score = 300 + fat - height - (c == d.trump ? 20 : 0);
            else if (takes) score = 50 - fat / 2 - height;
            else score = -fat - height - (c == d.trump ? 20 : 0);
            m.score[i] = i16(score);
        }
    }

    int pick(Moves& m, int from_index) const {
        int at = from_index;
        if (use & kOrdering) {
            for (int i = from_index + 1; i < m.size; ++i)
                if (m.score[i] > m.score[at]) at = i;
            std::swap(m.card[at], m.card[from_index]);
            std::swap(m.group[at], m.group[from_index]);
            std::swap(m.score[at], m.score[from_index]);
        }
        return m.card[from_index];
    }

    // ---- the search ---------------------------------------------------------------------------------------------

    int lead(int seat, int need, u64& rel) {
        if (tricks_left <= 1) return tricks_left ? last_trick(seat, rel) : 0;
        count_node();
        const int least = floor(), most = ceiling();
        if (least >= need) return least;
        if (most < need) return most;
        Place place;
        int hint = -1;
        if (use & kTable) {
            place = table.place(rem, seat, active);
            for (u32 i = table.head(place); i;) {
                const Entry& e = table.at(i);
                if (e.key == place.key) {
                    const bool lower = e.lo >= need;
                    if ((lower || e.hi < need) && ((e.code ^ place.code) & e.mask) == 0) {
                        int more, less;
                        table.differ(e.rem & kRemBits, rem, more, less);
                        const int v = lower ? e.lo - more : e.hi + less;
                        if (lower ? v >= need : v < need) {
                            rel |= table.relevant_of(e.mask, rem);
                            return v;
                        }
                    }
                    if (hint < 0) hint = int(e.rem >> 56);
                }
                i = e.next;
            }
        }
        if (use & kBounds) {
            const int side = maxer(seat) ? 1 : -1;
            const bool bound = Special && d.duty_of[seat] >= 0 && (active >> d.duty_of[seat] & 1);
            u64 r = 0;
            int sure = bound ? 0 : sure_of_leader(seat, r);
            if (side > 0 ? least + sure >= need : most - sure < need) {
                rel |= r;
                return side > 0 ? least + sure : most - sure;
            }
            r = 0;
            sure = sure_of_foes(seat, r);
            if (side < 0 ? least + sure >= need : most - sure < need) {
                rel |= r;
                return side < 0 ? least + sure : most - sure;
            }
        }
        u64 r = 0;
        int best_card = -1;
        const int v = choose(0, seat, -1, -1, -1, 0, 0, need, r, hint, best_card);
        if (use & kTable) table.store(place, rem, table.mask_of(r, rem), v >= need, v, best_card);
        rel |= r;
        return v;
    }

    int follow(int pos, int seat, int led, int best, int winner, u64 trick, int worth, int need, u64& rel) {
        int ignored = -1;
        return choose(pos, seat, led, best, winner, trick, worth, need, rel, -1, ignored);
    }

    // One seat's turn. `hint` is a card to try first, `best_card` the one that decided.
    int choose(int pos, int seat, int led, int best, int winner, u64 trick, int worth, int need, u64& rel, int hint,
               int& best_card) {
        const u64 cards = legal(seat, led);
        if (!(cards & (cards - 1))) {
            best_card = lowest(cards);
            return put(pos, seat, led, best, winner, trick, worth, need, rel, best_card);
        }
        Moves m;
        generate(cards, seat, m);
        if ((use & kOrdering) && m.size > 1) {
            if (pos) order_follows(seat, pos, led, best, winner, m);
            else order_leads(seat, hint, m);
        }
        const bool up = maxer(seat);
        int value = up ? -kInfinity : kInfinity;
        u64 all = 0;
        int tried[kHand];
        for (int i = 0; i < m.size; ++i) {
            const int x = pick(m, i);
            tried[i] = up ? -kInfinity : kInfinity;
            if ((use & kNearly) && i && cannot_differ(m, i, tried, up, need, value)) continue;
            u64 r = 0;
            const int v = put(pos, seat, led, best, winner, trick, worth, need, r, x);
            tried[i] = v;
            if (up ? v > value : v < value) value = v, best_card = x;
            if (up ? v >= need : v < need) {
                rel |= r;
                return v;
            }
            all |= r;
        }
        rel |= close_groups(m, all);
        return value;
    }

    // Touching cards a and b: exchange them and every course of play is the same but for their points, of which a side
    // can win or lose the difference at most once. So b is worth at most v(a) + |a - b|: if that fails, b fails.
    bool cannot_differ(Moves& m, int i, int* tried, bool up, int need, int& value) const {
        const int g = m.group[i], x = m.card[i];
        for (int k = 0; k < i; ++k) {
            if (m.group[k] != g || tried[k] == (up ? -kInfinity : kInfinity)) continue;
            const int gap = std::abs(d.val[m.card[k]] - d.val[x]);
            const int v = up ? tried[k] + gap : tried[k] - gap;
            if (up ? v < need : v >= need) {
                if (up ? v > value : v < value) value = v;
                m.skipped[g] = true;
                return true;
            }
        }
        return false;
    }

    // Play x and go on.
    int put(int pos, int seat, int led, int best, int winner, u64 trick, int worth, int need, u64& rel, int x) {
        const int c = d.cls[x];
        if (!pos) led = c;
        if (!pos || ((c == led || c == d.trump) && x > best)) best = x, winner = seat;
        hand[seat] ^= bit(x);
        trick |= bit(x);
        worth += d.val[x];
        int v;
        if (pos + 1 < n()) {
            v = follow(pos + 1, next(seat), led, best, winner, trick, worth, need, rel);
        } else {
            v = finish(led, best, winner, trick, worth, need, rel);
        }
        hand[seat] |= bit(x);
        return v;
    }

    int finish(int led, int best, int winner, u64 trick, int worth, int need, u64& rel) {
        int gain = worth + d.trick_worth;
        if (Special && d.with_melds) gain += d.meld_of(trick);
        if (tricks_left == 1) gain += d.last_trick;
        if (!maxer(winner)) gain = 0;
        if (count(trick & d.cmask[d.cls[best]]) > 1) rel |= bit(best);
        const int left_before = left;
        const u32 active_before = active;
        left -= worth;
        rem ^= trick;
        --tricks_left;
        if (Special) {
            for (u64 m = trick & d.tops; m; m &= m - 1) uncover(d.under[lowest(m)]);
            for (int k = 0; k < d.duties; ++k)
                if (d.duty[k].cls == led) active &= ~(u32(1) << k);
        }
        const int v = gain + lead(winner, need - gain, rel);
        if (Special) {
            for (u64 m = trick & d.tops; m; m &= m - 1) uncover(d.under[lowest(m)]);
            active = active_before;
        }
        left = left_before;
        rem ^= trick;
        ++tricks_left;
        return v;
    }
    void uncover(int card) { hand[d.owner[card]] ^= bit(card); }

    // Everybody has one card: no choice, no duty.
    int last_trick(int seat, u64& rel) {
        int s = seat, best = lowest(hand[s]), winner = s;
        const int led = d.cls[best];
        for (int i = 1; i < n(); ++i) {
            s = next(s);
            const int x = lowest(hand[s]), c = d.cls[x];
            if ((c == led || c == d.trump) && x > best) best = x, winner = s;
        }
        if (count(rem & d.cmask[d.cls[best]]) > 1) rel |= bit(best);
        if (!maxer(winner)) return 0;
        return left + d.trick_worth + d.last_trick + (Special && d.with_melds ? d.meld_of(rem) : 0);
    }
};

} // namespace KERNEL_NS
} // namespace sheepfold
