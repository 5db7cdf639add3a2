import Contacts
import Gestures
import Testing

@Suite("Checkmark")
struct CheckmarkRecognizerTests {
  /// Draws straight lines between corners, with a sample each few points.
  private func draw(_ corners: [(Double, Double)], spacing: Double = 4) -> RecognizerRig {
    let rig = RecognizerRig(CheckmarkRecognizer())
    rig.began([1: corners[0]])
    for (start, end) in zip(corners, corners.dropFirst()) {
      let way = Vector(dx: end.0 - start.0, dy: end.1 - start.1)
      let count = max(1, Int(way.length / spacing))
      for step in 1...count {
        let part = Double(step) / Double(count)
        rig.moved([1: (start.0 + way.dx * part, start.1 + way.dy * part)])
      }
    }
    rig.ended(1)
    return rig
  }

  @Test(
    "Down to the right, then up to the right: at any size and sampling",
    arguments: [1.0, 2, 8, 400])
  func ticks(spacing: Double) {
    for scale in [1.0, 4, 20] {
      let rig = draw(
        [(0, 0), (30 * scale, 40 * scale), (110 * scale, -60 * scale)], spacing: spacing)
      #expect(rig.gestures.map(\.kind) == [.checkmark])
    }
  }

  @Test(
    "A sensor's noise does not bend a leg, however often it is sampled", arguments: [1.0, 3, 9])
  func noise(spacing: Double) {
    let rig = RecognizerRig(CheckmarkRecognizer())
    rig.began([1: (0, 0)])
    var side = 1.5
    for (start, way) in [
      (Vector.zero, Vector(dx: 30, dy: 40)), (Vector(dx: 30, dy: 40), Vector(dx: 60, dy: -80)),
    ] {
      let count = Int(way.length / spacing)
      for step in 1...count {
        let place = start + way * (Double(step) / Double(count))
        rig.moved([1: (place.dx + side, place.dy + side)])
        side = -side
      }
    }
    rig.ended(1)
    #expect(rig.gestures.map(\.kind) == [.checkmark])
  }

  @Test("A tick whose second leg goes a roundabout way is none")
  func bow() {
    #expect(draw([(0, 0), (60, 80), (60, -20), (160, -20)]).gestures.isEmpty)
    #expect(draw([(0, 0), (60, 80), (150, 40), (160, -60)]).gestures.isEmpty)
  }

  @Test("Other strokes are none")
  func others() {
    let strokes: [[(Double, Double)]] = [
      [(0, 0), (300, 0)],  // a line
      [(0, 0), (80, 100), (160, 0)],  // the letter v
      [(0, 0), (100, 0), (100, 100)],  // a corner of a box
      [(110, -60), (30, 40), (0, 0)],  // a tick drawn backward
      [(0, 0), (30, -40), (110, 60)],  // a tick upside down
      [(0, 0), (-30, 40), (-110, -60)],  // a tick to the left
      [(0, 0), (100, 100), (0, 200), (-100, 100), (0, 0)],  // a closed shape
    ]
    for stroke in strokes { #expect(draw(stroke).gestures.isEmpty, "\(stroke)") }
  }

  @Test("The second leg is at least 1.2 times the first", arguments: [(1.21, 1), (1.19, 0)])
  func legRatio(ratio: Double, ticks: Int) {
    let rig = draw([(0, 0), (60, 80), (60 + 60 * ratio, 80 - 80 * ratio)])
    #expect(rig.gestures.count == ticks)
    if ticks == 0 {
      #expect(rig.recognizer.lastFailure?.cause == .ratio)
      #expect(rig.recognizer.lastFailure?.limit == 1.2)
    }
  }

  @Test("A leg has to be 25 points long", arguments: [(25.1, 1), (24.9, 0)])
  func legLength(length: Double, ticks: Int) {
    let rig = draw([(0, 0), (length * 0.6, length * 0.8), (150, -120)], spacing: 1)
    #expect(rig.gestures.count == ticks)
  }

  @Test("Two fingers draw none")
  func twoFingers() {
    let rig = RecognizerRig(CheckmarkRecognizer())
    rig.began([1: (0, 0)])
    rig.began([2: (100, 0)])
    rig.moved([1: (60, 80), 2: (160, 80)])
    rig.moved([1: (200, -80), 2: (300, -80)])
    rig.ended(1, 2)
    #expect(rig.gestures.isEmpty)
  }

  @Test("A finger that never landed, and a second one, are told apart as reasons")
  func reasons() {
    let resumed = CheckmarkRecognizer()
    RecognizerRig(resumed).began([1: (0, 0)], isResumed: true)
    #expect(resumed.lastFailure?.cause == .unsuitableTouch)
    let second = CheckmarkRecognizer()
    let rig = RecognizerRig(second)
    rig.began([1: (0, 0)])
    rig.began([2: (50, 0)], at: 0.1)
    #expect(second.lastFailure?.cause == .touches)
    #expect(second.lastFailure?.measured == 2)
  }
}
