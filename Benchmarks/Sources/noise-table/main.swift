// noise-table: prints how often gestures are recognized with the noise of hands and sensors.
// Usage: noise-table [SEEDS]
import Foundation
import GestureTesting

let seeds = CommandLine.arguments.dropFirst().first.flatMap { UInt64($0) } ?? 1000

/// A gesture with the variation of people, which the seed determines.
struct Row {
  var name: String
  var action: (UInt64) -> any FingerAction
}

let directions: [ExpectedGesture.Direction] = [.left, .right, .up, .down]
func direction(_ seed: UInt64) -> ExpectedGesture.Direction { directions[Int(seed % 4)] }

let rows: [Row] =
  (1...4).map { fingers in
    Row(name: "tap, \(fingers) finger\(fingers == 1 ? "" : "s")") { _ in Tap(fingers: fingers) }
  } + [
    Row(name: "double tap") { _ in Tap(count: 2) },
    Row(name: "triple tap") { _ in Tap(count: 3) },
    Row(name: "double tap, 2 fingers") { _ in Tap(count: 2, fingers: 2) },
    Row(name: "long press") { _ in LongPress() },
    Row(name: "long press, 2 fingers") { _ in LongPress(fingers: 2) },
  ]
  + (1...4).map { fingers in
    Row(name: "swipe, \(fingers) finger\(fingers == 1 ? "" : "s")") {
      Swipe(direction($0), fingers: fingers)
    }
  } + [
    Row(name: "pan") { Pan(direction($0)) },
    Row(name: "pan, 2 fingers") { Pan(direction($0), fingers: 2) },
    Row(name: "pinch in") { _ in Pinch(.in) },
    Row(name: "pinch out") { _ in Pinch(.out) },
    Row(name: "rotation") { Rotation($0 % 2 == 0 ? .clockwise : .counterclockwise) },
    Row(name: "tap and drag") { TapAndDrag(direction($0)) },
    Row(name: "checkmark") { _ in Checkmark() },
  ]

/// A device and its report rate.
struct Column {
  var name: String
  var device: StageDevice
  var rate: Double
}

let devices: [(name: String, device: StageDevice)] = [
  ("touchpad", .touchpad()), ("touchscreen", .touchscreen()),
]
let columns = devices.flatMap { name, device in
  [60.0, 120, 240].map { rate in
    Column(name: "\(name) \(Int(rate)) Hz", device: device, rate: rate)
  }
}

/// The number of seeds that produce the gesture and no other.
func hits(_ row: Row, _ column: Column, _ hand: Hand) -> Int {
  var hits = 0
  for seed in 0..<seeds {
    var hand = hand.seeded(seed).sampled(at: column.rate)
    hand.sensor.reportsPressure = column.device.kind == .touchpad
    let script = FingerScript([row.action(seed)])
    let check = script.checkMeaning(
      on: Stage(column.device, hand: hand), tolerances: .standard)
    if check.isMatch {
      hits += 1
    } else if CommandLine.arguments.contains("-v") {
      print("seed \(seed) \(column.name): \(check.failure ?? "")")
    }
  }
  return hits
}

func percent(_ hits: Int) -> String {
  let value = String(format: "%.1f", Double(hits) / Double(seeds) * 100)
  return Double(hits) < 0.995 * Double(seeds) ? "**\(value)**" : value
}

var rolling = Hand.unsteady
rolling.roll = Hand.shaky.roll
let hands: [(name: String, hand: Hand)] = [
  ("People's noise", .human),
  ("Stagger, tremor, jitter of time and sensor noise at their 95th percentiles", .unsteady),
  ("The same, and the roll of a fingertip at its 95th percentile", rolling),
]
for (name, hand) in hands {
  print("\n\(name); percent of \(seeds) seeds:\n")
  print("| gesture | " + columns.map(\.name).joined(separator: " | ") + " |")
  print("|---|" + columns.map { _ in "---|" }.joined())
  for row in rows {
    let cells = columns.map { percent(hits(row, $0, hand)) }
    print("| \(row.name) | " + cells.joined(separator: " | ") + " |")
  }
}
