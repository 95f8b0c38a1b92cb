// A trick problem in the numbers of the pack, as it crosses the border from Python. No game is known by name here.
#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace sheepfold {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i16 = std::int16_t;

constexpr int kPack = 36;     // cards are numbered 0 to 35: nine ranks in each of four suits
constexpr int kSeats = 8;     // most players
constexpr int kHand = 18;     // most cards in a hand: two players and the whole pack
constexpr int kClasses = 5;   // four plain suits and the trumps
constexpr int kTrump = 4;     // the class of trumps
constexpr int kInfinity = 30000;

constexpr u64 bit(int i) { return u64(1) << i; }

struct Order {
    u8 cls[kPack];    // the class of each card
    i16 power[kPack]; // its strength inside the class; no two cards of a class are equal
    i16 value[kPack]; // its card points
};

struct Pile {
    u8 seat, top, below;
};

struct Duty {
    u8 seat, cls;
    u64 cards;
};

struct Pair {
    u64 cards;
    int points;
};

struct Melds {
    int run3 = 0, run4 = 0;
    int set3[9] = {}, set4[9] = {};
    std::vector<Pair> pairs;
    u64 spent = 0;
};

struct Problem {
    Order order;
    int seats = 0, leader = 0;
    u64 hands[kSeats] = {};
    std::vector<u8> trick;
    u32 counted = 0; // the seats whose takings are the value
    u32 maxers = 0;  // the seats that want it great: the same, or all others when the counted side wants least
    std::vector<Pile> piles;
    std::vector<Duty> duties;
    bool with_melds = false;
    Melds melds;
    int last_trick = 0;  // added to the last trick
    int trick_worth = 0; // what a trick counts by itself: 1 when tricks are the goal
};

// Techniques that change the work but never the value. Each can be switched off, so that each can be tested.
enum Technique : u32 {
    kTable = 1,      // remember positions between tricks
    kCanonical = 2,  // ranks relative to the cards still out
    kPartition = 4,  // store only the ranks that mattered
    kEqual = 8,      // of touching cards of one hand and equal points try one
    kNearly = 16,    // of touching cards of unequal points skip those that cannot make up the difference
    kBounds = 32,    // sure tricks and other static bounds
    kOrdering = 64,  // try promising cards first
    kTolerant = 128, // use a stored value for the same ranks with other points, less the difference
    kReplies = 256,  // try first what decided in the same situation before
    kMelds = 512,    // melds of four players by the search made for them
    kAll = 1023
};

// Limits and interruption. A search calls `poll` now and then; a true answer stops it.
struct Control {
    u64 node_limit = 0; // 0: none
    bool has_deadline = false;
    std::chrono::steady_clock::time_point deadline;
    std::atomic<bool>* stop = nullptr;
    std::function<bool()> poll; // may be empty
};

struct Bounds {
    int lo = -kInfinity, hi = kInfinity; // of what the counted side takes from now on
};

struct CardBounds {
    u8 card;
    Bounds bounds;
};

struct Answer {
    Bounds bounds;
    std::vector<CardBounds> cards; // every legal root card, in pack order; empty unless asked for
    std::vector<u8> line;          // best play to the end; empty unless asked for or not finished
    u64 nodes = 0;
    u64 entries = 0;
    bool finished = false;
};

struct Question {
    bool threshold = false; // only: does the counted side take at least `need`?
    int need = 0;
    bool every_card = false;
    bool line = false;
    u32 techniques = kAll;
    u64 table_bytes = u64(64) << 20;
};

// One playout chooses each card with a weight looked up by situation (lead, own side winning, other side winning),
// whether the card takes the lead of the trick, its worth (none, below ten, ten or more) and whether it is a trump.
struct Policy {
    bool uniform = true;
    float weight[3][2][3][2];
};

struct Playouts {
    std::vector<u64> counts; // how often the counted side took lowest + i
    int lowest = 0;
    u64 total = 0;
    double seat_sum[kSeats] = {}; // points and melds by seat, summed over the playouts
};

// What a build of the kernel for one kind of processor offers. A Workshop holds the memory a search may reuse.
struct Workshop {
    virtual ~Workshop() = default;
    virtual Answer solve(const Problem&, const Question&, Control&) = 0;
    virtual u64 held() const = 0; // bytes kept for the next problem
};

struct Kernel {
    const char* name;
    Workshop* (*workshop)();
    void (*playouts)(const Problem&, const Policy&, u64 seed, u64 first, u64 count, Playouts&, Control&);
    u64 (*perft)(const Problem&, int depth, Control&);
    bool (*maxn)(const Problem&, Control&, std::vector<int>& values, std::vector<u8>& line, u64& nodes);
};

const Kernel* baseline_kernel();
const Kernel* modern_kernel(); // only on x86-64

} // namespace sheepfold
