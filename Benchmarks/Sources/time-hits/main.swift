// time-hits: the time of hit testing, and its growth with the number of views.
import Glibc
import ViewTrees

func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The shortest of seven runs, in nanoseconds per hit.
func measure(_ tree: ViewTree) -> Double {
  // About 2 million visited views per run.
  let times = max(10, 2_000_000 / tree.visitedCount)
  var best = Double.infinity
  for _ in 0..<7 {
    let start = processorTime()
    let found = tree.hit(times: times)
    best = min(best, processorTime() - start)
    precondition(found == times, "\(tree.name): another view was hit")
  }
  return best / Double(times) * 1e9
}

func row(_ cells: [String]) { print("| " + cells.joined(separator: " | ") + " |") }

func rounded(_ value: Double) -> String {
  value < 100 ? "\((value * 10).rounded() / 10)" : "\(Int(value.rounded()))"
}

row(["shape", "views", "levels", "asked", "ns a hit", "ns a view asked"])
row(Array(repeating: "---", count: 6))
let trees: [() -> ViewTree] = [
  { .deep(levels: 1) }, { .deep(levels: 10) }, { .deep(levels: 100) }, { .deep(levels: 1000) },
  { .flat(views: 10) }, { .flat(views: 100) }, { .flat(views: 1000) }, { .flat(views: 10_000) },
  { .comb(levels: 100, siblings: 100) },
  { .strips(of: 10, levels: 2) }, { .strips(of: 10, levels: 3) }, { .strips(of: 10, levels: 4) },
]
for make in trees {
  let tree = make()
  let hit = measure(tree)
  row([
    tree.name, "\(tree.viewCount)", "\(tree.levels)", "\(tree.visitedCount)", rounded(hit),
    rounded(hit / Double(tree.visitedCount)),
  ])
}
