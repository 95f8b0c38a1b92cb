// The search: null windows from trick to trick, fail-soft, with a set of relevant ranks handed back beside each value.
//
// `lead` and `choose` return v for a question "does the counted side take at least `need` from here on?". If v >= need
// it takes at least v, otherwise at most v. `rel` collects cards whose rank the proof used: the same bound holds in every
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
#include <cstdlib>

#include "order.hpp"
#include "table.hpp"

namespace sheepfold {
namespace KERNEL_NS {

template <int N, bool Special>
class Search : public Hands<N> {
  public:
    Search(const Deal& deal, Table& table, const Question& question, Control& control)
        : Hands<N>(deal, question, control), table(table) {}

    // The value question at any state, also in the middle of a trick; counts from that state on.
    int ask(const State& s, int need) {
        this->set(s);
        active = s.active;
        u64 rel = 0;
        if (!s.played) return lead(s.leader, need, rel);
        int ignored = -1;
        return choose(s.played, s.turn(n_), Trick{s.trick, s.led, s.best, s.winner, s.worth}, need, rel, -1, ignored);
    }
    // The same question inside another search's play, at a lead.
    int ask(const u64* hands, u64 out, int points, int tricks, int seat, int need) {
        for (int i = 0; i < n(); ++i) hand[i] = hands[i];
        rem = out;
        left = points;
        tricks_left = tricks;
        active = 0;
        u64 rel = 0;
        return lead(seat, need, rel);
    }

  private:
    using Base = Hands<N>;
    using Base::d, Base::use, Base::misere, Base::n_, Base::maxers, Base::others, Base::replies, Base::hand, Base::rem;
    using Base::left, Base::tricks_left, Base::n, Base::next, Base::maxer, Base::floor, Base::joined, Base::pick;
    Table& table;
    u32 active; // duties in force

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

    // With floor() the widest bounds. While melds count there is no ceiling worth its price.
    int ceiling() const {
        if (Special && d.with_melds) return kInfinity;
        return left + tricks_left * d.trick_worth + (d.last_trick > 0 ? d.last_trick : 0);
    }

    // What the leader's side takes for certain by cashing winners: the leader's trumps and plain winners, then those of
    // one friend whom the leader can reach.
    //
    // Proof. A card above every other card of its class still out (also those under tops) wins unless it is ruffed.
    // Top trumps cannot be ruffed. After t rounds of top trumps a seat with at most t trumps has none left (not claimed
    // when cards may still be uncovered). A plain class is cashed for as many rounds as every opponent who may still
    // have a trump, a *ruffer*, must follow; so a ruffer never discards during the whole cashing, and rounds in
    // different classes do not disturb each other. Opponents without trumps may discard but can beat nothing. When all
    // others are out of a class and there is no ruffer, the leader's remaining cards of it win too.
    // A friend must not be forced to ruff, or that friend is on lead instead: see `spare`. If it happens in the last
    // round counted, the trick is ours all the same.
    // The reached friend's winners lie in classes that the leader does not cash. Meanwhile the friend follows in other
    // classes or throws cards that are neither winners nor trumps; without trumps these may run out, but then nothing
    // but winners is left and every trick is ours. A low card of one of these classes then finds the friend's winner,
    // and the friend cashes the rest, while the leader and other friends must not be forced to ruff either.
    // A winner counts at least itself; nobody's cards are negative. Whoever leads must be free to lead anything:
    // a leader under a duty claims nothing, and friends are only reached where no special rule is in force. And both
    // sides must want tricks: nothing is claimed when the counted side wants least.
    int sure_of_leader(int seat, u64& rel) const {
        const u64 h = hand[seat];
        const u32 friends = (maxer(seat) ? maxers : others) & ~(u32(1) << seat);
        u32 ruffers = 0;
        const u64 trumps = d.trump >= 0 ? cashed_trumps(seat, ruffers, rel) : 0;
        u64 used = 0, classes = 0; // classes: all cards of those that the leader cashes
        for (int c = 0; c < d.classes; ++c) {
            if (c == d.trump) continue;
            u64 winners = winners_of(seat, c, ruffers, rel);
            if (!winners) continue;
            classes |= d.cmask[c];
            if (!ruffers && winners != (h & d.cmask[c]) && !(Special && d.tops)) {
                int longest = 0;
                for (int s = 0; s < n(); ++s)
                    if (s != seat) longest = std::max(longest, count(hand[s] & d.cmask[c]));
                if (longest <= count(winners)) winners = h & d.cmask[c];
            }
            used |= winners;
        }
        const int rounds = count(used), drawn = count(trumps);
        int safe = kPack;
        for (u32 f = friends; f; f &= f - 1) safe = std::min(safe, spare(lowest(f), drawn) + 1);
        if (rounds > safe)
            for (int extra = rounds - safe; extra > 0; --extra) used &= used - 1; // any of the winners may be left out
        else if (!Special && friends)
            used |= reached(seat, classes, rounds, drawn, ruffers, rel);
        used |= trumps;
        if (d.trick_worth) return std::min(count(used), tricks_left) * d.trick_worth;
        int sum = 0;
        for (u64 m = used; m; m &= m - 1) sum += d.val[lowest(m)];
        return sum;
    }

