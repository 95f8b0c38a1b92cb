// The border between Python and the kernel. Everything that comes in is checked here once more, in few words; the
// Python face has said it in many. After `checked` no input can lead the kernel out of its arrays.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "bits.hpp"
#include "problem.hpp"

namespace nb = nanobind;
using namespace sheepfold;

namespace {

constexpr u64 kPackMask = (u64(1) << kPack) - 1;
constexpr int kMost = 1000; // of any single value

const Kernel* pick_kernel() {
#if !defined(SHEEPFOLD_ONE_KERNEL)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) return modern_kernel();
#endif
    return baseline_kernel();
}
const Kernel* kernel = pick_kernel();

void refuse(bool wrong, const char* why) {
    if (wrong) throw std::invalid_argument(why);
}

bool within(long v, long lo, long hi) { return v >= lo && v <= hi; }

Order make_order(const std::vector<int>& cls, const std::vector<int>& power, const std::vector<int>& value) {
    refuse(cls.size() != kPack || power.size() != kPack || value.size() != kPack, "an order has 36 cards");
    Order order;
    for (int i = 0; i < kPack; ++i) {
        refuse(!within(cls[i], 0, kClasses - 1), "a class is 0 to 4");
        refuse(!within(power[i], 0, kMost), "a power is 0 to 1000");
        refuse(!within(value[i], 0, kMost), "a card is worth 0 to 1000");
        order.cls[i] = u8(cls[i]);
        order.power[i] = i16(power[i]);
        order.value[i] = i16(value[i]);
    }
    return order;
}

void check_cards(const Problem& p) {
    u64 seen = 0;
    int cards[kSeats] = {};
    for (int s = 0; s < p.seats; ++s) {
        refuse(p.hands[s] & ~kPackMask, "a card outside the pack");
        refuse(p.hands[s] & seen, "a card twice");
        seen |= p.hands[s];
        cards[s] = count(p.hands[s]);
    }
    refuse(int(p.trick.size()) >= p.seats, "a full trick");
    for (size_t i = 0; i < p.trick.size(); ++i) {
        refuse(p.trick[i] >= kPack, "a card outside the pack");
        refuse(seen >> p.trick[i] & 1, "a card twice");
        seen |= bit(p.trick[i]);
        ++cards[(p.leader + int(i)) % p.seats];
    }
    u64 tops = 0;
    for (const Pile& pile : p.piles) {
        refuse(pile.seat >= p.seats || pile.top >= kPack || pile.below >= kPack, "a pile out of range");
        refuse(seen >> pile.below & 1, "a card twice");
        refuse(tops >> pile.top & 1, "two cards under one top");
        bool own = p.hands[pile.seat] >> pile.top & 1;
        for (size_t i = 0; i < p.trick.size(); ++i)
            own |= p.trick[i] == pile.top && (p.leader + int(i)) % p.seats == pile.seat;
        refuse(!own, "a top that the seat does not have");
        seen |= bit(pile.below);
        tops |= bit(pile.top);
        ++cards[pile.seat];
    }
    for (int s = 0; s < p.seats; ++s) refuse(cards[s] != cards[0] || !cards[s], "hands of different size, or empty");
    for (int a = 0; a < kPack; ++a)
        for (int b = a + 1; b < kPack; ++b)
            refuse((seen >> a & 1) && (seen >> b & 1) && p.order.cls[a] == p.order.cls[b] &&
                       p.order.power[a] == p.order.power[b],
                   "two cards of a class with one power");
}

void check_rest(const Problem& p) {
    u32 bound = 0;
    for (const Duty& duty : p.duties) {
        refuse(duty.seat >= p.seats || duty.cls >= kClasses, "a duty out of range");
        refuse(bound >> duty.seat & 1, "two duties of one seat");
        refuse(duty.cards & ~kPackMask, "a card outside the pack");
        for (int c = 0; c < kPack; ++c)
            refuse((duty.cards >> c & 1) && p.order.cls[c] != duty.cls, "a duty to a card of another class");
        bound |= u32(1) << duty.seat;
    }
    refuse(!within(p.last_trick, -kMost, kMost), "a bonus out of range");
    refuse(!within(p.trick_worth, 0, 1), "a trick counts 0 or 1");
    if (!p.with_melds) return;
    refuse(p.seats > 5, "melds in tricks of more than five cards");
    refuse(!within(p.melds.run3, 0, kMost) || !within(p.melds.run4, 0, kMost), "a meld out of range");
    for (int r = 0; r < 9; ++r)
        refuse(!within(p.melds.set3[r], 0, kMost) || !within(p.melds.set4[r], 0, kMost), "a meld out of range");
    refuse(p.melds.pairs.size() > 8, "too many pairs");
    for (const Pair& pair : p.melds.pairs)
        refuse(!within(pair.points, 0, kMost) || (pair.cards & ~kPackMask) || !pair.cards, "a pair out of range");
}

using PileIn = std::tuple<int, int, int>;
using DutyIn = std::tuple<int, int, u64>;
using PairIn = std::tuple<u64, int>;
using MeldsIn = std::tuple<int, int, std::vector<int>, std::vector<int>, std::vector<PairIn>, u64>;

u8 clipped(int v) { return v < 0 || v > 255 ? u8(255) : u8(v); }

void read_melds(Problem& p, const MeldsIn& in) {
    p.with_melds = true;
    const auto& [run3, run4, set3, set4, pairs, spent] = in;
    refuse(set3.size() != 9 || set4.size() != 9, "sets are given for nine ranks");
    p.melds.run3 = run3;
    p.melds.run4 = run4;
    for (int r = 0; r < 9; ++r) p.melds.set3[r] = set3[r], p.melds.set4[r] = set4[r];
    for (const auto& [cards, points] : pairs) p.melds.pairs.push_back(Pair{cards, points});
    p.melds.spent = spent & kPackMask;
}

Problem make_problem(const Order& order, const std::vector<u64>& hands, int leader, const std::vector<int>& trick,
                     u32 counted, u32 maxers, const std::vector<PileIn>& piles, const std::vector<DutyIn>& duties, nb::object melds,
                     int last_trick, int trick_worth) {
    refuse(!within(long(hands.size()), 2, kSeats), "two to eight seats");
    Problem p;
    p.order = order;
    p.seats = int(hands.size());
    refuse(!within(leader, 0, p.seats - 1), "a leader out of range");
    p.leader = leader;
    for (int s = 0; s < p.seats; ++s) p.hands[s] = hands[size_t(s)];
    refuse(trick.size() > kSeats || piles.size() > kPack || duties.size() > kSeats, "too many of something");
    for (int c : trick) p.trick.push_back(clipped(c));
    p.counted = counted & ((u32(1) << p.seats) - 1);
    p.maxers = maxers & ((u32(1) << p.seats) - 1);
    for (const auto& [seat, top, under] : piles) p.piles.push_back(Pile{clipped(seat), clipped(top), clipped(under)});
    for (const auto& [seat, cls, cards] : duties) p.duties.push_back(Duty{clipped(seat), clipped(cls), cards});
    if (!melds.is_none()) read_melds(p, nb::cast<MeldsIn>(melds));
    p.last_trick = last_trick;
    p.trick_worth = trick_worth;
    check_cards(p);
    check_rest(p);
    return p;
}

// Workshops keep their memory between calls; a thread borrows one.
class Loan {
  public:
    Loan() {
        const std::lock_guard<std::mutex> lock(mutex);
        if (!shelf.empty()) {
            own = std::move(shelf.back());
            shelf.pop_back();
        } else {
            own.reset(kernel->workshop());
        }
    }
    ~Loan() {
        const std::lock_guard<std::mutex> lock(mutex);
        if (shelf.size() < 8 && own->held() < (u64(32) << 20)) shelf.push_back(std::move(own));
    }
    Workshop* operator->() { return own.get(); }

