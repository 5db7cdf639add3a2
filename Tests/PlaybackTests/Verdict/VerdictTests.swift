import Checking
import Contacts
import Files
import Foundation
import Gestures
import Playback
import TestSupport
import Testing
import Timeline

import struct TouchScript.Perturbation

struct VerdictTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func recording(_ fingers: [Finger]) throws -> LoadedRecording {
    try LoadedRecording(path: folder.write("trace.evemu", SampleTrace.bytes(fingers)))
  }

  /// The verdict on a recording of the folder `Traces`.
  private func verdict(_ expected: String, _ trace: String) throws -> Verdict {
    let path = packageFolder.appending(path: "Traces/\(trace)").path
    return Verdict(try ExpectedGesture(parsing: expected), in: try LoadedRecording(path: path))
  }

  /// A movement to the right of 30 mm in the given time.
  private func slowSwipe(_ seconds: Double, fingers: Int = 1, at time: Double = 0) -> [Finger] {
    (0..<fingers).map { index in
      let y = 10 + 15 * Double(index)
      return Finger(
        from: Point(x: 20, y: y), to: Point(x: 50, y: y), landing: time, lift: time + seconds)
    }
  }

  /// Whether a profile recognizes the expected gesture.
  private func isRecognized(
    _ expected: ExpectedGesture, _ recording: LoadedRecording, _ profile: Profile
  ) -> Bool {
    recording.records(profile).contains { expected.matches($0.gesture) }
  }

  /// The standard profile with the changes of a verdict.
  private func changed(_ changes: [SettingChange], _ profile: Profile = .standard) throws -> Profile
  {
    var profile = profile
    for change in changes {
      let parameter = try #require(
        Profile.parameters.first { $0.key == change.parameter }, "\(change.parameter)")
      guard case .number(let value) = change.value else { continue }
      profile[parameter] = parameter.inside(value)
    }
    return profile
  }

  @Test(
    "A verdict on an impossible number of taps or fingers is that it is not recognized",
    arguments: [0, -1, .min, .max])
  func impossibleNumbers(number: Int) throws {
    let taps = [0, 0.2, 0.4].map { Finger.tap(x: 20, y: 10, at: $0) }
    for fingers in [taps, slowSwipe(0.9)] {
      let recording = try recording(fingers)
      for expected in [
        ExpectedGesture(.tap, taps: number), ExpectedGesture(.tap, touches: number),
        ExpectedGesture(.swipe, touches: number), ExpectedGesture(.tap, taps: number, at: 0.2),
      ] {
        #expect(!Verdict(expected, in: recording).isRecognized)
      }
    }
  }

  @Test("The measure of a slow swipe is that of the whole movement, not of the recognizer")
  func wholeMeasure() throws {
    let recording = try recording(slowSwipe(0.9))
    let verdict = Verdict(ExpectedGesture(.swipe), in: recording)
    let unmet = try #require(verdict.unmet.first)
    #expect(!verdict.isRecognized && verdict.unmet.count == 1)
    #expect(unmet.parameter == "swipe.maximumDuration" && unmet.limit == 0.5 && unmet.unit == "s")
    // From the departure, after the slop of 3.4 mm, to the touch up.
    let measured = try #require(unmet.measured)
    #expect(measured > 0.75 && measured < 0.9)
    #expect((try #require(unmet.gaveUp)) < 0.65)
    #expect(unmet.sentence.hasPrefix("the movement took \(measured.text(decimals: 3)) s"))
  }

  @Test("The suggested setting suffices, and 2 ms less does not")
  func smallestSetting() throws {
    let recording = try recording(slowSwipe(0.9))
    let expected = ExpectedGesture(.swipe, direction: .right)
    let verdict = Verdict(expected, in: recording)
    let change = try #require(verdict.settings.first)
    #expect(verdict.settings.count == 1 && change.parameter == "swipe.maximumDuration")
    guard case .number(let value) = change.value else { return #expect(Bool(false)) }
    var profile = Profile.standard
    profile.swipe.maximumDuration = value
    #expect(isRecognized(expected, recording, profile))
    profile.swipe.maximumDuration = value - 0.002
    #expect(!isRecognized(expected, recording, profile))
  }

  @Test("The suggested speed suffices")
  func movement() throws {
    let recording = try recording(slowSwipe(0.9))
    let verdict = Verdict(ExpectedGesture(.swipe), in: recording)
    let change = try #require(verdict.movement.first)
    #expect(change.kind == .faster && change.amount > 1.4 && change.amount < 2)
    let faster = try self.recording(slowSwipe(0.9 / change.amount))
    #expect(isRecognized(ExpectedGesture(.swipe), faster, .standard))
    #expect(
      verdict.text.hasSuffix(
        "or when made \(change.amount.text(decimals: 0...2)) times as fast."))
  }

  @Test("A recognized gesture has a verdict with its time, and nothing unmet")
  func recognized() throws {
    let recording = try recording(slowSwipe(0.2))
    let verdict = Verdict(ExpectedGesture(.swipe, touches: 1), in: recording)
    #expect(verdict.isRecognized && verdict.unmet.isEmpty && verdict.settings.isEmpty)
    #expect(verdict.recognized.count == 1)
    #expect(verdict.text.hasPrefix("Recognized: swipe, at 0.2"))
    #expect(verdict.json.contains("\"verdict\":\"recognized\""))
  }

  @Test(
    "The first three of several times are listed, then the number of the others",
    arguments: [(3, "s."), (4, "s and once more."), (5, "s and 2 more times.")])
  func times(count: Int, end: String) throws {
    let recording = try recording((0..<count).map { .tap(x: 30, y: 30, at: Double($0) * 2) })
    #expect(Verdict(ExpectedGesture(.tap), in: recording).text.hasSuffix(" \(end)"))
  }

  @Test("The verdict names what was reported instead, and the recognizer that took the touches")
  func instead() throws {
    let verdict = Verdict(ExpectedGesture(.swipe), in: try recording(slowSwipe(0.9)))
    #expect(verdict.recognized.map(\.gesture.kind) == [.pan] && verdict.rival == .gesture(.pan))
    #expect(verdict.text.contains("It was reported as a pan to the right."))
  }

  @Test("A swipe of too few fingers names their number first, then the unmet limits")
  func fingers() throws {
    let recording = try recording(slowSwipe(0.9, fingers: 2))
    let verdict = Verdict(ExpectedGesture(.swipe, touches: 3), in: recording)
    #expect(verdict.unmet.first?.cause == .touches && verdict.unmet.first?.measured == 2)
    #expect(verdict.unmet.dropFirst().first?.parameter == "swipe.maximumDuration")
    #expect(
      verdict.text.hasPrefix("No swipe of 3 fingers: 2 fingers, 3 expected; and the movement"))
    #expect(verdict.settings.isEmpty)
  }

  @Test("A swipe in another direction names the direction, and how far to turn it")
  func direction() throws {
    let recording = try recording(slowSwipe(0.2))
    let verdict = Verdict(ExpectedGesture(.swipe, direction: .down), in: recording)
    #expect(verdict.unmet.first?.cause == .direction)
    #expect(verdict.movement.contains { $0.kind == .clockwise })
    #expect(verdict.text.contains("the direction was right, down expected"))
  }

  @Test(
    "A movement in another direction names the direction after the decisive condition",
    arguments: [
      ("left", "; and the direction was right, left expected."),
      ("upLeft", "; and the direction was right, upLeft expected."), ("right", nil),
    ])
  func otherDirection(direction: String, text: String?) throws {
    let verdict = try verdict("swipe,direction=\(direction)", "pan.evemu")
    #expect(verdict.unmet.first?.parameter == "swipe.maximumDuration")
    #expect(verdict.unmet.contains { $0.cause == .direction } == (text != nil))
    if let text { #expect(verdict.text.contains(text), "\(verdict.text)") }
  }

  @Test("Fingers that rest have no direction to name")
  func restingDirection() throws {
    let verdict = try verdict("swipe,direction=left", "tap.evemu")
    #expect(!verdict.unmet.contains { $0.cause == .direction })
  }

  @Test("A turned movement is the one that a perturbation turns about its middle")
  func turned() throws {
    let recording = try recording(slowSwipe(0.2, fingers: 2))
    let turned = try #require(
      MovementChange(.clockwise, 30).applied(to: recording, during: 0...0.2))
    let frames = Perturbation(.clockwise, amount: 30).applied(to: recording.tracks[0].frames)
    #expect(turned.tracks[0].frames == frames)
  }

  @Test("A change has words and a record for any number of fingers", arguments: [.nan, 1e300, 2.5])
  func oddNumberOfFingers(number: Double) {
    let change = MovementChange(.touches, number)
    let words = number == 2.5 ? "2 fingers" : "\(number.text(decimals: 0...2)) fingers"
    #expect(change.phrase == "made with \(words)")
    let key = number == 2.5 ? ",\"touches\":2" : ""
    #expect(change.json == "{\"change\":\"touches\"\(key)}")
  }

  @Test(
    "A gesture that is the same in every direction is not turned",
    arguments: [("pinch-out.evemu", "rotation"), ("rotate-clockwise.yml", "pinch")])
  func notTurned(trace: String, expected: String) throws {
    let movement = try verdict(expected, trace).movement
    #expect(!movement.contains { $0.kind == .clockwise || $0.kind == .counterclockwise })
  }

  @Test("Of two changed settings, both are named and both suffice")
  func pair() throws {
    var profile = Profile.standard
    profile.swipe.maximumDuration = 0.1
    profile.swipe.minimumLength = 400
    let recording = try recording(slowSwipe(0.3))
    let verdict = Verdict(ExpectedGesture(.swipe), in: recording, profile: profile)
    #expect(
      Set(verdict.settings.map(\.parameter)) == ["swipe.maximumDuration", "swipe.minimumLength"])
    #expect(
      isRecognized(ExpectedGesture(.swipe), recording, try changed(verdict.settings, profile)))
  }

  @Test(
    "Of two numbers that a person has chosen, both are named where the search finds no others",
    arguments: [
      ("pan.slop", 0.857, "longPress.minimumDuration", 0),
      ("longPress.minimumDuration", 0, "palm.firstPressure", 0.1),
    ])
  func twoChosen(first: String, value: Double, second: String, secondValue: Double) throws {
    var profile = Profile.standard
    for (key, value) in [(first, value), (second, secondValue)] {
      let parameter = try #require(Profile.parameter(key))
      profile[parameter] = parameter.inside(value)
    }
    let path = packageFolder.appending(path: "Traces/long-press-two-fingers.evtest").path
    let recording = try LoadedRecording(path: path)
    let expected = ExpectedGesture(.longPress, touches: 2, at: 0)
    let verdict = Verdict(expected, in: recording, profile: profile)
    #expect(Set(verdict.settings.map(\.parameter)) == [first, second])
    #expect(verdict.unmet.map(\.parameter) == verdict.settings.map(\.parameter))
    #expect(isRecognized(expected, recording, try changed(verdict.settings, profile)))
  }

  @Test("A setting of the recognizer that took the touches is suggested")
  func rivalSetting() throws {
    var profile = Profile.standard
    profile.longPress.minimumDuration = 0.05
    let recording = try recording([.tap(x: 30, y: 30, at: 0)])
    let verdict = Verdict(ExpectedGesture(.tap), in: recording, profile: profile)
    #expect(verdict.rival == .gesture(.longPress))
    #expect(verdict.unmet.map(\.parameter) == ["longPress.minimumDuration"])
    #expect(isRecognized(ExpectedGesture(.tap), recording, try changed(verdict.settings, profile)))
  }

  @Test("Two taps that are too far apart for a double tap name the interval")
  func interval() throws {
    let recording = try recording([.tap(x: 30, y: 30, at: 0), .tap(x: 30, y: 30, at: 0.7)])
    let verdict = Verdict(ExpectedGesture(.tap, taps: 2), in: recording)
    #expect(verdict.settings.map(\.parameter) == ["tap.interval"])
    #expect(verdict.movement.contains { $0.kind == .shorterPauses })
  }

  @Test("Shorter pauses are those of the movement, and later touches are moved with it")
  func pauses() throws {
    let taps = [0, 0.58].map { Finger.tap(x: 30, y: 30, at: $0) }
    let later = Finger.tap(x: 30, y: 30, at: 1.06)
    let expected = try ExpectedGesture(parsing: "tap,taps=2,at=0")
    let alone = Verdict(expected, in: try recording(taps))
    let verdict = Verdict(expected, in: try recording(taps + [later]))
    let change = try #require(verdict.movement.first { $0.kind == .shorterPauses })
    #expect(change == alone.movement.first { $0.kind == .shorterPauses })
    let span = try #require(verdict.span)
    let changed = try #require(change.applied(to: recording(taps + [later]), during: span))
    let times = changed.tracks[0].frames.filter { !$0.contacts.isEmpty }.map(\.time.seconds)
    let starts = times.indices.filter { $0 == 0 || times[$0] - times[$0 - 1] > 0.05 }
      .map { times[$0] }
    #expect(starts.count == 3 && abs(starts[2] - starts[1] - 0.48) < 0.001)
  }

  @Test("A finger that is removed does not come back when the other one lifts before it")
  func removedFinger() throws {
    let pan = [(20.0, 1.4), (40, 1.6)].map { y, lift in
      Finger(from: Point(x: 20, y: y), to: Point(x: 60, y: y), landing: 0, lift: lift)
    }
    let verdict = Verdict(ExpectedGesture(.tap, touches: 1), in: try recording(pan))
    #expect(!verdict.movement.contains { $0.kind == .touches })
  }

  @Test("Fingers that are too many are removed from each tap")
  func surplus() throws {
    let fingers = [0, 0.2].flatMap { time in
      [30.0, 50].map { Finger.tap(x: $0, y: 30, at: time) }
    }
    let expected = ExpectedGesture(.tap, touches: 1, taps: 2)
    let verdict = Verdict(expected, in: try recording(fingers))
    #expect(verdict.movement.contains { $0.kind == .touches && $0.amount == 1 })
  }

  @Test("A series of taps is judged as a whole, and its number of taps comes first")
  func series() throws {
    let verdict = try verdict("tap,taps=2", "triple-tap.evemu")
    #expect(verdict.text == "No double tap: 3 taps, 2 expected. It was reported as a triple tap.")
    #expect(verdict.settings.isEmpty && verdict.movement.isEmpty)
    #expect(try self.verdict("tap,taps=3", "triple-tap.evemu").isRecognized)
  }

  @Test("The measures of a movement that is no tap do not depend on the number of taps")
  func seriesOfPan() throws {
    let one = try verdict("tap", "pan.evemu")
    let two = try verdict("tap,taps=2", "pan.evemu")
    #expect(two.text.hasPrefix("No double tap: 1 touch, 2 taps expected; and the fingers moved"))
    #expect(two.unmet.dropFirst().map(\.measured) == one.unmet.map(\.measured))
    #expect(two.unmet.dropFirst().map(\.parameter) == one.unmet.map(\.parameter))
  }

  @Test(
    "A limit for which no recognizer gave up has its measure in words",
    arguments: [
      (
        "tap,taps=2", "taps-apart.events", "the touches were 0.602 s apart, at most 0.300 s allowed"
      ),
      ("pinch", "palm.evemu", "of the mean distance from the centroid, at least 4."),
      ("rotation", "pinch-out.evemu", "0.1 mm of arc around the centroid, at least 4."),
      ("rotation", "pinch-out.evemu", "the arc over the centroid's translation was 0.53, at least"),
      ("pan", "tap.evemu", "the fingers travelled 1."),
      ("swipe", "ends-in-pan.raw", "at most 0.500 s allowed"),
    ])
  func measureInWords(expected: String, trace: String, text: String) throws {
    let verdict = try verdict(expected, trace)
    #expect(verdict.unmet.contains { $0.sentence.contains(text) }, "\(verdict.text)")
    let own = verdict.unmet.filter {
      $0.parameter?.hasPrefix(verdict.expected.kind.rawValue) == true
    }
    #expect(own.allSatisfy { $0.cause != nil })
  }

  @Test("at chooses the movement", arguments: [(0.1, "swipe.maximumDuration"), (5.1, nil)])
  func at(at: Double, parameter: String?) throws {
    let recording = try recording(slowSwipe(0.9) + slowSwipe(0.2, at: 5))
    let verdict = Verdict(ExpectedGesture(.swipe, at: at), in: recording)
    #expect(verdict.unmet.first?.parameter == parameter)
    #expect(verdict.isRecognized == (parameter == nil))
  }

  @Test("A tap at a time is that touch, not another one of its series")
  func tapOfSeries() throws {
    let point = Point(x: 30, y: 30)
    let recording = try recording(
      [(0, 0.12), (0.5, 0.07)].map { (landing: Double, seconds: Double) in
        Finger(from: point, to: point, landing: landing, lift: landing + seconds)
      })
    var profile = Profile.standard
    profile.tap.maximumDuration = 0.05
    profile.tap.interval = 0.6
    let expected = ExpectedGesture(.tap, taps: 1, at: 0)
    let verdict = Verdict(expected, in: recording, profile: profile)
    #expect(!verdict.isRecognized && !verdict.settings.isEmpty)
    let starts = recording.records(try changed(verdict.settings, profile))
      .filter { expected.matches($0.gesture) }.map(\.start)
    #expect(starts.contains(0), "\(verdict.text)")
  }

  @Test("Without at, the movement that is nearest to the gesture is examined")
  func likeliest() throws {
    let recording = try recording(
      [.tap(x: 60, y: 30, at: 0)] + slowSwipe(0.9, fingers: 3, at: 3)
        + [.tap(x: 60, y: 30, at: 6)])
    let verdict = Verdict(ExpectedGesture(.swipe, touches: 3), in: recording)
    #expect(verdict.span?.lowerBound == 3)
    #expect(verdict.unmet.first?.parameter == "swipe.maximumDuration")
  }

  @Test("A recognizer whose rule is off names the rule, and the rule that suffices")
  func off() throws {
    var profile = Profile.standard
    profile.swipe.rule = .off
    let verdict = Verdict(
      ExpectedGesture(.swipe), in: try recording(slowSwipe(0.2)), profile: profile)
    #expect(verdict.text.contains("its rule is off"))
    #expect(verdict.settings.first?.parameter == "swipe.rule")
  }

  @Test("The verdict on one of several movements names its time, unless the question does")
  func namedTime() throws {
    let recording = try LoadedRecording(path: "Traces/swipes.evemu")
    let verdict = Verdict(ExpectedGesture(.tap), in: recording, searches: false)
    let start = try #require(verdict.span?.lowerBound).text(decimals: 3)
    #expect(verdict.text.hasPrefix("No tap at \(start) s: the recognizer gave up when"))
    let asked = Verdict(ExpectedGesture(.tap, at: 1), in: recording, searches: false)
    #expect(asked.text.hasPrefix("No tap: the recognizer gave up when the fingers had moved"))
  }

  @Test(
    "Each condition has the measure of the whole movement, where the first one hides others",
    arguments: [("swipe-left.raw", [32.68, 0.26]), ("swipes.evemu", [33.95, 0.258])])
  func wholeMeasures(trace: String, measures: [Double]) throws {
    let unmet = try verdict("longPress,at=0", trace).unmet.prefix(2)
    #expect(unmet.map(\.parameter) == ["longPress.allowableMovement", "longPress.minimumDuration"])
    for (condition, measure) in zip(unmet, measures) {
      #expect(abs((condition.measured ?? 0) - measure) < 0.02, "\(condition.sentence)")
    }
  }

  @Test("A rival that no number keeps away is a condition")
  func rival() throws {
    let verdict = try verdict("swipe", "pinch-in-three-fingers.evtest")
    #expect(verdict.unmet.map(\.cause) == [.duration, .prevented])
    #expect(verdict.text.contains("; and a pinch took the touches. "))
  }

  @Test("A limit so small that the gesture comes before the others is not the measure")
  func earlyRecognition() throws {
    let recording = try LoadedRecording(path: "Traces/tap-shaky.evemu")
    let verdict = Verdict(ExpectedGesture(.longPress), in: recording, profile: .uikit)
    #expect(verdict.unmet.map(\.parameter).first == "longPress.allowableMovement")
    #expect(verdict.unmet.count == 2)
    #expect(verdict.text.contains("recognized with longPress.minimumDuration at 0.085 s"))
  }

  @Test("The movement most like a swipe moves, whatever its direction")
  func likestSwipe() throws {
    let verdict = try verdict("swipe,direction=up", "tap-then-swipe.evemu")
    #expect(verdict.unmet.map(\.cause) == [.direction])
  }

  @Test("The smallest turn is found between a right angle and its half")
  func narrowTurn() throws {
    let turns = try verdict("pan,direction=down", "swipe-left.raw").movement
    #expect(
      turns.first { $0.kind == .counterclockwise }.map { (45...47).contains($0.amount) } == true)
  }

  @Test("Fingers of a tap that touch down one after the other have the time between them")
  func stagger() throws {
    let verdict = Verdict(
      ExpectedGesture(.tap, touches: 2), in: try LoadedRecording(path: "Traces/palm.evemu"))
    let measured = "the fingers touched down or lifted over 0.200 s, at most 0.150 s allowed"
    #expect(verdict.text.contains(measured), "\(verdict.text)")
  }

  @Test("Fingers that would pass through each other are not said to need a longer movement")
  func crossingFingers() throws {
    let pinch = [
      Finger(from: Point(x: 25, y: 30), to: Point(x: 40, y: 30), landing: 0, lift: 0.3),
      Finger(from: Point(x: 75, y: 30), to: Point(x: 60, y: 30), landing: 0, lift: 0.3),
    ]
    let verdict = Verdict(ExpectedGesture(.rotation), in: try recording(pinch))
    #expect(!verdict.isRecognized && !verdict.movement.contains { $0.kind == .longer })
  }

  @Test("A small turn is more like a rotation than a straight pinch is")
  func smallTurn() throws {
    func moved(_ x: Double, _ y: Double, by dx: Double, _ dy: Double, at time: Double) -> Finger {
      Finger(
        from: Point(x: x, y: y), to: Point(x: x + dx, y: y + dy), landing: time, lift: time + 0.3)
    }
    let pinch = [moved(30, 30, by: 10, 0, at: 0), moved(70, 30, by: -10, 0, at: 0)]
    let turn = [moved(35, 30, by: 0, 3, at: 3), moved(65, 30, by: 0, -3, at: 3)]
    let verdict = Verdict(ExpectedGesture(.rotation), in: try recording(pinch + turn))
    #expect(verdict.span?.lowerBound ?? 0 > 2, "\(verdict.text)")
  }

  @Test("A movement that the touch area has no room for is not suggested")
  func room() throws {
    let tall = Finger(from: Point(x: 20, y: 5), to: Point(x: 20, y: 55), landing: 0, lift: 0.2)
    let longer = MovementChange(.longer, 1.3)
    let recording = try recording([tall])
    #expect(longer.applied(to: recording, during: 0...0.2) == nil)
    #expect(MovementChange(.longer, 1.1).applied(to: recording, during: 0...0.2) != nil)
  }

  @Test("A largest number that has to fall is stated as a setting, not as an unmet least one")
  func fallingMaximum() throws {
    let verdict = try verdict("tap", "palm-flicker.evemu")
    #expect(verdict.text.contains("tap.interval is 0.3 s, 0.04 s needed"), "\(verdict.text)")
  }

  @Test("A limit of palms that has to change says which touch was a palm")
  func palmLimit() throws {
    let verdict = Verdict(
      ExpectedGesture(.pan), in: try LoadedRecording(path: "Traces/palm.evemu"))
    let sentence = "touch 1 was a palm, since palm.pressure is 0.42 and not 0.702"
    #expect(verdict.unmet.map(\.sentence).contains(sentence), "\(verdict.text)")
  }

  @Test("A recording without touches has a verdict that says so")
  func noTouch() throws {
    let verdict = Verdict(ExpectedGesture(.tap), in: try recording([]))
    #expect(verdict.text == "No tap: no finger touched down.")
    #expect(verdict.span == nil && verdict.unmet.isEmpty)
  }

  @Test(
    "A cancelled gesture was cancelled, and nothing else is said of it",
    arguments: [
      (
        "interrupted-pan.evemu", "pan",
        "No pan at 0.000 s: the pan upward was cancelled at 0.800 s."
      ),
      (
        "interrupted-pinch.evemu", "pinch,touches=2",
        "No pinch of 2 fingers: the pinch of 2 fingers outward was cancelled at 0.800 s."
      ),
      (
        "interrupted-press.yml", "longPress",
        "No long press: the long press was cancelled at 1.000 s."
      ),
      ("interrupted-swipe.evemu", "swipe", "No swipe: the touches were cancelled at 0.099 s."),
    ])
  func cancelled(trace: String, expected: String, text: String) throws {
    let verdict = try verdict(expected, trace)
    #expect(verdict.text == text)
    #expect(verdict.unmet.map(\.cause) == [.cancelled] && verdict.rival == .interruption)
    #expect(verdict.settings.isEmpty && verdict.movement.isEmpty)
  }

  @Test("Another gesture that was cancelled is reported with the time of the interruption")
  func otherCancelled() throws {
    let text = try verdict("swipe", "interrupted-pan.evemu").text
    #expect(text.contains("It was reported as a pan upward, and cancelled at 0.800 s."))
  }

  @Test("Assumed sizes are named with the way to replace them")
  func assumptions() throws {
    let text = String(decoding: try SampleTrace.bytes(slowSwipe(0.9)), as: UTF8.self)
    let events = text.split(separator: "\n").filter { $0.hasPrefix("E: ") }
    let path = try folder.write("events.evemu", events.joined(separator: "\n") + "\n")
    let verdict = Verdict(ExpectedGesture(.swipe), in: try LoadedRecording(path: path))
    #expect(verdict.assumptions == [.size, .range])
    #expect(verdict.assumptions[0].sentence.contains("--size"))
    #expect(verdict.assumptions[1].sentence.contains("--device"))
    #expect(verdict.json.contains("\"assumed\":[\"size\",\"range\"]"))
  }

  @Test("Without searches, the verdict has the measures at which recognizers gave up")
  func withoutSearches() throws {
    let verdict = Verdict(
      ExpectedGesture(.swipe), in: try recording(slowSwipe(0.9)), searches: false)
    #expect(verdict.settings.isEmpty && verdict.movement.isEmpty)
    #expect((try #require(verdict.unmet.first?.measured)) < 0.52)
    #expect(!verdict.text.contains("suffices"))
  }

  @Test("A side effect lists the gestures that a changed setting loses and gains")
  func sideEffect() throws {
    let recording = try recording(slowSwipe(0.9) + [.tap(x: 60, y: 30, at: 4)])
    var profile = Profile.standard
    profile.swipe.maximumDuration = 1
    let effect = try #require(SideEffect(recording, .standard, profile))
    #expect(effect.lost.map(\.gesture.kind) == [.pan])
    #expect(effect.gained.map(\.gesture.kind) == [.swipe])
    #expect(effect.text.contains("a pan to the right") && effect.text.contains("becomes a swipe"))
    #expect(SideEffect(recording, .standard, .standard) == nil)
  }
}
