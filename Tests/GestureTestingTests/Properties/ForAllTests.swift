import Foundation
import TestSupport
import Testing

@testable import GestureTesting
@testable import PropertyTesting

@Suite("Property tests")
struct ForAllTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The test's file as far as past failures are concerned.
  private func check(
    _ fingers: ScriptGenerator, hands: HandGenerator = .perfect,
    stages: StageGenerator = .touchpad, runs: Int? = nil, seed: UInt64? = nil,
    environment: [String: String] = [:], named name: String = "",
    _ property: (FingerScript, Stage) throws -> some PropertyResult
  ) -> GestureCheck {
    PropertyTest(
      fingers: fingers, hands: hands, stages: stages,
      settings: .chosen(runs: runs, seed: seed, environment: environment),
      past: PastFailures(of: "taps()", named: name, in: folder.path + "/SomeTests.swift")
    ).check(property)
  }

  private var failures: [String] {
    let path = folder.path + "/Failures"
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  private struct Problem: Error, CustomStringConvertible {
    var description: String { "a problem" }
  }

  @Test("A property that holds for all scripts is no failure, and each script is played")
  func holds() {
    var plays = 0
    let outcome = check(.taps(count: 1...2, fingers: 1...3)) { script, stage in
      plays += 1
      return !stage.log.frames.isEmpty && script.actions.count == 1
    }
    #expect(outcome.failure == nil)
    #expect(plays == 100)
    #expect(failures.isEmpty)
  }

  @Test("A failing script becomes the simplest one that fails")
  func shrinks() throws {
    let visits = ScriptGenerator.gestures(fingers: 1...4).repeated(1...6)
    let outcome = check(visits, hands: .people) { script, _ in
      !script.actions.contains { ($0 as? Swipe)?.fingers ?? 0 >= 2 }
    }
    let failure = try #require(outcome.failure)
    let shown = """
          @Test func tapsAgain() {
            let script = FingerScript {
              Swipe(.left, fingers: 2)
            }
            let stage = Stage(.touchpad(), hand: Hand.perfect.sampled(at: 125))
            stage.play(script)
            // the property of script and stage
          }
      """
    #expect(failure.contains(shown), "\(failure)")
  }

  @Test(
    "Numbers come as near to their simplest value as the property allows, on both sides",
    arguments: [
      (20.0...80, 31.0, "LongPress(duration: 31)"), (20...80, 69, "LongPress(duration: 69)"),
      (20...80, 20, "LongPress(duration: 20)"),
    ])
  func numbers(range: ClosedRange<Double>, limit: Double, shown: String) throws {
    let presses = ScriptGenerator { choices in
      [LongPress(duration: choices.number(range, step: 1, simplest: 50))]
    }
    let outcome = check(presses, runs: 1000) { script, _ in
      let duration = (script.actions.first as? LongPress)?.duration ?? 0
      return limit < 50 ? duration > limit : duration < limit
    }
    #expect(try #require(outcome.failure).contains(shown))
  }

  @Test("Numbers stay in their range, whatever its ends", arguments: [1.0 / 3, 2e-7, 0.7])
  func ranges(end: Double) {
    for range in [end...end, end...end * 2, -end...0] {
      let presses = ScriptGenerator { choices in
        [LongPress(duration: choices.number(range, step: 0.1))]
      }
      let outcome = check(presses, named: "\(range)") { script, _ in
        range.contains((script.actions.first as? LongPress)?.duration ?? .nan)
      }
      #expect(outcome.failure == nil)
    }
  }

  @Test("The test to paste has a name that compiles, and says what the test's own stage adds")
  func pasted() throws {
    var profile = Profile.standard
    profile.tap.maximumDuration /= 2
    func failure(_ stages: StageGenerator) throws -> String {
      let folder = try TemporaryFolder()
      let past = PastFailures(
        of: "2 taps (or more)()", named: "", in: folder.path + "/SomeTests.swift")
      let test = PropertyTest(
        fingers: .taps(), hands: .perfect, stages: stages, settings: .chosen(runs: 1, seed: 0),
        past: past)
      return try #require(test.check { _, _ in false }.failure)
    }
    let hand = "hand: Hand.perfect"
    let built = try failure(StageGenerator { _ in Stage(.touchscreen()) { _ in } })
    #expect(built.contains("@Test func _2tapsormoreAgain() {"), "\(built)")
    #expect(built.contains("let stage = Stage(.touchscreen(), \(hand)) { ... }\n"), "\(built)")
    #expect(built.contains("again: Stage(.touchscreen(), \(hand)) { ... }\n"), "\(built)")
    let tuned = try failure(.device(.touchpad(), profile: profile))
    #expect(
      tuned.contains("let stage = Stage(.touchpad(), profile: ..., \(hand))\n"), "\(tuned)")
  }

  @Test("People are drawn evenly, and hardly one of them twice")
  func people() {
    var seeds: Set<UInt64> = []
    _ = check(.taps(), hands: .people) { _, stage in
      seeds.insert(stage.hand.seed)
      return true
    }
    #expect(seeds.count >= 99)
  }

  @Test(
    "An environment variable that is no number is a failure",
    arguments: [("GESTURE_SEED", "-1"), ("GESTURE_RUNS", "many"), ("GESTURE_RUNS", "-1")])
  func environment(name: String, value: String) throws {
    let outcome = check(.taps(), environment: [name: value]) { _, _ in true }
    #expect(
      try #require(outcome.failure) == "\(name)=\(value): expected a whole number of at least 0")
  }

  @Test("A negative number of scripts is a failure, as no script would be tried")
  func negativeRuns() {
    let outcome = check(.taps(), runs: -1) { _, _ in true }
    #expect(outcome.failure == "runs: expected at least 0, found -1")
  }

  @Test("A folder of past failures that cannot be read is a failure")
  func unreadablePast() throws {
    try folder.write("Failures", [])
    let outcome = check(.taps()) { _, _ in true }
    #expect(try #require(outcome.failure).hasPrefix("cannot try past failures: "))
  }

  @Test("Each action of repetitions within repetitions has noise of its own")
  func nested() {
    var choices = Choices(touchArea: StageDevice.touchpad().size, seed: 1)
    let actions = ScriptGenerator.taps().repeated(2...2).repeated(3...3).make(&choices)
    let numbers = actions.compactMap { ($0 as? Numbered)?.number }
    #expect(numbers.count == 6 && Set(numbers).count == 6)
  }

  @Test("What follows repetitions keeps its noise when some of them are left out")
  func afterRepetitions() {
    let generator = ScriptGenerator.taps().repeated(1...4).then(.swipes()).then(.pans())
    var numbers: Set<[Int?]> = []
    for seed in 0..<20 as Range<UInt64> {
      var choices = Choices(touchArea: StageDevice.touchpad().size, seed: seed)
      let actions = generator.make(&choices).compactMap { $0 as? Numbered }
      numbers.insert(actions.suffix(2).map(\.number))
      #expect(Set(actions.map(\.number)).count == actions.count)
    }
    #expect(numbers.count == 1)
  }

  @Test("However deep generators are, their numbers do not overflow")
  func deep() {
    var generator = ScriptGenerator.taps()
    for _ in 0..<12 { generator = generator.repeated(1...1) }
    var choices = Choices(touchArea: StageDevice.touchpad().size, seed: 1)
    #expect(generator.make(&choices).contains { $0 is Numbered })
  }

  @Test("The hand stays the same, and is the perfect one if that fails as well")
  func hands() throws {
    var seeds: Set<UInt64> = []
    let noisy = check(.taps(count: 1...3), hands: .people) { script, stage in
      let isNoisy = stage.hand != .perfect.sampled(at: 125)
      if isNoisy, (script.actions.first as? Tap)?.count == 3 { seeds.insert(stage.hand.seed) }
      return !(isNoisy && (script.actions.first as? Tap)?.count == 3)
    }
    #expect(seeds.count == 1)
    #expect(try #require(noisy.failure).contains("again: Stage(.touchpad(), hand: Hand.person("))
    try FileManager.default.removeItem(atPath: folder.path + "/Failures")
    let quiet = check(.taps(count: 1...3), hands: .people) { script, _ in
      (script.actions.first as? Tap)?.count != 3
    }
    #expect(try #require(quiet.failure).contains("hand: Hand.perfect.sampled(at: 125)"))
  }

  @Test("Actions keep their noise when others are left out, and the shown test has it")
  func noise() throws {
    /// Whether no finger touches down where noise puts one in twenty.
    func isUsual(_ script: FingerScript, _ stage: Stage) -> Bool {
      let starts = stage.log.touches.filter { $0.touch.phase == .began }.map(\.touch.location.x)
      return !starts.contains { $0.truncatingRemainder(dividingBy: 1) > 0.95 }
    }
    let many = ScriptGenerator.swipes(fingers: 1...2).repeated(1...8)
    var plays: [FingerScript] = []
    let outcome = check(many, hands: .people) { script, stage in
      plays.append(script)
      return isUsual(script, stage)
    }
    let failure = try #require(outcome.failure)
    // The property sees plain actions, whatever is played.
    #expect(plays.allSatisfy { $0.actions.allSatisfy { $0 is Swipe || $0 is Wait } })
    #expect(
      failures.count == 1 && failure.components(separatedBy: "Swipe(").count == 2, "\(failure)")
    #expect(check(many, hands: .people, runs: 0, isUsual).failure != nil)
  }

  @Test("A failure has the seed, and environment variables replay it")
  func seeds() throws {
    func failure(_ seed: UInt64, _ environment: [String: String]) throws -> String {
      let outcome = check(.taps(fingers: 1...5), seed: seed, environment: environment) {
        script, _ in (script.actions.first as? Tap)?.fingers != 4
      }
      return try #require(outcome.failure)
    }
    let first = try failure(12, [:])
    #expect(first.contains("with seed 12;"))
    try FileManager.default.removeItem(atPath: folder.path + "/Failures")
    let again = try failure(0, ["GESTURE_SEED": "12", "GESTURE_RUNS": "100"])
    #expect(again == first)
  }

  @Test("A thrown error and a failed check are failures with their message")
  func messages() throws {
    let thrown = check(.taps()) { _, _ in
      if true { throw Problem() }
      return true
    }
    #expect(try #require(thrown.failure).contains("threw a problem"))
    let failed = check(.taps(count: 2...2)) { _, stage in
      GestureCheck(of: stage) { _ in [Tap().expectation] }
    }
    let failure = try #require(failed.failure)
    #expect(failure.contains("wrong tap: 2 taps, not 1"))
    #expect(failure.split(separator: "\n").count { $0.hasPrefix("played by") } == 1)
  }

  @Test("A failure is kept, and is tried first from then on")
  func past() throws {
    func isFine(_ script: FingerScript, _ stage: Stage) -> Bool {
      (script.actions.first as? Tap)?.fingers ?? 1 < 3
    }
    #expect(check(.taps(fingers: 1...5), isFine).failure != nil)
    #expect(failures.count == 1)
    #expect(failures.first?.hasPrefix("SomeTests.taps.") == true)
    // Not even one random script is needed.
    let again = try #require(check(.taps(fingers: 1...5), runs: 0, isFine).failure)
    #expect(again.hasPrefix("fails again for the script of "))
    #expect(again.contains("fingers: 3)"))
    #expect(check(.taps(fingers: 1...5), runs: 0) { _, _ in true }.failure == nil)
  }

  @Test("Properties of one test with different names have failures of their own")
  func names() {
    #expect(check(.taps(), named: "one, two") { _, _ in false }.failure != nil)
    #expect(failures.first?.hasPrefix("SomeTests.taps.one--two.") == true)
    for name in ["", "one", "two", "one, two!"] {
      #expect(check(.taps(), runs: 0, named: name) { _, _ in false }.failure == nil)
    }
    #expect(check(.taps(), runs: 0, named: "one, two") { _, _ in false }.failure != nil)
  }

  @Test("A trait sets the number of scripts and the seed", .properties(runs: 7, seed: 5))
  func trait() {
    var plays = 0
    let outcome = check(.taps()) { _, _ in
      plays += 1
      return plays < 7
    }
    #expect(outcome.failure?.hasPrefix("fails for script 7 of 7 with seed 5") == true)
    plays = 0
    #expect(
      check(.taps(), runs: 3, seed: 1, named: "other") { _, _ in
        plays += 1
        return true
      }.failure == nil)
    #expect(plays == 3)
  }

  @Test("A kept file that cannot be read is a failure with its line")
  func brokenPast() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path + "/Failures", withIntermediateDirectories: true)
    try folder.write("Failures/SomeTests.taps.1.touch", Array("# stage: x\ntap\n".utf8))
    let outcome = check(.taps()) { _, _ in true }
    #expect(try #require(outcome.failure).contains(":1:9: expected whole numbers"))
    try folder.write("Failures/SomeTests.taps.1.touch", Array("tip\n".utf8))
    let other = check(.taps()) { _, _ in true }
    #expect(try #require(other.failure).contains(":1:1: expected one of"))
  }

  @Test("What a file cannot express is not kept, and the failure says so")
  func notKept() throws {
    let moves = ScriptGenerator { _ in [Move(to: GeographicPosition(latitude: 1, longitude: 2))] }
    let outcome = check(moves) { _, _ in false }
    #expect(try #require(outcome.failure).contains("not kept: "))
    #expect(failures.isEmpty)
  }

  @Test("Views of the stage are made simpler, too, and kept with the script")
  func stages() throws {
    let stages = StageGenerator { choices in
      let frames = choices.repeating(0...5) { choices in
        Rect(origin: choices.position(margin: 20), size: Size(width: 10, height: 10))
      }
      return Stage { window in for frame in frames { window.addSubview(View(frame: frame)) } }
    }
    var least = 9
    func hasFewViews(_ script: FingerScript, _ stage: Stage) -> Bool {
      let views = stage.window.subviews.count
      if views >= 2 { least = min(least, views) }
      return views < 2
    }
    #expect(check(.taps(), stages: stages, hasFewViews).failure != nil)
    #expect(least == 2)
    let again = try #require(check(.taps(), stages: stages, runs: 0, hasFewViews).failure)
    #expect(again.hasPrefix("fails again"))
  }

  @Test("A failure attaches the script, the recording and a picture")
  func attachments() throws {
    let outcome = check(.taps()) { _, _ in false }
    #expect(outcome.attachments.map(\.name) == ["failure.touch", "played.evemu", "failure.svg"])
    let script = try #require(outcome.attachments.first)
    #expect(String(decoding: script.bytes, as: UTF8.self).hasSuffix("\ntap\n"))
  }

  @Test("Swift Testing and functions like XCTFail receive failures")
  func reporting() {
    withKnownIssue {
      forAll(fingers: .taps(), hands: .perfect, file: "/proc/nowhere/T.swift") { _, _ in false }
    } matching: { issue in
      issue.comments.first?.rawValue.contains("cannot keep /proc/nowhere/Failures/T.reporting.")
        == true
    }
    let list = FailureList()
    let holds = forAll(
      fingers: .taps(), hands: .perfect, reporting: list.fail, file: "/proc/nowhere/T.swift"
    ) { _, _ in false }
    #expect(!holds && list.failures.count == 1)
    #expect(forAll(fingers: .taps(), reporting: list.fail) { _, _ in true })
    #expect(list.failures.count == 1)
  }

  // MARK: Generators

  private static let generators: [(name: String, generator: ScriptGenerator)] = [
    ("taps", .taps(count: 1...3, fingers: 1...5)), ("long presses", .longPresses(fingers: 1...3)),
    ("swipes", .swipes(fingers: 1...4)), ("pans", .pans(fingers: 1...3)),
    ("taps and drags", .tapsAndDrags()), ("pinches", .pinches(fingers: 2...4)),
    ("rotations", .rotations(fingers: 2...3)), ("checkmarks", .checkmarks()),
    ("fingers", .fingers(0...5)), ("gestures", .gestures(fingers: 1...3)),
    ("interrupted", .taps(count: 2...3).interrupted()),
    ("together", .longPresses().together(with: .taps())),
    ("a fixed script", .script(FingerScript { Tap(count: 2) })),
  ]

  @Test("Generators stay on the touch area and are written as files", arguments: generators.indices)
  func place(index: Int) {
    let generator = ForAllTests.generators[index].generator
    let size = StageDevice.touchpad().size
    let outcome = check(generator, hands: .people, runs: 60) { script, stage in
      let isInside = stage.log.frames.allSatisfy { frame in
        frame.contacts.allSatisfy {
          (0...size.width).contains($0.position.x) && (0...size.height).contains($0.position.y)
        }
      }
      return isInside && script.touchText(on: size, hand: stage.hand) != nil
    }
    #expect(outcome.failure == nil)
  }

  @Test("Scripts of gestures mean one gesture each, and those of `then` come one after the other")
  func meanings() {
    let generator = ScriptGenerator.gestures().then(.gestures(), after: 1.5...2)
    let outcome = check(generator) { script, stage in
      stage.log.meanings.count == 2 && stage.log.gestures.count == 2
        && stage.log.meanings[0].end < stage.log.meanings[1].start
    }
    #expect(outcome.failure == nil, "\(outcome.failure ?? "")")
  }

  @Test("Random views are in the window or in each other, and receive the touches on them")
  func views() {
    var depths: Set<Int> = []
    func depth(_ view: View) -> Int { 1 + (view.subviews.map(depth).max() ?? 0) }
    let outcome = check(.fingers(1...3), stages: .views(0...4)) { _, stage in
      depths.insert(depth(stage.window))
      return stage.log.touches.allSatisfy { touch in
        let isWindow = touch.view == ObjectIdentifier(stage.window)
        return isWindow || !stage.window.subviews.isEmpty
      } && !stage.log.touches.isEmpty
    }
    #expect(outcome.failure == nil, "\(outcome.failure ?? "")")
    #expect(depths.isSuperset(of: [1, 2, 3]))
  }

  @Test(
    "The simplest place is the default one, and is not written",
    arguments: [
      (ScriptGenerator.pinches(), "Pinch(.in)"), (.rotations(), "Rotation(.clockwise)"),
      (.checkmarks(), "Checkmark()"), (.swipes(), "Swipe(.left)"), (.taps(), "Tap()"),
    ])
  func simplestPlace(generator: ScriptGenerator, shown: String) throws {
    let outcome = check(generator) { _, _ in false }
    #expect(try #require(outcome.failure).contains(shown))
  }

  @Test("Any range of repetitions is allowed", arguments: [0...Int.max, Int.min...2, 3...3])
  func repetitions(range: ClosedRange<Int>) {
    var choices = Choices(touchArea: Size(width: 1, height: 1), seed: 1)
    let values = choices.repeating(range) { $0.flag() }
    #expect(range.contains(values.count) && values.count <= 1003)
  }

  @Test("Areas, rates and devices of a test's own are kept to")
  func areas() {
    let area = Rect(x: 120, y: 50, width: 10, height: 20)
    let hands = HandGenerator.people.sampled(at: [60, 240])
    var rates: Set<Double> = []
    let outcome = check(.taps(in: area), hands: hands, stages: .touchscreen) { script, stage in
      rates.insert(stage.hand.sensor.rate)
      let place = (script.actions.first as? Tap)?.position ?? .zero
      return (120...130).contains(place.x) && (50...70).contains(place.y)
        && stage.device == .touchscreen()
    }
    #expect(outcome.failure == nil)
    #expect(rates == [60, 240])
  }
}
