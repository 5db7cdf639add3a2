import Contacts
import Gestures
import Testing
import Timeline

@Suite("Screen-edge pan")
struct EdgePanRecognizerTests {
  /// A pan in a window of 600 × 400 points.
  private func pan(
    from position: (Double, Double), by translation: (Double, Double),
    with recognizer: EdgePanRecognizer,
    lasting duration: Double = 0.2
  ) -> TouchStage {
    let stage = TouchStage()
    stage.window.addGestureRecognizer(recognizer)
    stage.frame(at: 0, [1: position])
    stage.move([1], by: translation, lasting: duration)
    stage.frame(at: duration + 0.01, up: [1])
    stage.finish()
    return stage
  }

  @Test(
    "It begins at an edge and its direction leads inward",
    arguments: [
      ((5.0, 200.0), (100.0, 30.0), "right"), ((595, 200), (-100, 0), "left"),
      ((300, 5), (40, 100), "down"), ((300, 395), (0, -100), "up"),
    ])
  func inward(position: (Double, Double), translation: (Double, Double), direction: String) {
    let stage = pan(from: position, by: translation, with: EdgePanRecognizer())
    #expect(stage.outcomes == ["edgePan 1 \(direction)"])
    #expect(stage.gestures.map(\.state) == [.began, .ended])
    #expect(abs((stage.gestures.last?.translation?.dx ?? 0) - translation.0) < 1e-9)
    #expect(stage.gestures.last?.velocity != nil)
  }

  @Test("The touch down is at most 20 points from the edge", arguments: [(20.0, 1), (20.001, 0)])
  func edgeWidth(distance: Double, pans: Int) throws {
    let recognizer = EdgePanRecognizer()
    let stage = pan(from: (distance, 200), by: (100, 0), with: recognizer)
    #expect(stage.outcomes.count == pans)
    guard pans == 0 else { return }
    let reason = try #require(recognizer.lastFailure)
    #expect(reason.cause == .position)
    #expect(abs((reason.measured ?? 0) - distance) < 1e-9)
    #expect(reason.limit == 20)
    #expect(reason.parameter == "edgePan.edgeWidth")
    #expect(reason.touch == 1)
  }

  @Test(
    "Edges are those of the window: turned, scaled or both",
    arguments: [0.0, 90, 180, 270], [0.5, 1, 2])
  func turnedWindow(degrees: Double, scale: Double) {
    for (distance, pans) in [(19.0, 1), (21, 0)] {
      let recognizer = EdgePanRecognizer()
      recognizer.edges = .left
      let stage = TouchStage(recognizer)
      stage.window.transform = .rotation(degrees: degrees).scaledBy(x: scale, y: scale)
      // From the window's left edge inward, and the distance from it on the device.
      let places = [0.0, 30, 60, 100].map { inward in
        stage.window.point(ofLocation: Point(x: (distance + inward) / scale, y: 200))
      }
      for (index, place) in places.enumerated() {
        stage.frame(at: Double(index) / 50, [1: (place.x, place.y)])
      }
      stage.frame(at: 0.1, up: [1])
      #expect(stage.outcomes == Array(repeating: "edgePan 1 right", count: pans))
      guard pans == 0 else { continue }
      #expect(recognizer.lastFailure?.cause == .position)
      #expect(isNear(recognizer.lastFailure?.measured ?? 0, distance))
    }
  }

  @Test("A finger at another edge is as far away as from the edge of the first one")
  func otherEdge() throws {
    let recognizer = EdgePanRecognizer()
    let stage = TouchStage()
    stage.window.addGestureRecognizer(recognizer)
    stage.frame(at: 0, [1: (5, 200), 2: (300, 5)])
    let reason = try #require(recognizer.lastFailure)
    #expect(reason.measured == 300)
    #expect(reason.limit == 20)
    #expect(reason.touch == 2)
  }

  @Test("The width of the edge is physical, whatever the units of the window")
  func units() {
    for (x, pans) in [(39.9, 1), (40.1, 0)] {
      let recognizer = EdgePanRecognizer()
      let stage = TouchStage()
      stage.window.pointsPerUnit = 0.5
      stage.window.frame = Rect(x: 0, y: 0, width: 1200, height: 800)
      stage.window.addGestureRecognizer(recognizer)
      stage.frame(at: 0, [1: (x / 2, 200)])
      stage.move([1], by: (100, 0), lasting: 0.2)
      stage.frame(at: 0.21, up: [1])
      #expect(stage.outcomes.count == pans)
    }
  }