  private:
    std::unique_ptr<Workshop> own;
    static std::mutex mutex;
    static std::vector<std::unique_ptr<Workshop>> shelf;
};
std::mutex Loan::mutex;
std::vector<std::unique_ptr<Workshop>> Loan::shelf;

// Runs `work(index, control)` for every index over some threads, the caller's among them, without the GIL. Every 30 ms
// the caller's thread lets Python look at its signals, so Ctrl-C ends the work.
class Crew {
  public:
    Crew(u64 node_limit, double seconds) {
        base.node_limit = node_limit;
        if (seconds > 0) {
            base.has_deadline = true;
            const auto ticks = std::chrono::duration<double>(std::min(seconds, 1e9));
            base.deadline = std::chrono::steady_clock::now() +
                            std::chrono::duration_cast<std::chrono::steady_clock::duration>(ticks);
        }
        base.stop = &stop;
        asked = std::chrono::steady_clock::now();
    }

    template <class Work>
    void run(size_t tasks, int threads, Work work) {
        {
            nb::gil_scoped_release free;
            std::atomic<size_t> next{0};
            auto loop = [&](Control& control) {
                try {
                    for (size_t i; !stop.load() && (i = next.fetch_add(1)) < tasks;) work(i, control);
                } catch (...) {
                    const std::lock_guard<std::mutex> lock(mutex);
                    if (!failure) failure = std::current_exception();
                    stop.store(true);
                }
            };
            std::vector<std::thread> hands;
            const int helpers = int(std::min<size_t>(size_t(std::max(threads, 1)), std::max<size_t>(tasks, 1))) - 1;
            std::atomic<int> busy{0};
            for (int t = 0; t < helpers; ++t) {
                ++busy;
                hands.emplace_back([&] {
                    Control own = base;
                    loop(own);
                    --busy;
                });
            }
            Control own = base;
            own.poll = [this] { return poll(); };
            loop(own);
            while (busy.load()) {
                std::this_thread::sleep_for(std::chrono::microseconds(200));
                poll();
            }
            for (std::thread& t : hands) t.join();
        }
        if (signalled) throw nb::python_error();
        if (failure) std::rethrow_exception(failure);
    }