    // How many plain rounds a seat can play to without a trump, once that many rounds of trumps have been drawn: as many
    // as it has other cards that no duty holds back; without trumps, any number.
    int spare(int seat, int drawn) const {
        if (d.trump < 0) return kPack;
        const int trumps = count((Special ? all_of(seat) : hand[seat]) & d.cmask[d.trump]);
        if (!trumps || (trumps <= drawn && !(Special && d.tops))) return kPack;
        u64 free_cards = hand[seat] & ~d.cmask[d.trump];
        if (Special && d.duty_of[seat] >= 0) free_cards &= ~d.duty[d.duty_of[seat]].cards;
        return std::max(0, count(free_cards) - (Special && d.tops ? drawn : 0));
    }

    u64 cashed_trumps(int seat, u32& ruffers, u64& rel) const {
        const u64 mine = hand[seat] & d.cmask[d.trump], theirs = rem & d.cmask[d.trump] & ~hand[seat];
        if (!theirs) return mine;
        const u32 foes = maxer(seat) ? others : maxers;
        const u64 tops = mine & from(highest(theirs));
        const int t = count(tops);
        int longest = 0;
        for (int s = 0; s < n(); ++s) {
            if (s == seat) continue;
            const int length = count((Special ? all_of(s) : hand[s]) & d.cmask[d.trump]);
            longest = std::max(longest, length);
            if ((foes >> s & 1) && length > (Special && d.tops ? 0 : t)) ruffers |= u32(1) << s;
        }
        if (!t) return 0;
        rel |= tops & -tops;
        return longest <= t && !(Special && d.tops) ? mine : tops;
    }

    // The highest cards of a plain class, all in this hand, for as many rounds as every ruffer follows.
    u64 winners_of(int seat, int c, u32 ruffers, u64& rel) const {
        const u64 mine = hand[seat] & d.cmask[c], theirs = rem & d.cmask[c] & ~hand[seat];
        u64 tops = theirs ? mine & from(highest(theirs)) : mine;
        if (!tops) return 0;
        if (ruffers) {
            int safe = count(tops);
            for (u32 f = ruffers; f; f &= f - 1) safe = std::min(safe, count(hand[lowest(f)] & d.cmask[c]));
            for (int extra = count(tops) - safe; extra > 0; --extra) tops &= tops - 1;
        }
        if (theirs) rel |= tops & -tops;
        return tops;
    }

