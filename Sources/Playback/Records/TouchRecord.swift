/// A touch as a view receives it, as a line of JSON.
public struct TouchRecord: Hashable, JSONObject {
  /// The path of the recording as given.
  public var file: String?
  /// The name of the device, if the recording has several.
  public var device: String?
  public var touch: Touch
  /// The long and the short axis of the contact area in mm; nil if the device reports none.
  public var size: Size?
  /// The time of delivery.
  public var delivered: Timestamp
  /// The time of the first event of the recording, from which times count.
  public var origin: Timestamp
  public var view: String

  /// The time in seconds from the first event of the recording.
  public var time: Double { delivered.seconds(since: origin) }

  public func add(to line: inout JSONLine) {
    line.begin(file, time: time, device: device)
    line.add("touch", touch.id)
    line.add("phase", touch.phase.rawName)
    line.add("x_mm", Quantity.length.outside(touch.location.x), decimals: 2)
    line.add("y_mm", Quantity.length.outside(touch.location.y), decimals: 2)
    line.add("pressure", touch.pressure, decimals: 3)
    line.add(size: size)
    line.add("tap_count", touch.tapCount)
    line.add("view", view)
  }
}

extension Touch.Phase {
  public var rawName: String {
    switch self {
    case .began: "began"
    case .moved: "moved"
    case .stationary: "stationary"
    case .ended: "ended"
    case .cancelled: "cancelled"
    }
  }
}

extension JSONLine {
  /// Adds the axes of a contact area in mm.
  mutating func add(size: Size?) {
    add("major_mm", size?.width, decimals: 2)
    add("minor_mm", size?.height, decimals: 2)
  }
}