  private:
    Control base;
    std::atomic<bool> stop{false};
    std::mutex mutex;
    std::exception_ptr failure;
    bool signalled = false;
    std::chrono::steady_clock::time_point asked;

    bool poll() {
        const auto now = std::chrono::steady_clock::now();
        if (signalled || now - asked < std::chrono::milliseconds(30)) return signalled;
        asked = now;
        nb::gil_scoped_acquire hold;
        if (PyErr_CheckSignals() != 0) {
            signalled = true;
            stop.store(true);
        }
        return signalled;
    }
};

nb::tuple as_tuple(const Answer& a) {
    nb::list cards, line;
    for (const CardBounds& c : a.cards) cards.append(nb::make_tuple(int(c.card), c.bounds.lo, c.bounds.hi));
    for (u8 c : a.line) line.append(int(c));
    return nb::make_tuple(a.bounds.lo, a.bounds.hi, a.finished, a.nodes, a.entries, cards, line);
}

nb::list solve(const std::vector<Problem*>& problems, bool threshold, int need, bool every_card, bool line,
               u32 techniques, u64 table_bytes, u64 nodes, double seconds, int threads) {
    std::vector<Problem> own; // the caller may drop its list while other threads run
    own.reserve(problems.size());
    for (const Problem* p : problems) {
        refuse(!p, "no problem");
        own.push_back(*p);
    }
    Question question;
    question.threshold = threshold;
    question.need = std::clamp(need, -kInfinity, kInfinity);
    question.every_card = every_card;
    question.line = line;
    question.techniques = techniques & kAll;
    question.table_bytes = table_bytes;
    std::vector<Answer> answers(own.size());
    Crew crew(nodes, seconds);
    crew.run(own.size(), std::clamp(threads, 1, 256), [&](size_t i, Control& control) {
        Loan shop;
        answers[i] = shop->solve(own[i], question, control);
    });
    nb::list out;
    for (const Answer& a : answers) out.append(as_tuple(a));
    return out;
}

Policy make_policy(const std::vector<float>& weights) {
    Policy policy;
    if (weights.empty()) return policy;
    refuse(weights.size() != 36, "a policy has 36 weights");
    policy.uniform = false;
    float* w = &policy.weight[0][0][0][0];
    for (size_t i = 0; i < 36; ++i) {
        refuse(!(weights[i] > 0.0f) || !(weights[i] <= 1e6f), "a weight is above 0 and at most a million");
        w[i] = weights[i];
    }
    return policy;
}

nb::tuple playouts(const Problem& problem, u64 number, u64 seed, const std::vector<float>& weights, int threads) {
    const Policy policy = make_policy(weights);
    const Problem p = problem;
    int cards = 0, most = 0;
    for (int i = 0; i < kPack; ++i) most += p.order.value[i];
    for (int s = 0; s < p.seats; ++s) cards = std::max(cards, count(p.hands[s]) + int(p.piles.size()) + 1);
    int meld = std::max(p.melds.run3, p.melds.run4);
    for (int r = 0; r < 9; ++r) meld = std::max({meld, p.melds.set3[r], p.melds.set4[r]});
    for (const Pair& pair : p.melds.pairs) meld += pair.points;
    const int lowest = std::min(0, p.last_trick);
    const int range = most + cards * (p.trick_worth + meld) + std::abs(p.last_trick) - lowest + 1;
    const u64 block = 4096;
    const size_t tasks = size_t((number + block - 1) / block);
    Playouts sum;
    sum.lowest = lowest;
    sum.counts.assign(size_t(range), 0);
    std::mutex mutex;
    Crew crew(0, 0);
    crew.run(tasks, std::clamp(threads, 1, 256), [&](size_t i, Control& control) {
        Playouts part;
        part.lowest = lowest;
        part.counts.assign(size_t(range), 0);
        const u64 first = u64(i) * block;
        kernel->playouts(p, policy, seed, first, std::min(block, number - first), part, control);
        const std::lock_guard<std::mutex> lock(mutex);
        for (int k = 0; k < range; ++k) sum.counts[size_t(k)] += part.counts[size_t(k)];
        for (int s = 0; s < p.seats; ++s) sum.seat_sum[s] += part.seat_sum[s];
        sum.total += part.total;
    });
    nb::dict counts;
    for (int k = 0; k < range; ++k)
        if (sum.counts[size_t(k)]) counts[nb::int_(k + lowest)] = nb::int_(sum.counts[size_t(k)]);
    nb::list seats;
    for (int s = 0; s < p.seats; ++s) seats.append(sum.seat_sum[s]);
    return nb::make_tuple(counts, seats, sum.total);
}

u64 perft(const Problem& problem, int depth) {
    refuse(!within(depth, 0, 64), "a depth out of range");
    const Problem p = problem;
    u64 result = 0;
    Crew crew(0, 0);
    crew.run(1, 1, [&](size_t, Control& control) { result = kernel->perft(p, depth, control); });
    return result;
}

nb::object maxn(const Problem& problem, u64 nodes, double seconds) {
    const Problem p = problem;
    std::vector<int> values;
    std::vector<u8> line;
    u64 used = 0;
    bool done = false;
    Crew crew(nodes, seconds);
    crew.run(1, 1, [&](size_t, Control& control) { done = kernel->maxn(p, control, values, line, used); });
    if (!done) return nb::none();
    nb::list out, cards;
    for (int v : values) out.append(v);
    for (u8 c : line) cards.append(int(c));
    return nb::make_tuple(out, cards, used);
}

} // namespace

