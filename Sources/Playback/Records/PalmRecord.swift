/// A contact that is a palm, as a line of JSON: it is not delivered as a touch, or no longer.
public struct PalmRecord: Hashable, JSONObject {
  /// The path of the recording as given.
  public var file: String?
  /// The name of the device, if the recording has several.
  public var device: String?
  public var palm: Palm
  /// The time of the first event of the recording, from which times count.
  public var origin: Timestamp

  /// The time in seconds from the first event of the recording.
  public var time: Double { palm.reason.time.seconds(since: origin) }

  /// As in `pressure 0.57, fingers press less than 0.52 (palm.heavyPressure)`.
  public var sentence: String { palm.sentence }

  public func add(to line: inout JSONLine) {
    line.begin(file, time: time, device: device)
    line.add("touch", palm.touchID)
    line.add("phase", "palm")
    line.add("x_mm", palm.contact.position.x, decimals: 2)
    line.add("y_mm", palm.contact.position.y, decimals: 2)
    line.add("pressure", palm.contact.pressure, decimals: 3)
    line.add(size: palm.contact.size)
    let (measured, limit, unit) = palm.reason.outside
    line.add("measured", measured, decimals: 6)
    line.add("limit", limit, decimals: 6)
    if measured != nil, !unit.isEmpty { line.add("unit", unit) }
    line.add("parameter", palm.reason.parameter)
    line.add("sentence", sentence)
  }
}
