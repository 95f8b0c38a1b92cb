// Four players, melds won in tricks, no other special rule: a search of its own.
//
// Runs and sets read the printed rank of every card, so here a position is the cards that are out and who leads, and
// nothing makes two positions one. What the general search pays for (relevant ranks, groups of touching cards, points that
// differ) is of no use; what counts is to go through many positions quickly. Hence a table with one cell a position, a small
// memory for the last two tricks, and the last three tricks in code of their own.
#pragma once
#include "search.hpp"

namespace sheepfold {
namespace KERNEL_NS {

struct MeldEntry {
    u64 key = 0; // 0: nobody
    i16 lo = -kInfinity, hi = kInfinity;
    u8 best = 255;
};

// Open addressing: a position is mostly found in the first cell looked at.
class MeldTable {
  public:
    void open(u64 bytes) {
        most_ = std::max<u64>(bytes / sizeof(MeldEntry), kFirst);
        clear();
    }
    void fetch(u64 key) const { sheepfold::fetch(&cells_[slot(key)]); }
    // The cell of a position, or the empty one where it would be.
    const MeldEntry& find(u64 key) const { return cells_[place(key)]; }
    void store(u64 key, bool lower, int value, int best) {
        size_t at = place(key);
        if (!cells_[at].key) {
            if (5 * used_ > 3 * cells_.size()) {
                if (2 * cells_.size() <= most_) grow();
                else clear(); // full: begin again, so that memory is bounded and results repeat
                at = place(key);
            }
            cells_[at].key = key;
            ++used_;
        }
        MeldEntry& e = cells_[at];
        if (lower) e.lo = std::max(e.lo, i16(value));
        else e.hi = std::min(e.hi, i16(value));
        e.best = u8(best);
    }
    u64 size() const { return used_; }
    u64 held() const { return cells_.capacity() * sizeof(MeldEntry); }

  private:
    static constexpr size_t kFirst = 4096;
    size_t slot(u64 key) const { return (key * 0x9E3779B97F4A7C15ull) >> shift_; }
    size_t place(u64 key) const {
        size_t i = slot(key);
        while (cells_[i].key && cells_[i].key != key) i = (i + 1) & (cells_.size() - 1);
        return i;
    }
    void lay(size_t cells) {
        cells_.assign(cells, MeldEntry{});
        shift_ = 64 - highest(cells);
    }
    void clear() {
        lay(kFirst);
        used_ = 0;
    }
    void grow() {
        std::vector<MeldEntry> old;
        old.swap(cells_);
        lay(2 * old.size());
        for (const MeldEntry& e : old)
            if (e.key) cells_[place(e.key)] = e;
    }

    std::vector<MeldEntry> cells_;
    u64 most_ = 0, used_ = 0;
    int shift_ = 0;
};

constexpr int kTwoBits = 14; // 256 KB stay in the cache, and more than half of the last two tricks are found there

class MeldSearch : public Hands<4> {
  public:
    MeldSearch(const Deal& deal, MeldTable& exact, MeldTable& rough, Search<4, false>& plain, const Question& question,
               Control& control)
        : Hands<4>(deal, question, control), exact(exact), rough(rough), plain(plain), twos(size_t(1) << kTwoBits) {
        if (d.trump >= 0) trumps = d.cmask[d.trump];
    }

    int ask(const State& s, int need) { return ask(s, need, exact, 0); }

    // The same question about a game that is nearly this one and far easier: melds in the first two tricks, then what the
    // cards are worth without melds and something for those to come. Its value is close to the true one.
    int ask_roughly(const State& s, int need) { return ask(s, need, rough, s.tricks_left - 2); }

  private:
    MeldTable &exact, &rough;
    MeldTable* table = nullptr; // one of these
    Search<4, false>& plain;    // the same deal without melds
    u64 trumps = 0;
    u64 ranks; // of the cards in rem, as melds read them
    int horizon; // with that many tricks left melds are only guessed
    struct Two {
        u64 key = 0;
        i16 lo = -kInfinity, hi = kInfinity;
    };
    std::vector<Two> twos; // the last two tricks, as far as they are remembered

    int ask(const State& s, int need, MeldTable& used, int beyond) {
        set(s);
        table = &used;
        horizon = beyond;
        ranks = ranks_of(rem);
        if (!s.played) return lead(s.leader, need);
        int ignored = -1;
        return choose(s.played, s.turn(4), Trick{s.trick, s.led, s.best, s.winner, s.worth}, need, -1, ignored);
    }

