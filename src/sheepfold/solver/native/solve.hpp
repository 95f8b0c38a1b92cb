// From null windows to answers: exact values, every root card, the line of best play.
#pragma once
#include <memory>

#include "melds.hpp"

namespace sheepfold {
namespace KERNEL_NS {

class Bench final : public Workshop {
  public:
    Answer solve(const Problem& problem, const Question& question, Control& control) override {
        const Deal deal(problem);
        const bool special = deal.tops || deal.duties || deal.with_melds;
        if (deal.n == 4 && deal.with_melds && !deal.tops && !deal.duties && (question.techniques & kMelds))
            return run_melds(deal, question, control);
        if (deal.n == 4) return special ? run<4, true>(deal, question, control) : run<4, false>(deal, question, control);
        if (deal.n == 2) return special ? run<2, true>(deal, question, control) : run<2, false>(deal, question, control);
        return special ? run<0, true>(deal, question, control) : run<0, false>(deal, question, control);
    }

    u64 held() const override { return table_.held() + melds_.held() + rough_.held(); }

  private:
    Table table_;
    MeldTable melds_, rough_;

    // Nothing that is still to come can leave these bounds.
    static Bounds widest(const Deal& deal, const State& s) {
        int sum = s.tricks_left * deal.trick_worth, melds = 0;
        for (u64 m = s.rem; m; m &= m - 1) sum += deal.val[lowest(m)];
        if (deal.with_melds) {
            int dearest = std::max(deal.melds.run3, deal.melds.run4);
            for (int r = 0; r < 9; ++r) dearest = std::max({dearest, deal.melds.set3[r], deal.melds.set4[r]});
            melds = s.tricks_left * dearest;
            for (const Pair& pair : deal.melds.pairs) melds += pair.points;
        }
        return Bounds{std::min(0, deal.last_trick), sum + melds + std::max(0, deal.last_trick)};
    }

    // A first guess: half of what can be had without melds.
    static int middle(const Deal& deal, const Bounds& b) {
        int sum = deal.start.tricks_left * deal.trick_worth + deal.last_trick;
        for (u64 m = deal.start.rem; m; m &= m - 1) sum += deal.val[lowest(m)];
        return std::clamp(sum / 2, b.lo, b.hi);
    }

    // Narrow the bounds until they meet: from a guess in growing steps until the value lies between two answers, then
    // by halves. The table keeps what every question taught.
    template <class Ask>
    static void narrow(Ask ask, Bounds& b, int guess, int first) {
        bool above = false, below = false;
        for (int step = first; b.lo < b.hi; step = std::min(2 * step, 1024)) {
            const int need = std::clamp(guess, b.lo + 1, b.hi);
            const int v = ask(need);
            if (v >= need) b.lo = v, above = true, guess = v + step;
            else b.hi = v, below = true, guess = v - step + 1;
            if (above && below) guess = (b.lo + b.hi + 1) / 2;
        }
    }

    template <int N, bool Special>
    Answer run(const Deal& deal, const Question& question, Control& control) {
        table_.open(deal, question.techniques, question.table_bytes);
        Search<N, Special> search(deal, table_, question, control);
        const int first = deal.trick_worth ? 1 : 4;
        Answer answer = answered(search, deal, question, first, [&](const Bounds& b) { return middle(deal, b); });
        answer.nodes = search.nodes;
        answer.entries = table_.size();
        return answer;
    }

    // With melds the first guess is worth some work: the value without them, then that of the rough game.
    Answer run_melds(const Deal& deal, const Question& question, Control& control) {
        Deal bare(deal);
        bare.with_melds = false;
        bare.special = 0;
        const u64 part = question.table_bytes / 8;
        table_.open(bare, question.techniques, 3 * part);
        melds_.open(4 * part);
        rough_.open(part);
        Search<4, false> plain(bare, table_, question, control);
        MeldSearch search(deal, melds_, rough_, plain, question, control);
        const auto guess = [&](const Bounds& widest_bounds) {
            if (deal.start.tricks_left < 4 || deal.start.played) return middle(deal, widest_bounds);
            Bounds without = widest(bare, bare.start), roughly = widest_bounds;
            narrow([&](int need) { return plain.ask(bare.start, need); }, without, middle(bare, without), 4);
            narrow([&](int need) { return search.ask_roughly(deal.start, need); }, roughly, without.lo, 4);
            return roughly.lo;
        };
        Answer answer = answered(search, deal, question, 1, guess);
        answer.nodes = search.nodes + plain.nodes;
        answer.entries = melds_.size();
        return answer;
    }

