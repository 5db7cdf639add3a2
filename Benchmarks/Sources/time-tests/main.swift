// time-tests: the time of scripted tests of gestures.
// Usage: time-tests [TESTS]
import Foundation
import GestureTesting
import Glibc

func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

let tests = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1000
let gestures: [any FingerAction] = [
  Tap(), Tap(count: 2), Tap(fingers: 2), LongPress(), Swipe(.left, fingers: 3), Swipe(.up),
  Pan(.right, fingers: 2), Pinch(.out), Rotation(.clockwise), Checkmark(),
]
let script = FingerScript {
  for gesture in gestures {
    gesture
    Wait(1)
  }
}

/// The shortest processor time of three runs, in seconds.
func time(_ work: () -> Void) -> String {
  let times = (0..<3).map { _ in
    let start = processorTime()
    work()
    return processorTime() - start
  }
  return String(format: "%.2f", times.min() ?? 0)
}

for (name, hand) in [("perfect", Hand.perfect), ("human", .human)] {
  var failures: Set<Int> = []
  let seconds = time {
    for seed in 0..<tests {
      let isMet = expectGestures(
        of: script, on: Stage(hand: hand.seeded(UInt64(seed % 20))),
        reporting: { message, _, _ in if hand == .perfect { print("seed \(seed): \(message)") } },
        expected: { for gesture in gestures { gesture } })
      if !isMet { failures.insert(seed % 20) }
    }
  }
  if hand == .perfect, !failures.isEmpty { exit(1) }
  print(
    "\(tests) tests of \(gestures.count) gestures by a \(name) hand: \(seconds) s, "
      + "\(failures.count) of 20 seeds not as expected")
}

var isMet = true
let secondsOfHands = time {
  isMet = expectGestures(
    of: FingerScript { Tap(count: 2) }, hands: 200, atLeast: 0.95,
    reporting: { message, _, _ in print(message) }, expected: { Tap(count: 2) })
}
if !isMet { exit(1) }
print("a double tap by 200 people: \(secondsOfHands) s")
