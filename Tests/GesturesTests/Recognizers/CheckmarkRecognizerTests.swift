import Contacts
import Testing

@testable import Gestures
@testable import Shapes

@Suite("Checkmark")
struct CheckmarkRecognizerTests {
  /// Draws straight lines between corners, with a sample every few points.
  private func draw(
    _ corners: [(Double, Double)], spacing: Double = 4,
    recognizer: CheckmarkRecognizer = CheckmarkRecognizer()
  ) -> TouchStage {
    let stage = TouchStage(recognizer)
    stage.began([1: corners[0]])
    for (start, end) in zip(corners, corners.dropFirst()) {
      let translation = Vector(dx: end.0 - start.0, dy: end.1 - start.1)
      let count = max(1, Int(translation.length / spacing))
      for step in 1...count {
        let part = Double(step) / Double(count)
        stage.moved([1: (start.0 + translation.dx * part, start.1 + translation.dy * part)])
      }
    }
    stage.ended(1)
    return stage
  }

  @Test(
    "A stroke down to the right, then up to the right, at any size and report rate",
    arguments: [1.0, 2, 8, 400])
  func ticks(spacing: Double) {
    for scale in [1.0, 4, 20] {
      let stage = draw(
        [(0, 0), (30 * scale, 40 * scale), (110 * scale, -60 * scale)], spacing: spacing)
      #expect(stage.gestures.map(\.kind) == [.checkmark])
    }
  }

  @Test(
    "Sensor noise does not bend a leg at any report rate", arguments: [1.0, 3, 9])
  func noise(spacing: Double) {
    let stage = TouchStage(CheckmarkRecognizer())
    stage.began([1: (0, 0)])
    var side = 1.5
    for (start, translation) in [
      (Vector.zero, Vector(dx: 30, dy: 40)), (Vector(dx: 30, dy: 40), Vector(dx: 60, dy: -80)),
    ] {
      let count = Int(translation.length / spacing)
      for step in 1...count {
        let position = start + translation * (Double(step) / Double(count))
        stage.moved([1: (position.dx + side, position.dy + side)])
        side = -side
      }
    }
    stage.ended(1)
    #expect(stage.gestures.map(\.kind) == [.checkmark])
  }

