import Files
import Foundation
import Gestures
import Playback
import TestSupport
import Testing

@Suite("Explanations")
struct ExplanationTests {
  @Test(
    "Palms are one episode within the quiet time of the profile", arguments: [(0.5, 2), (0.1, 1)])
  func palmEpisodes(quietTime: Double, palms: Int) throws {
    var options = ReplayOptions()
    options.profile.palm.quietTime = quietTime
    let all = try Explanation(path: "Traces/palm.evemu", options: options)
    let first = try Explanation(path: "Traces/palm.evemu", options: options, around: 0)
    func count(_ explanation: Explanation) -> Int {
      explanation.entries.count { if case .palm = $0 { true } else { false } }
    }
    #expect(count(all) >= 2 && count(first) == palms, "\(count(all))")
  }

  private static let traces = packageFolder.appending(path: "Traces")

  private static let shortSwipe =
    "swipe failed at 0.080 s: travelled 1.5 mm, at least 5.6 mm needed (swipe.initialSlop)"

  private func lines(
    _ trace: String, gesture: Gesture.Kind? = nil, around moment: Double? = nil,
    profile: Profile = .standard
  ) throws -> [String] {
    var options = ReplayOptions()
    options.profile = profile
    return try Explanation(
      path: Self.traces.appending(path: trace).path, options: options, gesture: gesture,
      around: moment
    ).entries.map { entry in
      switch entry {
      case .touch(let record): "touch \(record.touch.id) \(record.touch.phase.rawName)"
      case .palm(let record): "palm \(record.palm.touchID): \(record.sentence)"
      case .change(let record): record.sentence
      case .gesture(let record): record.json
      }
    }
  }

  @Test("Each recognizer that fails says what it measured and its limit")
  func reasons() throws {
    let lines = try lines("tap.evemu")
    #expect(lines.first == "touch 1 began")
    #expect(lines.contains(ExplanationTests.shortSwipe))
    #expect(lines.contains("pinch failed at 0.080 s: 1 finger, at least 2 needed"))
    #expect(lines.contains("tap was recognized at 0.380 s"))
  }

  @Test(
    "Palms are in the history, each with the limit that it exceeded, also where they began no touch"
  )
  func palms() throws {
    #expect(
      try lines("palm.evemu") == [
        "palm 1: pressure 0.64, fingers press less than 0.52 (palm.heavyPressure)",
        "palm 2: beside a palm",
      ])
    #expect(
      try lines("palm-flicker.evemu", around: 1).contains {
        $0.hasPrefix("palm ") && $0.hasSuffix("(palm.flickerPeriod)")
      })
  }

  @Test("A kind of gesture limits the changes to its recognizers")
  func oneKind() throws {
    #expect(
      try lines("tap.evemu", gesture: .swipe) == [
        "touch 1 began", "touch 1 ended", ExplanationTests.shortSwipe,
      ])
  }

  @Test("Sentences name the direction of each of UIKit's swipe recognizers")
  func directions() throws {
    let lines = try lines("swipe-left.raw", gesture: .swipe, profile: .uikit)
    #expect(lines.contains { $0.hasPrefix("swipe left was recognized at ") })
    for direction in ["right", "up", "down"] {
      #expect(lines.contains { $0.hasPrefix("swipe \(direction) failed at ") })
    }
  }

  @Test("A line of JSON has the reason as data: measured, limit, unit, parameter and touch")
  func json() throws {
    let explanation = try Explanation(
      path: Self.traces.appending(path: "tap.evemu").path, options: ReplayOptions(),
      gesture: .swipe)
    let records = explanation.entries.compactMap { entry in
      if case .change(let record) = entry { record } else { nil }
    }
    let line = try #require(records.first).json
    #expect(line.contains(#""gesture":"swipe","from":"possible","state":"failed""#))
    #expect(
      line.contains(
        #""limit":5.609816,"unit":"mm","parameter":"swipe.initialSlop","touch":1,"sentence":"swipe failed at "#
      ))
  }

  @Test(
    "Every parameter in a reason exists in the profile",
    arguments: [Profile.standard, .uikit])
  func parameters(profile: Profile) throws {
    let keys = Set(Profile.parameters.map(\.key))
    var seen: Set<String> = []
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.traces.path)
    for name in names where !name.hasSuffix(".md") && !name.hasSuffix(".jsonl") {
      var options = ReplayOptions()
      options.profile = profile
      let path = Self.traces.appending(path: name).path
      for entry in try Explanation(path: path, options: options).entries {
        guard case .change(let record) = entry, let reason = record.change.reason,
          let parameter = reason.parameter
        else { continue }
        seen.insert(parameter)
        #expect(keys.contains(parameter))
        #expect(reason.measured != nil && reason.limit != nil, "\(name): \(record.sentence)")
      }
    }
    #expect(seen.count > 5)
  }

  @Test("At equal times, a touch precedes the changes that it caused")
  func order() throws {
    let lines = try lines("begins-in-pan.evemu")
    #expect(lines.first == "touch 1 began")
    #expect(lines.last == "pan ended at 0.751 s")
    #expect(lines.firstIndex(of: "touch 1 ended").map { $0 < lines.count - 1 } == true)
  }

  @Test("Where events have no times, changes follow the touch that caused them, too")
  func withoutTimes() throws {
    let folder = try TemporaryFolder()
    let taps = (0..<3).map { tap in
      """
      /dev/input/event1: 0003 0039 0000000\(tap)
      /dev/input/event1: 0003 0035 00000064
      /dev/input/event1: 0003 0036 000000c8
      /dev/input/event1: 0000 0000 00000000
      /dev/input/event1: 0003 0039 ffffffff
      /dev/input/event1: 0000 0000 00000000

      """
    }.joined()
    let path = try folder.write("taps.getevent", taps)
    let lines = try Explanation(path: path, options: ReplayOptions(), gesture: .pinch).entries.map {
      switch $0 {
      case .touch(let record): "touch \(record.touch.id) \(record.touch.phase.rawName)"
      case .change(let record): "\(record.change.kind) \(record.change.to)"
      case .palm: "palm"
      case .gesture: "gesture"
      }
    }
    #expect(
      lines
        == (1...3).flatMap { ["touch \($0) began", "touch \($0) ended", "pinch failed"] })
  }

  @Test("A time selects the touches around it")
  func moment() throws {
    let first = try lines("tap-then-swipe.evemu", gesture: .pinch, around: 0)
    let second = try lines("tap-then-swipe.evemu", gesture: .pinch, around: 0.4)
    #expect(first.first == "touch 1 began")
    #expect(second.first == "touch 2 began")
    #expect(first.count == 3 && second.count == 3)
  }
}

extension Explanation {
  fileprivate init(
    path: String, options: ReplayOptions, gesture: Gesture.Kind? = nil, around moment: Double? = nil
  ) throws {
    try self.init(
      Recording(path: path, options: options), options: options, gesture: gesture, around: moment)
  }
}
