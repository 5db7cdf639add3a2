// noise-table: prints how often gestures are recognized with the noise of hands and sensors.
// Usage: noise-table [SEEDS]
import Checking
import Foundation
import GestureTesting

let seeds = CommandLine.arguments.dropFirst().first.flatMap { UInt64($0) } ?? 2000

/// A gesture with the variation of people, which the seed determines.
struct Row {
  var name: String
  var action: (UInt64) -> any FingerAction
}

let directions: [IntendedGesture.Direction] = [.left, .right, .up, .down]
func direction(_ seed: UInt64) -> IntendedGesture.Direction { directions[Int(seed % 4)] }

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

/// A kind of hands, of which the seed chooses one.
struct Hands {
  var name: String
  var hand: (UInt64) -> Hand
}

let kinds = [
  Hands(name: "People's hands") { .person($0) },
  Hands(name: "Stagger, tremor, jitter of time and sensor noise at their 95th percentiles") {
    .unsteady.seeded($0)
  },
  Hands(name: "The same, and the roll of a fingertip at its 95th percentile") { .shaky.seeded($0) },
]

/// The share of the seeds that produce the gesture and no other.
///
/// Each cell of a table has seeds of its own, from `first` on, so that what is bad luck in one is
/// not in all.
func share(of row: Row, _ column: Column, _ hands: Hands, first: UInt64) -> Proportion {
  var hits = 0
  for seed in first..<first + seeds {
    var hand = hands.hand(seed).sampled(at: column.rate)
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
  return Proportion(hits, of: Int(seeds))
}

/// In percent, with the interval of 95 % confidence; bold if that is below 99.5 %. One miss is not
/// 100.0.
func percent(_ proportion: Proportion) -> String {
  func text(_ share: Double) -> String { String(format: "%.1f", share * 100) }
  let interval = proportion.interval
  let value = text(((proportion.share ?? 0) * 1000).rounded(.down) / 1000)
  return (interval.upperBound < 0.995 ? "**\(value)**" : value)
    + " (\(text(interval.lowerBound)) to \(text(interval.upperBound)))"
}

var cells: UInt64 = 0
for hands in kinds {
  print("\n\(hands.name); percent of \(seeds) seeds in each cell, with intervals of 95 %:\n")
  print("| gesture | " + columns.map(\.name).joined(separator: " | ") + " |")
  print("|---|" + columns.map { _ in "---|" }.joined())
  for row in rows {
    let texts = columns.map { column in
      cells += 1
      // A multiple of 4, for the directions.
      return percent(share(of: row, column, hands, first: cells * 1_000_000))
    }
    print("| \(row.name) | " + texts.joined(separator: " | ") + " |")
  }
}