    template <class S, class Guess>
    Answer answered(S& search, const Deal& deal, const Question& question, int first, Guess guess) {
        Answer answer;
        answer.bounds = widest(deal, deal.start);
        if (question.every_card) answer.cards = root_cards(deal, answer.bounds);
        try {
            search.check(); // the time may be up before this problem's turn
            if (question.threshold) {
                Bounds& b = answer.bounds;
                if (b.lo < question.need && b.hi >= question.need) {
                    const int v = search.ask(deal.start, question.need);
                    (v >= question.need ? b.lo : b.hi) = v;
                }
            } else if (question.every_card) {
                every_card(search, deal, answer);
            } else {
                const int from = guess(answer.bounds);
                narrow([&](int need) { return search.ask(deal.start, need); }, answer.bounds, from, first);
            }
            answer.finished = true;
            if (question.line && !question.threshold) line(search, deal, answer);
        } catch (const Stopped&) {
            if (question.every_card) {
                const bool up = deal.maxer(deal.start.turn(deal.n));
                Bounds all{up ? -kInfinity : kInfinity, up ? -kInfinity : kInfinity};
                for (const CardBounds& c : answer.cards) {
                    all.lo = up ? std::max(all.lo, c.bounds.lo) : std::min(all.lo, c.bounds.lo);
                    all.hi = up ? std::max(all.hi, c.bounds.hi) : std::min(all.hi, c.bounds.hi);
                }
                answer.bounds = all;
            }
        }
        return answer;
    }

    static std::vector<CardBounds> root_cards(const Deal& deal, Bounds bounds) {
        u64 pack = 0;
        for (u64 m = deal.legal(deal.start, deal.start.turn(deal.n)); m; m &= m - 1) pack |= bit(deal.pack[lowest(m)]);
        std::vector<CardBounds> cards;
        for (; pack; pack &= pack - 1) cards.push_back({u8(lowest(pack)), bounds});
        return cards;
    }

    template <class S>
    static void every_card(S& search, const Deal& deal, Answer& answer) {
        const bool up = deal.maxer(deal.start.turn(deal.n));
        int best = up ? -kInfinity : kInfinity;
        int guess = middle(deal, answer.bounds);
        for (size_t i = 0; i < answer.cards.size(); ++i) {
            CardBounds& c = answer.cards[i];
            const int twin = twin_of(deal, answer.cards, i);
            if (twin >= 0) {
                c.bounds = answer.cards[size_t(twin)].bounds;
                continue;
            }
            State s = deal.start;
            deal.step(s, deal.label[c.card]);
            Bounds b{c.bounds.lo - s.gained, c.bounds.hi - s.gained};
            if (!s.tricks_left) b = Bounds{0, 0};
            guess -= s.gained;
            int step = 1; // the next card is often worth the same: ask beside the guess first, then ever further away
            while (b.lo < b.hi) {
                const int need = std::clamp(guess, b.lo + 1, b.hi);
                const int v = search.ask(s, need);
                if (v >= need) b.lo = v, guess = v + step;
                else b.hi = v, guess = v - step + 1;
                step = std::min(2 * step, 1024);
                c.bounds = Bounds{b.lo + s.gained, b.hi + s.gained}; // known even if the search is stopped
                if (guess <= b.lo || guess > b.hi) guess = (b.lo + b.hi + 1) / 2;
            }
            guess = b.lo + s.gained;
            c.bounds = Bounds{guess, guess};
            best = up ? std::max(best, guess) : std::min(best, guess);
        }
        answer.bounds = Bounds{best, best};
    }

    // An earlier root card that touches this one and counts the same: they have one value.
    static int twin_of(const Deal& deal, const std::vector<CardBounds>& cards, size_t i) {
        const int seat = deal.start.turn(deal.n), x = deal.label[cards[i].card];
        const u64 theirs = deal.start.rem & ~deal.start.hand[seat];
        for (size_t k = 0; k < i; ++k) {
            const int y = deal.label[cards[k].card], low = std::min(x, y), high = std::max(x, y);
            if (deal.cls[x] == deal.cls[y] && deal.val[x] == deal.val[y] && !(theirs & below(high) & from(low)) &&
                !(deal.special & (bit(x) | bit(y))))
                return int(k);
        }
        return -1;
    }

    // Best play: at every turn the first card, in pack order, that keeps the value.
    template <class S>
    static void line(S& search, const Deal& deal, Answer& answer) {
        State s = deal.start;
        const int value = answer.bounds.lo; // of the whole, from the start
        std::vector<u8> cards;
        while (s.tricks_left) {
            const int seat = s.turn(deal.n);
            const bool up = deal.maxer(seat);
            u64 pack = 0;
            for (u64 m = deal.legal(s, seat); m; m &= m - 1) pack |= bit(deal.pack[lowest(m)]);
            for (; pack; pack &= pack - 1) {
                const int card = deal.label[lowest(pack)];
                State t = s;
                deal.step(t, card);
                bool keeps = !(pack & (pack - 1)); // the only one left must be it
                if (!keeps) {
                    const int need = value - t.gained;
                    const int rest = t.tricks_left ? 0 : t.gained - value;
                    keeps = !t.tricks_left ? rest == 0
                            : up           ? search.ask(t, need) >= need
                                           : search.ask(t, need + 1) <= need;
                }
                if (!keeps) continue;
                cards.push_back(deal.pack[card]);
                s = t;
                break;
            }
        }
        answer.line = std::move(cards);
    }
};

} // namespace KERNEL_NS
} // namespace sheepfold
