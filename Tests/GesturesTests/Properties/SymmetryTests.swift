import Contacts
import Testing
import Timeline

@testable import Gestures

/// What must not change when a script is mirrored or the window's units are others.
@Suite("Symmetries")
struct SymmetryTests {
  /// The reports of a set without the checkmark, the one gesture that has a side.
  private func gestures(
    _ frames: [ContactFrame], profile: Profile = .standard, pointsPerUnit: Double = 1
  ) -> [Gesture] {
    var profile = profile
    profile.checkmark.rule = .off
    let set = RecognizerSet(profile: profile)
    let application = Application(policy: set.policy)
    application.palmFilter = set.palmFilter
    let window = Window(frame: Rect(x: 0, y: 0, width: 600, height: 400))
    window.pointsPerUnit = pointsPerUnit
    window.isMultipleTouchEnabled = true
    set.attach(to: window)
    application.addWindow(window)
    var gestures: [Gesture] = []
    application.arbiter.observesChanges = true
    application.arbiter.observer = { gestures.append($1) }
    for frame in frames { application.send(frame) }
    application.finish()
    return gestures
  }

  private func frames(_ seed: Int) -> [ContactFrame] {
    RandomFingers.script(seed: seed, frames: 600)
  }

  enum Mirror: CaseIterable {
    case sideways, upright

    func apply(_ frame: ContactFrame) -> ContactFrame {
      var frame = frame
      for index in frame.contacts.indices {
        switch self {
        case .sideways: frame.contacts[index].position.x.negate()
        case .upright: frame.contacts[index].position.y.negate()
        }
      }
      return frame
    }

    func apply(_ gesture: Gesture) -> Gesture {
      var gesture = gesture
      gesture.direction = gesture.direction.map(apply)
      gesture.rotation?.negate()
      switch self {
      case .sideways:
        gesture.location.x.negate()
        gesture.translation?.dx.negate()
        gesture.velocity?.dx.negate()
      case .upright:
        gesture.location.y.negate()
        gesture.translation?.dy.negate()
        gesture.velocity?.dy.negate()
      }
      return gesture
    }

    private func apply(_ direction: Gesture.Direction) -> Gesture.Direction {
      switch (self, direction) {
      case (.sideways, .left): .right
      case (.sideways, .right): .left
      case (.upright, .up): .down
      case (.upright, .down): .up
      case (.sideways, .upLeft), (.upright, .downRight): .upRight
      case (.sideways, .upRight), (.upright, .downLeft): .upLeft
      case (.sideways, .downLeft), (.upright, .upRight): .downRight
      case (.sideways, .downRight), (.upright, .upLeft): .downLeft
      case (_, .clockwise): .counterclockwise
      case (_, .counterclockwise): .clockwise
      default: direction
      }
    }
  }

  @Test(
    "Mirrored fingers give mirrored gestures", arguments: Mirror.allCases,
    [Profile.standard, .uikit, .textbook, .alternative])
  func mirrored(mirror: Mirror, profile: Profile) {
    var profile = profile
    // The window has its edges where the fingers are before they are mirrored.
    profile.edgePan.rule = .off
    for seed in 0..<30 {
      let plain = gestures(frames(seed), profile: profile)
      let mirrored = gestures(frames(seed).map(mirror.apply), profile: profile)
      let isMirrored = mirrored == plain.map(mirror.apply)
      #expect(isMirrored, "script \(seed)")
    }
  }

  @Test("Gestures don't depend on the window's units", arguments: [0.5, 2, 0.6417])
  func units(pointsPerUnit: Double) {
    for seed in 0..<20 {
      let isSame = gestures(frames(seed), pointsPerUnit: pointsPerUnit) == gestures(frames(seed))
      #expect(isSame, "script \(seed)")
    }
  }

  @Test("Shifting all times does not change the gestures")
  func shifted() {
    for seed in 0..<20 {
      let late: [ContactFrame] = frames(seed).map { frame in
        var frame = frame
        frame.time = frame.time.advanced(bySeconds: 1_000_000)
        return frame
      }
      let shifted: [Gesture] = gestures(late).map { gesture in
        var gesture = gesture
        gesture.time = gesture.time.advanced(bySeconds: -1_000_000)
        gesture.start = gesture.start.advanced(bySeconds: -1_000_000)
        return gesture
      }
      let isSame = shifted == gestures(frames(seed))
      #expect(isSame, "script \(seed)")
    }
  }
}