    // The winners of that friend who has most, in classes that the leader does not cash but has one of to lead.
    u64 reached(int seat, u64 cashed, int rounds, int drawn, u32 ruffers, u64& rel) const {
        const u32 side = maxer(seat) ? maxers : others;
        u64 best = 0, best_rel = 0;
        for (u32 f = side & ~(u32(1) << seat); f; f &= f - 1) {
            const int s = lowest(f);
            u64 found = 0, r = 0;
            bool entry = false;
            for (int c = 0; c < d.classes; ++c) {
                if (c == d.trump || (cashed & d.cmask[c])) continue;
                const u64 w = winners_of(s, c, ruffers, r);
                found |= w;
                entry |= w && (hand[seat] & d.cmask[c]);
            }
            const int many = count(found);
            if (!entry || many <= count(best) || spare(s, drawn) - many < rounds) continue;
            bool forced = false;
            for (u32 o = side & ~(u32(1) << s); o; o &= o - 1) forced |= spare(lowest(o), drawn) < rounds + many;
            if (!forced) best = found, best_rel = r;
        }
        rel |= best_rel;
        return best;
    }

    // What the holder of the highest trumps takes for certain: one trick each, since a card that nothing beats wins
    // whenever it is played, and a hand plays one card a trick.
    int sure_of_trumps(int& holder, u64& rel) const {
        const u64 out = d.trump >= 0 ? rem & d.cmask[d.trump] : 0;
        if (!out) return 0;
        holder = d.owner[highest(out)];
        const u64 rest = out & ~(Special ? all_of(holder) : hand[holder]);
        const u64 tops = rest ? out & ~below(highest(rest) + 1) : out;
        if (rest) rel |= tops & -tops;
        int sum = count(tops) * d.trick_worth;
        for (u64 m = tops; m; m &= m - 1) sum += d.val[lowest(m)];
        return sum;
    }

