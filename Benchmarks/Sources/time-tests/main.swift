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

for (name, hand) in [("perfect", Hand.perfect), ("human", .human)] {
  var best = Double.infinity
  for _ in 0..<3 {
    let start = processorTime()
    for seed in 0..<tests {
      let isMet = expectGestures(
        of: script, on: Stage(hand: hand.seeded(UInt64(seed % 20))),
        reporting: { message, _, _ in print("seed \(seed): \(message)") },
        expected: { for gesture in gestures { gesture } })
      if !isMet { exit(1) }
    }
    best = min(best, processorTime() - start)
  }
  let seconds = String(format: "%.2f", best)
  print("\(tests) tests of \(gestures.count) gestures by a \(name) hand: \(seconds) s")
}

var best = Double.infinity
for _ in 0..<10 {
  let start = processorTime()
  let isMet = expectGestures(
    of: FingerScript { Tap(count: 2) }, hands: 200, atLeast: 0.95,
    reporting: { message, _, _ in print(message) }, expected: { Tap(count: 2) })
  if !isMet { exit(1) }
  best = min(best, processorTime() - start)
}
print("a double tap by 200 hands: \(String(format: "%.3f", best)) s")