    u64 ranks_of(u64 cards) const {
        u64 sum = 0;
        for (; cards; cards &= cards - 1) sum += d.in_melds[lowest(cards)];
        return sum;
    }
    u64 key_of(u64 out, int seat) const { return out << 3 | u64(seat) << 1 | 1; }
    u64 follow(u64 h, int led) const {
        const u64 f = h & d.cmask[led];
        return f ? f : h;
    }
    // Trumps have the highest numbers of all, so the winner is the highest card that can win.
    int winner_of(u64 cards, int led) const { return d.owner[highest(cards & (d.cmask[led] | trumps))]; }
    int gain_of(int winner, int worth, u64 cards, u64 r) const {
        return d.counts(winner) ? worth + d.trick_worth + d.meld(cards, r) : 0;
    }

    int lead(int seat, int need) {
        if (tricks_left < 3) return tricks_left == 2 ? last_two(seat, need) : tricks_left ? last(seat, rem, ranks, left) : 0;
        count_node();
        if (floor() >= need) return floor();
        if (tricks_left <= horizon) {
            const int melds = tricks_left * d.melds.run3 / 11; // on deals of Clover; a poor guess costs time, nothing else
            return melds + plain.ask(hand, rem, left, tricks_left, seat, need - melds);
        }
        const u64 key = key_of(rem, seat);
        int hint = -1, best = -1;
        if (use & kTable) {
            const MeldEntry& e = table->find(key);
            if (e.lo >= need) return e.lo;
            if (e.hi < need) return e.hi;
            if (e.best < kPack) hint = e.best;
        }
        if (tricks_left > 6 && (use & kBounds)) {
            // Melds only add to what the counted side takes: with the play that is best without them it takes no less.
            const int v = plain.ask(hand, rem, left, tricks_left, seat, need);
            if (v >= need) return v;
        }
        const int v = tricks_left == 3 ? three<0>(seat, Late{0, 0, -1, 0}, need, hint, best)
                                       : choose(0, seat, Trick{0, -1, -1, -1, 0}, need, hint, best);
        if (use & kTable) table->store(key, v >= need, v, best);
        return v;
    }

    // One seat's turn, as in the general search.
    int choose(int pos, int seat, const Trick& t, int need, int hint, int& best_card) {
        const u64 cards = pos ? follow(hand[seat], t.led) : hand[seat];
        if (!(cards & (cards - 1))) {
            best_card = lowest(cards);
            return put(pos, seat, t, need, best_card);
        }
        const bool up = maxer(seat);
        int value = up ? -kInfinity : kInfinity;
        if (pos == 3 && tricks_left > 3 && (use & kTable) && known(seat, t, cards, need, value)) return value;
        Moves m;
        for (u64 c = cards; c; c &= c - 1) m.add(lowest(c), 0);
        const u64 situation = (use & kReplies) ? situation_of(pos, seat, t) : 0;
        u32& reply = replies[situation >> (64 - kReplyBits)];
        if (hint < 0 && (use & kReplies) && (reply ^ u32(situation)) < 64) hint = int(reply ^ u32(situation));
        const int unsorted = (use & kOrdering) && m.bring(hint) ? 1 : 0;
        for (int i = 0; i < m.size; ++i) {
            if (i == unsorted && (use & kOrdering) && i + 1 < m.size) {
                if (pos) order_follows(seat, pos, t, m);
                else order_leads(seat, m);
            }
            const int x = i < unsorted ? m.card(i) : pick(m, i);
            const int v = put(pos, seat, t, need, x);
            if (up ? v > value : v < value) value = v, best_card = x;
            if (up ? v < need : v >= need) continue;
            if (!pos) learn(m, i);
            if (use & kReplies) reply = u32(situation) ^ u32(x);
            break;
        }
        return value;
    }

    // Whether a card of the last player leads to a position of which enough is known: a look at all of them costs less
    // than to search the first.
    bool known(int seat, const Trick& before, u64 cards, int need, int& value) const {
        const bool up = maxer(seat);
        for (; cards; cards &= cards - 1) {
            const Trick t = joined(3, seat, before, lowest(cards));
            const MeldEntry& e = table->find(key_of(rem ^ t.cards, t.winner));
            if (!e.key) continue;
            const int v = gain_of(t.winner, t.worth, t.cards, ranks_of(t.cards)) + (up ? e.lo : e.hi);
            if (up ? v >= need : v < need) return value = v, true;
        }
        return false;
    }

    int put(int pos, int seat, const Trick& before, int need, int x) {
        const Trick t = joined(pos, seat, before, x);
        hand[seat] ^= bit(x);
        int ignored;
        const int v = pos < 3 ? choose(pos + 1, next(seat), t, need, -1, ignored) : finish(t, need);
        hand[seat] |= bit(x);
        return v;
    }