    // Does it answer the question that this seat's side takes `sure`? Whatever one side takes the other does not.
    bool proves(int seat, int sure, int least, int most, int need, int& v) const {
        v = d.counts(seat) ? least + sure : most - sure;
        return d.counts(seat) ? v >= need : v < need;
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
            const int c = highest(cards), g = m.groups - 1;
            cards ^= bit(c);
            if (g >= 0 && (use & kEqual) && touching(m.low[g], c, theirs)) {
                bool equal = false;
                for (int i = m.size - 1; i >= 0 && m.group(i) == g; --i) equal |= d.val[m.card(i)] == d.val[c];
                m.low[g] = u8(c);
                m.skipped[g] |= equal;
                if (!equal) m.add(c, g);
                continue;
            }
            m.top[g + 1] = m.low[g + 1] = u8(c);
            m.skipped[g + 1] = false;
            m.add(c, m.groups++);
        }
    }
    bool touching(int high, int low, u64 theirs) const {
        return d.cls[high] == d.cls[low] && !(theirs & below(high) & from(low)) &&
               !(Special && (d.special & (bit(high) | bit(low))));
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

    // ---- the search ---------------------------------------------------------------------------------------------

    int lead(int seat, int need, u64& rel) {
        if (tricks_left <= 1) return tricks_left ? last_trick(seat, rel) : 0;
        this->count_node();
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
        if ((use & kBounds) && !(Special && d.with_melds)) {
            const bool bound = Special && d.duty_of[seat] >= 0 && (active >> d.duty_of[seat] & 1);
            u64 r = 0;
            int holder = seat, v;
            if (!bound && !misere && proves(seat, sure_of_leader(seat, r), least, most, need, v)) {
                rel |= r;
                return v;
            }
            r = 0;
            const int sure = sure_of_trumps(holder, r);
            if (sure && proves(holder, sure, least, most, need, v)) {
                rel |= r;
                return v;
            }
        }
        u64 r = 0;
        int best_card = -1;
        const int v = choose(0, seat, Trick{0, -1, -1, -1, 0}, need, r, hint, best_card);
        if (use & kTable) table.store(place, rem, table.mask_of(r, rem), v >= need, v, best_card);
        rel |= r;
        return v;
    }

    // One seat's turn. `hint` is a card to try first, `best_card` the one that decided.
    int choose(int pos, int seat, const Trick& t, int need, u64& rel, int hint, int& best_card) {
        const u64 cards = legal(seat, t.led);
        if (!(cards & (cards - 1))) {
            best_card = lowest(cards);
            return put(pos, seat, t, need, rel, best_card);
        }
        Moves m;
        generate(cards, seat, m);
        const u64 situation = (use & kReplies) ? this->situation_of(pos, seat, t) : 0;
        u32& reply = replies[situation >> (64 - kReplyBits)];
        if (hint < 0 && (use & kReplies) && (reply ^ u32(situation)) < 64) hint = int(reply ^ u32(situation));
        const int unsorted = (use & kOrdering) && m.bring(hint) ? 1 : 0; // mostly the rest need not be put in order
        const bool up = maxer(seat);
        int value = up ? -kInfinity : kInfinity;
        u64 all = 0;
        int tried[kHand];
        for (int i = 0; i < m.size; ++i) {
            if (i == unsorted && (use & kOrdering) && i + 1 < m.size) {
                if (pos) this->order_follows(seat, pos, t, m);
                else this->order_leads(seat, m);
            }
            const int x = i < unsorted ? m.card(i) : pick(m, i);
            tried[i] = up ? -kInfinity : kInfinity;
            if (i && (use & kNearly) && m.groups < m.size && cannot_differ(m, i, tried, up, need, value)) continue;
            u64 r = 0;
            const int v = put(pos, seat, t, need, r, x);
            tried[i] = v;
            if (up ? v > value : v < value) value = v, best_card = x;
            if (up ? v >= need : v < need) {
                if (!pos) this->learn(m, i);
                if (use & kReplies) reply = u32(situation) ^ u32(x);
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
        const int g = m.group(i), x = m.card(i);
        for (int k = 0; k < i; ++k) {
            if (m.group(k) != g || tried[k] == (up ? -kInfinity : kInfinity)) continue;
            const int gap = std::abs(d.val[m.card(k)] - d.val[x]);
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
    int put(int pos, int seat, const Trick& before, int need, u64& rel, int x) {
        const Trick t = joined(pos, seat, before, x);
        hand[seat] ^= bit(x);
        int v, ignored;
        if (pos + 1 < n()) v = choose(pos + 1, next(seat), t, need, rel, -1, ignored);
        else v = finish(t, need, rel);
        hand[seat] |= bit(x);
        return v;
    }

    int finish(const Trick& t, int need, u64& rel) {
        int gain = 0;
        if (d.counts(t.winner)) {
            gain = t.worth + d.trick_worth;
            if (Special && d.with_melds) gain += d.meld_of(t.cards);
            if (tricks_left == 1) gain += d.last_trick;
        }
        if (count(t.cards & d.cmask[d.cls[t.best]]) > 1) rel |= bit(t.best);
        const u32 active_before = active;
        left -= t.worth;
        rem ^= t.cards;
        --tricks_left;
        if (Special) {
            for (u64 m = t.cards & d.tops; m; m &= m - 1) uncover(d.under[lowest(m)]);
            for (int k = 0; k < d.duties; ++k)
                if (d.duty[k].cls == t.led) active &= ~(u32(1) << k);
        }
        const int v = gain + lead(t.winner, need - gain, rel);
        if (Special) {
            for (u64 m = t.cards & d.tops; m; m &= m - 1) uncover(d.under[lowest(m)]);
            active = active_before;
        }
        left += t.worth;
        rem ^= t.cards;
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
        if (!d.counts(winner)) return 0;
        return left + d.trick_worth + d.last_trick + (Special && d.with_melds ? d.meld_of(rem) : 0);
    }
};

} // namespace KERNEL_NS
} // namespace sheepfold