  @Test("It has to move more inward than along the edge", arguments: [(49.9, 1), (50.1, 0)])
  func slanted(across: Double, pans: Int) {
    let recognizer = EdgePanRecognizer()
    let stage = pan(from: (5, 200), by: (50, across), with: recognizer, lasting: 0.01)
    #expect(stage.outcomes.count == pans)
    if pans == 0 {
      #expect(recognizer.lastFailure?.cause == .deviation)
      #expect(abs((recognizer.lastFailure?.measured ?? 0) - across) < 1e-9)
      #expect(abs((recognizer.lastFailure?.limit ?? 0) - 50) < 1e-9)
    }
  }

  @Test("A movement outward fails it")
  func outward() {
    let recognizer = EdgePanRecognizer()
    let stage = pan(from: (15, 200), by: (-40, 0), with: recognizer)
    #expect(stage.outcomes.isEmpty)
    #expect(recognizer.lastFailure?.cause == .distance)
    #expect(recognizer.lastFailure?.measured ?? 0 < -36)
    #expect(recognizer.lastFailure?.limit == 0)
  }

  @Test("Only the selected edges count")
  func wantedEdges() {
    let recognizer = EdgePanRecognizer()
    recognizer.edges = [.left, .top]
    #expect(pan(from: (595, 200), by: (-100, 0), with: recognizer).outcomes.isEmpty)
    #expect(recognizer.lastFailure?.measured ?? 0 > 100)
    let other = EdgePanRecognizer()
    other.edges = [.left, .top]
    #expect(pan(from: (300, 3), by: (0, 100), with: other).outcomes.count == 1)
    let none = EdgePanRecognizer()
    none.edges = []
    #expect(pan(from: (3, 3), by: (100, 0), with: none).outcomes.isEmpty)
    #expect(none.lastFailure?.cause == .position)
  }

  @Test(
    "In a corner the movement decides", arguments: [((100.0, 20.0), "right"), ((20, 100), "down")])
  func corner(translation: (Double, Double), direction: String) {
    #expect(
      pan(from: (5, 5), by: translation, with: EdgePanRecognizer()).outcomes == [
        "edgePan 1 \(direction)"
      ])
  }

  @Test("All fingers have to touch down at the same edge before it begins")
  func fingers() {
    for (position, pans) in [((5.0, 300.0), 1), ((300, 300), 0), ((595, 300), 0)] {
      let stage = TouchStage()
      stage.window.addGestureRecognizer(EdgePanRecognizer())
      stage.frame(at: 0, [1: (5, 100), 2: position])
      stage.move([1, 2], by: (100, 0), lasting: 0.2)
      stage.frame(at: 0.21, up: [1, 2])
      #expect(stage.outcomes.count == pans)
    }
  }

  @Test("Its translation can be set like a pan's")
  func rebase() {
    let recognizer = EdgePanRecognizer()
    let stage = TouchStage()
    stage.window.addGestureRecognizer(recognizer)
    stage.frame(at: 0, [1: (5, 100)])
    stage.move([1], by: (100, 0), lasting: 0.1)
    recognizer.translation = .zero
    stage.move([1], by: (20, 0), lasting: 0.02)
    #expect(abs(recognizer.translation.dx - 20) < 1e-9)
    stage.frame(at: 0.3, up: [1])
  }

  // MARK: In a set

  private func set(_ rule: Profile.Rule) -> Profile {
    var profile = Profile.standard
    profile.edgePan.rule = rule
    return profile
  }

  @Test(
    "If enabled, it supersedes pan and swipe at the edge only",
    arguments: [0.2, 1.0])
  func inSet(duration: Double) {
    let other = duration < 0.5 ? "swipe" : "pan"
    for (profile, x, kind) in [
      (set(.standard), 5.0, "edgePan"), (set(.standard), 100, other), (set(.off), 5, other),
    ] {
      let stage = TouchStage(profile: profile)
      stage.frame(at: 0, [1: (x, 200)])
      stage.move([1], by: (150, 0), lasting: duration)
      stage.frame(at: duration + 0.01, up: [1])
      stage.finish()
      #expect(stage.outcomes == ["\(kind) 1 right"])
      #expect(stage.gestures.allSatisfy { $0.kind == .edgePan } == (kind == "edgePan"))
    }
  }

  @Test("A movement along the edge is a pan, and a tap there a tap")
  func alongTheEdge() {
    let stage = TouchStage(profile: set(.standard))
    stage.frame(at: 0, [1: (5, 100)])
    stage.move([1], by: (0, 150), lasting: 1)
    stage.frame(at: 1.1, up: [1])
    stage.frame(at: 2, [2: (5, 100)])
    stage.frame(at: 2.1, up: [2])
    stage.finish()
    #expect(stage.outcomes == ["pan 1 down", "tap 1 ×1"])
  }

  @Test("It is off in every named profile", arguments: Profile.named)
  func offByDefault(profile: Profile) {
    let kinds = RecognizerSet(profile: profile).recognizers.map(\.kind)
    #expect(!kinds.contains(.edgePan) && !kinds.contains(.tipTap))
  }
}
