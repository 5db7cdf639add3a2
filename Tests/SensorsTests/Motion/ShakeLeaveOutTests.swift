import Sensors
import TestSupport
import Testing
import Timeline

/// How well limits do that were chosen without the recordings on which they are measured.
///
/// The people of the recordings are not known, so that blocks of the recording's time are left out.
@Suite("Shakes with limits chosen on other recordings", .requiresShared("data/accel"))
struct ShakeLeaveOutTests {
  /// The hits, the false positives and the labels of each block.
  private struct Counts {
    var hits: Double = 0
    var shakes: Double = 0
    var labels: Double = 0

    var f1: Double { 2 * hits / max(1, labels + shakes) }

    static func + (left: Counts, right: Counts) -> Counts {
      Counts(
        hits: left.hits + right.hits, shakes: left.shakes + right.shakes,
        labels: left.labels + right.labels)
    }
  }

  private static let blocks = 6

  /// Strengths, numbers of strokes and frequencies, each combined with each.
  private static let candidates: [StandardShakeRule.Parameters] =
    [0.75, 0.85, 0.95, 1.05, 1.15].flatMap { strength in
      [5.4, 5.9, 6.4, 6.9, 7.4].flatMap { strokes in
        [2.25, 2.5, 2.75].map { frequency in
          var parameters = StandardShakeRule.Parameters()
          parameters.strength = strength
          parameters.strokes = strokes
          parameters.frequency = frequency
          return parameters
        }
      }
    }

  /// The counts of each block, for each candidate; blocks have equal numbers of samples.
  private func counts(
    _ samples: [AccelerationSample], _ labels: [ClosedRange<Timestamp>]
  ) -> [[Counts]] {
    let edges = (1..<Self.blocks).map { samples[$0 * samples.count / Self.blocks].time }
    func block(_ time: Timestamp) -> Int { edges.count { $0 <= time } }
    return Self.candidates.map { parameters in
      var counts = [Counts](repeating: Counts(), count: Self.blocks)
      for label in labels { counts[block(label.lowerBound)].labels += 1 }
      let shakes = StandardShakeRule.shakes(in: samples, parameters)
      for (shake, hit) in zip(shakes, StandardShakeRule.matches(shakes, labels)) {
        let place = block(hit.map { labels[$0].lowerBound } ?? shake.time)
        counts[place].shakes += 1
        if hit != nil { counts[place].hits += 1 }
      }
      return counts
    }
  }

  private func sum(_ counts: [Counts], without block: Int? = nil) -> Counts {
    counts.indices.filter { $0 != block }.reduce(Counts()) { $0 + counts[$1] }
  }

  /// The candidate that does best; of several, the middle one.
  private func best(_ scores: [Double]) -> Int {
    let most = scores.max() ?? 0
    let equal = scores.indices.filter { scores[$0] > most - 1e-9 }
    return equal[equal.count / 2]
  }

  /// The F1 of the blocks together, each with the limits that do best on the others.
  private func leaveOut(_ counts: [[Counts]]) -> Double {
    (0..<Self.blocks).map { block in
      counts[best(counts.map { sum($0, without: block).f1 })][block]
    }.reduce(Counts(), +).f1
  }

  @Test(
    "Limits chosen on five blocks of time do on the sixth, and those of one device on the other")
  func leftOut() throws {
    let phone = try counts(SensorLogs.shakes(), SensorLogs.labels())
    let remote = try counts(SensorLogs.gestures(), SensorLogs.gestureLabels())
    let (phoneScores, remoteScores) = (phone.map { sum($0).f1 }, remote.map { sum($0).f1 })
    let results = [
      ("phone, blocks left out", leaveOut(phone), 0.88),
      ("remote control, blocks left out", leaveOut(remote), 0.78),
      ("phone, limits of the remote control", phoneScores[best(remoteScores)], 0.87),
      ("remote control, limits of the phone", remoteScores[best(phoneScores)], 0.74),
    ]
    for (name, score, least) in results {
      print("F1 \(name): \((score * 1000).rounded() / 1000)")
      #expect(score >= least, "\(name)")
    }
  }

  @Test(
    "A limit changed by a fifth loses at most 0.15",
    arguments: ["strength", "frequency", "strokes", "contrast", "sustainedJerk"])
  func sensitivity(limit: String) throws {
    let phone = try (SensorLogs.shakes(), SensorLogs.labels())
    let remote = try (SensorLogs.gestures(), SensorLogs.gestureLabels())
    let kinds = ["stationary", "walk", "cycling", "running", "jogging", "motion"]
    let others = try kinds.flatMap { try SensorLogs.logs($0) }
    for factor in [0.8, 1, 1.2] {
      var parameters = StandardShakeRule.Parameters()
      switch limit {
      case "strength": parameters.strength *= factor
      case "frequency": parameters.frequency *= factor
      case "strokes": parameters.strokes *= factor
      case "contrast": parameters.contrast *= factor
      default: parameters.sustainedJerk *= factor
      }
      let first = StandardShakeRule.score(phone.0, phone.1, parameters)
      let second = StandardShakeRule.score(remote.0, remote.1, parameters)
      let alarms = others.reduce(0) {
        $0 + StandardShakeRule.shakes(in: $1.samples, parameters).count
      }
      print(
        "F1 \(limit) times \(factor): phone \(first) remote control \(second) alarms \(alarms)")
      // The count of strokes is what tells a shake from a movement.
      #expect(first.f1 >= 0.78)
      #expect(second.f1 >= 0.7)
      if factor == 1 { #expect(alarms == 0) }
    }
  }
}
