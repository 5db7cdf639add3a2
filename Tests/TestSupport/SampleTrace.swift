public import Contacts
public import Evdev
import Files
public import Playback
import Timeline
import TouchFormats

/// A finger that goes straight from one place to another; places in mm, times in seconds.
public struct Finger: Sendable {
  public var from: Point
  public var to: Point
  public var landing: Double
  public var lift: Double

  public init(from: Point, to: Point, landing: Double, lift: Double) {
    self.from = from
    self.to = to
    self.landing = landing
    self.lift = lift
  }

  public static func tap(x: Double, y: Double, at time: Double) -> Finger {
    Finger(from: Point(x: x, y: y), to: Point(x: x, y: y), landing: time, lift: time + 0.08)
  }

  /// 30 mm in 0.2 s.
  public static func swipeRight(y: Double, at time: Double) -> Finger {
    Finger(from: Point(x: 20, y: y), to: Point(x: 50, y: y), landing: time, lift: time + 0.2)
  }
}

/// Recordings made of a few fingers, at 100 frames a second, on a touchpad of 100 by 60 mm.
public enum SampleTrace {
  public static let device = DeviceDescription.touchpad(width: 100, height: 60, name: "Sample")

  public static func frames(_ fingers: [Finger]) -> [ContactFrame] {
    let end = fingers.map(\.lift).max() ?? 0
    let first = fingers.map(\.landing).min() ?? 0
    return stride(from: 0, through: Int((end - first) * 100) + 1, by: 1).map { step in
      let time = first + Double(step) / 100
      var frame = ContactFrame(time: Timestamp(seconds: time))
      for (index, finger) in fingers.enumerated()
      where finger.landing <= time + 1e-9 && time < finger.lift - 1e-9 {
        let share = (time - finger.landing) / (finger.lift - finger.landing)
        frame.contacts.append(
          Contact(
            id: index + 1,
            position: Point(
              x: finger.from.x + (finger.to.x - finger.from.x) * share,
              y: finger.from.y + (finger.to.y - finger.from.y) * share)))
      }
      return frame
    }
  }

  public static func bytes(_ fingers: [Finger], format: RecordingFormat = .evemu) throws -> [UInt8]
  {
    try bytes(frames: frames(fingers), format: format)
  }

  public static func bytes(
    frames: [ContactFrame], format: RecordingFormat = .evemu
  ) throws -> [UInt8] {
    let sink = ByteSink()
    let writer = try format.makeWriter(sink)
    try writer.begin([RecordedDevice(description: device)])
    var encoder = SlotEncoder(description: device)
    for frame in frames {
      var events: [InputEvent] = []
      encoder.encode(frame, into: &events)
      try writer.write(events, device: 0)
    }
    try writer.finish()
    return sink.bytes
  }
}

/// The gestures of a file as lines of JSON, without the file.
public func gestures(_ path: String, _ options: ReplayOptions = ReplayOptions()) throws -> [String]
{
  var lines: [String] = []
  _ = try Replay(path: path, options: options).run { report in
    if case .gesture(var record) = report {
      record.file = nil
      lines.append(record.json)
    }
  }
  return lines
}