  @Test("Other strokes are not checkmarks")
  func others() {
    let strokes: [[(Double, Double)]] = [
      [(0, 0), (300, 0)],  // a line
      [(0, 0), (80, 100), (160, 0)],  // the letter v
      [(0, 0), (100, 0), (100, 100)],  // a corner of a box
      [(110, -60), (30, 40), (0, 0)],  // a tick drawn backward
      [(0, 0), (30, -40), (110, 60)],  // a tick upside down
      [(0, 0), (-30, 40), (-110, -60)],  // a tick to the left
      [(0, 0), (100, 100), (0, 200), (-100, 100), (0, 0)],  // a closed shape
      [(0, 0), (0, 100), (80, 100), (80, 0)],  // the letter u
      [(0, 0), (300, -60)],  // a rising line
      [(0, 0), (60, 80), (60, -20), (160, -20)],  // a tick and a step
      [(0, 0), (30, 40), (60, 0), (90, 40), (150, -60)],  // the letter w
    ]
    for stroke in strokes { #expect(draw(stroke).gestures.isEmpty, "\(stroke)") }
  }

  @Test("Hooks at the touch down and touch up do not matter")
  func hooks() {
    #expect(draw([(8, 8), (0, 0), (30, 40), (110, -60), (105, -50)]).gestures.count == 1)
    #expect(draw([(-6, 6), (0, 0), (30, 40), (110, -60), (120, -55)]).gestures.count == 1)
  }

  /// A tick just inside one of the limits, one just outside, and the cause of its failure.
  struct Limit: Sendable, CustomTestStringConvertible {
    var name: String
    var inside: [(Double, Double)]
    var outside: [(Double, Double)]
    var cause: FailureReason.Cause
    var measured: Double
    var limit: Double
    var testDescription: String { name }
  }

  /// A tick of straight legs: degrees below and above the horizontal, and lengths.
  private static func tick(
    _ descent: Double, _ ascent: Double, _ first: Double, _ second: Double
  ) -> [(Double, Double)] {
    let corner = (
      first * Trigonometry.cosine(degrees: descent), first * Trigonometry.sine(degrees: descent)
    )
    return [
      (0, 0), corner,
      (
        corner.0 + second * Trigonometry.cosine(degrees: ascent),
        corner.1 - second * Trigonometry.sine(degrees: ascent)
      ),
    ]
  }

  /// A tick whose first or second leg makes a detour at its middle.
  private static func bent(first: Double = 0, second: Double = 0) -> [(Double, Double)] {
    let start = [(0.0, 0.0), (24 - first * 0.8, 32 + first * 0.6), (48, 64)]
    return start + [(48 + 64 - second * 0.6, 64 - 48 - second * 0.8), (48 + 128, 64 - 96)]
  }

  /// A tick of legs that are parabolas, of a height relative to the legs.
  private static func arcs(_ bow: Double, ratio: Double = 1.5) -> [(Double, Double)] {
    let corners = tick(50, 50, 100, 100 * ratio)
    return zip(corners, corners.dropFirst()).flatMap { start, end in
      (0...20).map { step in
        let part = Double(step) / 20
        let height = 4 * bow * part * (1 - part)
        let (dx, dy) = (end.0 - start.0, end.1 - start.1)
        return (start.0 + dx * part + dy * height, start.1 + dy * part - dx * height)
      }
    }
  }

  static let limits = [
    Limit(
      name: "each leg is 15 points long", inside: tick(50, 50, 15.1, 50),
      outside: tick(50, 50, 14.9, 50), cause: .length, measured: 14.9, limit: 15),
    Limit(
      name: "the turn is at least 40 degrees", inside: tick(10, 30.5, 60, 120),
      outside: tick(10, 29.5, 60, 120), cause: .angle, measured: 39.5, limit: 40),
    Limit(
      name: "the turn is at most 150 degrees", inside: tick(70, 79.5, 60, 130),
      outside: tick(70, 80.5, 60, 130), cause: .angle, measured: 150.5, limit: 150),
    Limit(
      name: "the second leg is 2.15 times as long as the first is deep",
      inside: tick(80, 60, 100, 213), outside: tick(80, 60, 100, 210), cause: .ratio,
      measured: 2.132, limit: 2.15),
    Limit(
      name: "a flatter first leg is less deep", inside: tick(50, 50, 100, 166),
      outside: tick(50, 50, 100, 163), cause: .ratio, measured: 2.128, limit: 2.15),
    Limit(
      name: "a first leg flatter than 45 degrees counts as deep as one of 45 degrees",
      inside: tick(20, 50, 100, 154), outside: tick(20, 50, 100, 150), cause: .ratio,
      measured: 2.121, limit: 2.15),
    Limit(
      name: "the second leg is at most 8 times as long as the first is deep",
      inside: tick(50, 50, 30, 183), outside: tick(50, 50, 30, 185), cause: .ratio,
      measured: 8.05, limit: 8),
    Limit(
      name: "legs that bow to the left count for more", inside: arcs(0.056),
      outside: arcs(0.042), cause: .ratio, measured: 1.958 * 1.084, limit: 2.15),
    Limit(
      name: "bows count up to 0.3 together", inside: arcs(0.25, ratio: 1.29),
      outside: arcs(0.25, ratio: 1.245), cause: .ratio, measured: 2.113, limit: 2.15),
    Limit(
      name: "legs that bow to the right count as straight ones", inside: arcs(-0.05, ratio: 1.67),
      outside: arcs(-0.05, ratio: 1.62), cause: .ratio, measured: 2.115, limit: 2.15),
    Limit(
      name: "the first leg descends", inside: tick(5.5, 60, 60, 120),
      outside: tick(4.5, 60, 60, 120), cause: .direction, measured: 4.5, limit: 5),
    Limit(
      name: "the first leg goes to the right", inside: tick(89.5, 50, 60, 131),
      outside: tick(90.5, 50, 60, 131), cause: .direction, measured: 90.5, limit: 90),
    Limit(
      name: "the second leg ascends", inside: tick(50, 25.5, 60, 120),
      outside: tick(50, 24.5, 60, 120), cause: .direction, measured: 24.5, limit: 25),
    Limit(
      name: "the second leg goes to the right", inside: tick(50, 89.5, 60, 120),
      outside: tick(50, 90.5, 60, 120), cause: .direction, measured: 90.5, limit: 90),
    Limit(
      name: "it ends above its start", inside: [(0, 0), (30, 40), (110, -1)],
      outside: [(0, 0), (30, 40), (110, 1)], cause: .direction, measured: -0.521, limit: 0),
    Limit(
      name: "the first leg is straight", inside: bent(first: 44), outside: bent(first: 50),
      cause: .straightness, measured: 0.62, limit: 0.65),
    Limit(
      name: "the second leg is straighter", inside: bent(second: 50), outside: bent(second: 76),
      cause: .straightness, measured: 0.77, limit: 0.8),
    Limit(
      name: "a hook at the start is short", inside: [(29, 0)] + tick(50, 50, 60, 120),
      outside: [(31, 0)] + tick(50, 50, 60, 120), cause: .hook, measured: 31 / 60, limit: 0.5),
    Limit(
      name: "a hook at the end is short", inside: tick(50, 50, 60, 120) + [(57, -46)],
      outside: tick(50, 50, 60, 120) + [(54, -46)], cause: .hook, measured: 0.514, limit: 0.5),
  ]

  @Test("Each limit fails a stroke that exceeds it", arguments: limits)
  func limit(_ limit: Limit) throws {
    let inside = draw(limit.inside, spacing: 1.01)
    #expect(
      inside.gestures.map(\.kind) == [.checkmark],
      "\(String(describing: inside.recognizer.lastFailure))")
    let outside = draw(limit.outside, spacing: 1.01)
    #expect(outside.gestures.isEmpty)
    let failure = try #require(outside.recognizer.lastFailure)
    #expect(failure.cause == limit.cause)
    #expect(failure.limit == limit.limit)
    #expect(abs((failure.measured ?? .nan) - limit.measured) < 0.03, "\(failure)")
    #expect(failure.touch == 1)
    #expect(failure.time == Timestamp(seconds: outside.now))
    let parameter = Profile.parameters.first { $0.key == failure.parameter }
    #expect(parameter.map { Profile.standard[$0] } ?? 0 == limit.limit)
  }

