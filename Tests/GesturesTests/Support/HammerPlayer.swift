import Contacts
import Gestures
import Testing
import Timeline

struct HammerFile: Decodable {
  let cases: [HammerCase]
}

/// A sequence of pointer events, the recognizers that watch it, and the expected number of reports.
struct HammerCase: Decodable, CustomTestStringConvertible {
  struct Event: Decodable {
    let t: Double
    let id: Int
    let x: Double
    let y: Double
    let phase: String
  }

  /// A number, or at least a number, as in `>=1`.
  struct Count: Decodable {
    let least: Int
    let most: Int

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        (least, most) = (number, number)
      } else {
        least = Int(try container.decode(String.self).filter(\.isNumber)) ?? 0
        most = .max
      }
    }

    func allows(_ count: Int) -> Bool { count >= least && count <= most }
  }

  struct Options: Decodable {
    let threshold: Double?
    let pointers: Int?
    let taps: Int?
    let time: Double?
    let enable: Bool?
    let recognizeWith: [String]?
    let requireFailure: [String]?
  }

  /// A recognizer's name, options and view.
  struct Setup: Decodable {
    let name: String
    let options: Options
    let view: String?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      view = try container.decodeIfPresent(String.self, forKey: Key(stringValue: "on"))
      let key = container.allKeys.first { $0.stringValue != "on" } ?? Key(stringValue: "")
      name = key.stringValue
      options = try container.decode(Options.self, forKey: key)
    }

    struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
  }

  let name: String
  let setup: [Setup]
  let events: [Event]
  let observeUntil: Double?
  let expected: [String: Count]

  enum CodingKeys: String, CodingKey {
    case name, setup, events, expected
    case observeUntil = "observe_until_ms"
  }

  var testDescription: String { name }
}

/// Plays a case on a child view in a parent view, with recognizers that have Hammer's limits.
final class HammerPlayer {
  private let example: HammerCase
  private let stage: TouchStage
  private var recognizers: [String: GestureRecognizer] = [:]
  private var delegates: [RecordingDelegate] = []
  /// The number of reports, by the names of Hammer's events.
  private(set) var counts: [String: Int] = [:]

  init(_ example: HammerCase, policy: ([GestureRecognizer]) -> any ArbitrationPolicy) {
    self.example = example
    let made = example.setup.map { HammerPlayer.make($0) }
    stage = TouchStage(policy: policy(made))
    let parent = View(frame: Rect(x: 0, y: 0, width: 600, height: 400))
    let child = View(frame: Rect(x: 0, y: 0, width: 600, height: 400))
    child.isMultipleTouchEnabled = true
    stage.window.addSubview(parent)
    parent.addSubview(child)
    for (setup, recognizer) in zip(example.setup, made) {
      (setup.view == "parent" ? parent : child).addGestureRecognizer(recognizer)
      recognizers[setup.name] = recognizer
      let prefix = (setup.view.map { "\($0)." } ?? "") + setup.name
      recognizer.addAction { [unowned self] in count($0, prefix) }
    }
    for setup in example.setup { connect(setup) }
    stage.application.arbiter.observesChanges = true
  }

  func play() {
    var index = 0
    while index < example.events.count {
      let first = example.events[index]
      let together = example.events[index...].prefix { $0.t == first.t && $0.phase == first.phase }
      index += together.count
      let seconds = first.t / 1000
      // Contact ids count from 1. A lift has a position, which may be a new one.
      let positions = Dictionary(
        uniqueKeysWithValues: together.map { ($0.id + 1, ($0.x, $0.y)) })
      if first.phase == "ended" {
        stage.frame(at: seconds, positions)
        stage.frame(at: seconds, up: Array(positions.keys))
      } else {
        stage.frame(at: seconds, positions)
      }
    }
    if let end = example.observeUntil {
      stage.application.advance(to: Timestamp(seconds: end / 1000))
    }
  }

  private func count(_ recognizer: GestureRecognizer, _ name: String) {
    let isPress = recognizer.kind == .longPress
    switch recognizer.state {
    case .recognized: counts[name, default: 0] += 1
    case .began: counts[isPress ? name : name + "start", default: 0] += 1
    case .changed: counts[name + "move", default: 0] += 1
    case .ended: counts[name + "end", default: 0] += 1
    case .possible, .failed, .cancelled: break
    }
  }

  private func connect(_ setup: HammerCase.Setup) {
    guard let recognizer = recognizers[setup.name] else { return }
    for name in setup.options.requireFailure ?? [] {
      if let other = recognizers[name] { recognizer.require(toFail: other) }
    }
    let companions = (setup.options.recognizeWith ?? []).compactMap { recognizers[$0] }
    let delegate = RecordingDelegate()
    delegate.allowsBoth = { companions.contains($0) }
    recognizer.delegate = delegate
    delegates.append(delegate)
    recognizer.isEnabled = setup.options.enable ?? true
  }

  /// Hammer's defaults: a tap takes 250 ms within 9 pixels, the next comes within 300 ms and 10
  /// pixels, a press takes 251 ms, pans and swipes go 10 pixels.
  private static func make(_ setup: HammerCase.Setup) -> GestureRecognizer {
    let options = setup.options
    func stillness(_ standard: Double) -> StillnessLimits {
      let limit = options.threshold ?? standard
      return StillnessLimits(slop: limit, initialSlop: limit, initialDuration: 0)
    }
    switch setup.name {
    case "pan":
      let pan = PanRecognizer()
      pan.settings.stillness = stillness(10)
      pan.minimumNumberOfTouches = options.pointers ?? 1
      return pan
    case "pinch":
      let pinch = PinchRecognizer(Profile.uikit.pinch)
      pinch.settings.minimumDelta = options.threshold ?? 0
      return pinch
    case "press":
      let press = LongPressRecognizer()
      press.minimumPressDuration = (options.time ?? 251) / 1000
      press.allowableMovement = options.threshold ?? 9
      return press
    case "swipe":
      let swipe = SwipeRecognizer()
      swipe.settings.stillness = stillness(10)
      return swipe
    default:
      let tap = TapRecognizer()
      tap.numberOfTapsRequired = options.taps ?? 1
      tap.settings.stillness = stillness(9)
      tap.settings.maximumDuration = 0.25
      tap.settings.interval = 0.3
      tap.settings.radius = 10
      return tap
    }
  }
}