NB_MODULE(_kernel, m) {
    m.doc() = "The compiled trick kernel; use sheepfold.solver.";
    m.attr("processor") = kernel->name;
    m.attr("sources") = SHEEPFOLD_SOURCES;
    m.attr("ALL") = u32(kAll);
    nb::class_<Order>(m, "Order");
    nb::class_<Problem>(m, "Problem").def_ro("seats", &Problem::seats);
    m.def("order", &make_order, nb::arg("cls"), nb::arg("power"), nb::arg("value"));
    m.def("problem", &make_problem, nb::arg("order"), nb::arg("hands"), nb::arg("leader"), nb::arg("trick"),
          nb::arg("counted"), nb::arg("maxers"), nb::arg("piles"), nb::arg("duties"), nb::arg("melds").none(), nb::arg("last_trick"),
          nb::arg("trick_worth"));
    m.def("solve", &solve, nb::arg("problems"), nb::arg("threshold"), nb::arg("need"), nb::arg("every_card"),
          nb::arg("line"), nb::arg("techniques"), nb::arg("table_bytes"), nb::arg("nodes"), nb::arg("seconds"),
          nb::arg("threads"));
    m.def("playouts", &playouts, nb::arg("problem"), nb::arg("number"), nb::arg("seed"), nb::arg("weights"),
          nb::arg("threads"));
    m.def("perft", &perft, nb::arg("problem"), nb::arg("depth"));
    m.def("maxn", &maxn, nb::arg("problem"), nb::arg("nodes"), nb::arg("seconds"));
}
