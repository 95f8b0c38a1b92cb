// One build of the kernel. This file is compiled once for any processor and once for those with newer bit
// instructions; KERNEL_NS keeps the two apart and the binding picks one when it is loaded.
#include "playout.hpp"
#include "solve.hpp"

namespace sheepfold {
namespace KERNEL_NS {

static Workshop* workshop() { return new Bench; }

static void playouts(const Problem& problem, const Policy& policy, u64 seed, u64 first, u64 count, Playouts& out,
                     Control& control) {
    const Deal deal(problem);
    Playing(deal, policy, out).run(seed, first, count, control);
}

static u64 perft(const Problem& problem, int depth, Control& control) {
    const Deal deal(problem);
    u64 ticks = 0;
    try {
        return count_lines(deal, deal.start, depth, control, ticks);
    } catch (const Stopped&) {
        return 0;
    }
}

static bool maxn(const Problem& problem, Control& control, std::vector<int>& values, std::vector<u8>& line, u64& nodes) {
    const Deal deal(problem);
    MaxN search(deal, control);
    try {
        State s = deal.start;
        const MaxN::Values v = search.best(s);
        values.assign(v.of, v.of + deal.n);
        while (s.tricks_left) {
            int card = -1;
            search.best(s, &card);
            line.push_back(deal.pack[card]);
            deal.step(s, card);
        }
        nodes = search.nodes;
        return true;
    } catch (const Stopped&) {
        nodes = search.nodes;
        return false;
    }
}

} // namespace KERNEL_NS

const Kernel* KERNEL_ENTRY() {
    static const Kernel kernel{KERNEL_NAME, KERNEL_NS::workshop, KERNEL_NS::playouts, KERNEL_NS::perft, KERNEL_NS::maxn};
    return &kernel;
}

} // namespace sheepfold