    int finish(const Trick& t, int need) {
        rem ^= t.cards;
        --tricks_left;
        table->fetch(key_of(rem, t.winner));
        const u64 r = ranks_of(t.cards);
        int gain = gain_of(t.winner, t.worth, t.cards, r);
        if (!tricks_left && d.counts(t.winner)) gain += d.last_trick;
        left -= t.worth;
        ranks -= r;
        const int v = gain + lead(t.winner, need - gain);
        left += t.worth;
        ranks += r;
        rem ^= t.cards;
        ++tricks_left;
        return v;
    }

    // ---- the last three tricks ------------------------------------------------------------------------------------

    struct Late { // a trick of them, as far as it is played
        u64 cards, ranks;
        int led, worth;
    };
    template <int pos>
    Late with(const Late& t, int x) const {
        return Late{t.cards | bit(x), t.ranks + d.in_melds[x], pos ? t.led : d.cls[x], t.worth + d.val[x]};
    }

    // Three cards each: a simple order, no memory of replies.
    template <int pos>
    int three(int seat, const Late& t, int need, int hint, int& best_card) {
        const u64 h = hand[seat];
        const bool up = maxer(seat);
        int value = up ? -kInfinity : kInfinity;
        for (u64 cards = pos ? follow(h, t.led) : h; cards;) {
            const int x = hint >= 0 && (cards >> hint & 1) ? hint : pos ? good_reply<pos>(cards, up, t) : highest(cards);
            hint = -1;
            cards ^= bit(x);
            hand[seat] = h ^ bit(x);
            int v, ignored;
            if constexpr (pos < 3) v = three<pos + 1>(next(seat), with<pos>(t, x), need, -1, ignored);
            else v = third(with<pos>(t, x), need);
            if (up ? v > value : v < value) value = v, best_card = x;
            if (up ? v >= need : v < need) break;
        }
        hand[seat] = h;
        return value;
    }
    // High if the trick is ours, else just enough to win it (all we have if others follow), else low.
    template <int pos>
    int good_reply(u64 cards, bool up, const Late& t) const {
        if (!(cards & (cards - 1))) return lowest(cards);
        const u64 can_win = d.cmask[t.led] | trumps;
        const int best = highest(t.cards & can_win);
        if (maxer(d.owner[best]) == up) return highest(cards);
        const u64 over = cards & can_win & from(best);
        return !over ? lowest(cards) : pos == 3 ? lowest(over) : highest(over);
    }
    int third(const Late& t, int need) {
        const int winner = winner_of(t.cards, t.led), gain = gain_of(winner, t.worth, t.cards, t.ranks);
        rem ^= t.cards;
        left -= t.worth;
        ranks -= t.ranks;
        const int v = gain + last_two(winner, need - gain);
        rem ^= t.cards;
        left += t.worth;
        ranks += t.ranks;
        return v;
    }

    int last_two(int seat, int need) {
        count_node();
        const u64 key = key_of(rem, seat);
        Two& e = twos[key * 0x9E3779B97F4A7C15ull >> (64 - kTwoBits)];
        if (e.key != key) e = Two{key};
        if (e.lo >= need) return e.lo;
        if (e.hi < need) return e.hi;
        const int v = two<0>(seat, Late{0, 0, -1, 0}, need);
        (v >= need ? e.lo : e.hi) = i16(v);
        return v;
    }
    // Two cards each: every seat has at most two ways, then the last trick plays itself.
    template <int pos>
    int two(int seat, const Late& t, int need) {
        const u64 h = hand[seat];
        const bool up = maxer(seat);
        int value = up ? -kInfinity : kInfinity;
        for (u64 cards = pos ? follow(h, t.led) : h; cards;) {
            const int x = highest(cards);
            cards ^= bit(x);
            hand[seat] = h ^ bit(x);
            int v;
            if constexpr (pos < 3) v = two<pos + 1>(next(seat), with<pos>(t, x), need);
            else v = both(with<pos>(t, x));
            if (up ? v > value : v < value) value = v;
            if (up ? v >= need : v < need) break;
        }
        hand[seat] = h;
        return value;
    }
    int both(const Late& t) const {
        const int winner = winner_of(t.cards, t.led);
        return gain_of(winner, t.worth, t.cards, t.ranks) + last(winner, rem ^ t.cards, ranks - t.ranks, left - t.worth);
    }
    int last(int seat, u64 cards, u64 r, int worth) const {
        const int winner = winner_of(cards, d.cls[lowest(hand[seat])]);
        return d.counts(winner) ? gain_of(winner, worth, cards, r) + d.last_trick : 0;
    }
};

} // namespace KERNEL_NS
} // namespace sheepfold
