public import GestureTesting

/// A source of stages, which may have custom views, recognizers and sizes.
///
/// ```swift
/// let buttons = StageGenerator(on: .touchscreen()) { choices in
///   let frames = choices.repeating(1...4) { Rect(origin: $0.position(margin: 20), size: buttonSize) }
///   return Stage(.touchscreen()) { window in
///     for frame in frames { window.addSubview(Button(frame: frame)) }
///   }
/// }
/// ```
public struct StageGenerator {
  /// The device for which positions are chosen.
  let device: StageDevice
  let make: (inout Choices) -> Stage

  /// - Parameter make: Makes a stage for each script; its hand is replaced.
  public init(on device: StageDevice = .touchpad(), _ make: @escaping (inout Choices) -> Stage) {
    self.device = device
    self.make = make
  }

  /// A generator of touchpads with the standard recognizers.
  public static var touchpad: StageGenerator { device(.touchpad()) }
  /// A generator of touchscreens with the standard recognizers.
  public static var touchscreen: StageGenerator { device(.touchscreen()) }

  /// A generator of devices with the standard recognizers and with views in random places, some of
  /// them in others; fewer are simpler.
  public static func views(
    _ count: ClosedRange<Int>, on device: StageDevice = .touchpad()
  ) -> StageGenerator {
    StageGenerator(on: device) { choices in
      let stage = Stage(device)
      var views: [View] = [stage.window]
      _ = choices.repeating(count) { choices in
        let parent = choices.item(of: views)
        let view = View(frame: choices.frame(in: parent.bounds))
        parent.addSubview(view)
        views.append(view)
      }
      return stage
    }
  }

  /// A generator of devices with the recognizers of a profile.
  public static func device(_ device: StageDevice, profile: Profile = .standard) -> StageGenerator {
    StageGenerator(on: device) { _ in Stage(device, profile: profile) }
  }
}

extension Choices {
  /// Chooses a part of a rectangle, of at least a millimetre.
  fileprivate mutating func frame(in area: Rect) -> Rect {
    let width = number(1...max(area.size.width, 1), step: 1, simplest: area.size.width)
    let height = number(1...max(area.size.height, 1), step: 1, simplest: area.size.height)
    let x = number(0...max(area.size.width - width, 0), step: 1)
    let y = number(0...max(area.size.height - height, 0), step: 1)
    return Rect(x: x, y: y, width: width, height: height)
  }
}

/// A source of random hands.
public struct HandGenerator: Sendable {
  let make: @Sendable (inout Choices) -> Hand

  /// Creates a custom generator.
  public init(_ make: @escaping @Sendable (inout Choices) -> Hand) { self.make = make }

  /// A generator of the hands of a million people: ``TouchScript/Hand/person(_:)``.
  public static let people = HandGenerator { .person(UInt64($0.evenly(below: 1_000_000))) }
  /// A generator of the hand without noise.
  public static let perfect = only(.perfect)

  /// Creates a generator of a single hand.
  public static func only(_ hand: Hand) -> HandGenerator { HandGenerator { _ in hand } }

  /// A generator of the same hands on sensors with one of the report rates, in hertz.
  public func sampled(at rates: [Double]) -> HandGenerator {
    HandGenerator { choices in
      let hand = make(&choices)
      return rates.isEmpty ? hand : hand.sampled(at: choices.item(of: rates))
    }
  }
}