  /// The likelihood of a checkmark in what the tracer receives of a stroke; nil without readings.
  private func likelihood(
    _ corners: [(Double, Double)], _ settings: Profile.Checkmark = Profile.standard.checkmark
  ) throws -> Double? {
    let path = draw(corners, spacing: 1.01, recognizer: CheckmarkRecognizer(settings))
    let readings = path.changes.last?.readings ?? []
    if readings.isEmpty { return nil }
    #expect(readings.map(\.name) == ["checkmark", "letter v"])
    #expect(abs(readings.reduce(0) { $0 + $1.likelihood } - 1) < 1e-12)
    return readings.first?.likelihood
  }

  @Test("A stroke near to the letter v has the likelihood of both, recognized or not")
  func readings() throws {
    let atLimit = try #require(try likelihood(Self.tick(50, 50, 100, 164.7)))
    #expect(abs(atLimit - 0.5) < 0.05)
    let tick = try #require(try likelihood(Self.tick(50, 50, 100, 180)))
    let letter = try #require(try likelihood(Self.tick(50, 50, 100, 150)))
    #expect(tick > 0.7 && tick < 0.95 && letter < 0.3 && letter > 0.05)
    var settings = Profile.standard.checkmark
    settings.minimumLegRatio = 1
    #expect(try likelihood(Self.tick(50, 50, 100, 150), settings) == letter)
  }

  @Test("A clear tick, a clear letter v and a stroke beyond another limit have no likelihoods")
  func noReadings() throws {
    #expect(try likelihood(Self.tick(50, 50, 60, 180)) == nil)
    #expect(try likelihood(Self.tick(62, 62, 100, 105)) == nil)
    #expect(try likelihood(Self.tick(50, 24, 100, 164.7)) == nil)
    #expect(try likelihood([(0, 0), (0, 0)]) == nil)
  }

  @Test("Contradictory limits recognize nothing")
  func contradiction() {
    let recognizer = CheckmarkRecognizer()
    recognizer.settings.minimumAngle = 120
    recognizer.settings.maximumAngle = 60
    let stage = draw(CheckmarkRecognizerTests.tick(45, 45, 60, 120), recognizer: recognizer)
    #expect(stage.gestures.isEmpty)
  }

  @Test("Two fingers fail it, whether they touch down together or in turn")
  func twoFingers() {
    for isTogether in [true, false] {
      let stage = TouchStage(CheckmarkRecognizer())
      stage.began(isTogether ? [1: (0, 0), 2: (100, 0)] : [1: (0, 0)])
      if !isTogether { stage.began([2: (100, 0)]) }
      stage.moved([1: (60, 80), 2: (160, 80)])
      stage.moved([1: (200, -80), 2: (300, -80)])
      stage.ended(1, 2)
      #expect(stage.gestures.isEmpty)
      #expect(stage.recognizer.lastFailure?.cause == .touches)
      #expect(stage.recognizer.lastFailure?.measured == 2)
      #expect(stage.recognizer.lastFailure?.limit == 1)
    }
  }

  @Test("A resumed touch fails it")
  func resumed() {
    let stage = TouchStage(CheckmarkRecognizer())
    stage.began([1: (0, 0)], isResumed: true)
    stage.moved([1: (60, 80)])
    stage.moved([1: (200, -80)])
    stage.ended(1)
    #expect(stage.gestures.isEmpty)
    #expect(stage.recognizer.lastFailure?.cause == .resumedTouch)
  }

  @Test("A long stroke keeps a bounded number of points and is still a checkmark")
  func boundedMemory() {
    var path = StrokePath()
    for step in 0..<100_000 {
      path.add(Point(x: Double(step), y: abs(Double(step) - 30_000)))
      #expect(path.points.count <= StrokePath.capacity)
    }
    path.close()
    let mirrored = path.points.map { Point(x: $0.x, y: -$0.y) }
    #expect(Profile.standard.checkmark.reasonAgainst(mirrored) == nil)
  }

  @Test("A resumed touch and a second finger have different reasons")
  func reasons() {
    let resumed = CheckmarkRecognizer()
    TouchStage(resumed).began([1: (0, 0)], isResumed: true)
    #expect(resumed.lastFailure?.cause == .resumedTouch)
    let second = CheckmarkRecognizer()
    let stage = TouchStage(second)
    stage.began([1: (0, 0)])
    stage.began([2: (50, 0)], at: 0.1)
    #expect(second.lastFailure?.cause == .touches)
    #expect(second.lastFailure?.measured == 2)
  }
}
