import Contacts
import Evdev
import Recordings

extension TraceInfo {
  /// The information as one line of JSON, without the newline.
  public var json: String {
    var line = JSONLine()
    line.add("file", file)
    line.add("format", format.rawValue)
    if let device = mainDevice { line.add("device", json: TraceInfo.json(device)) }
    if devices.count > 1 {
      let all = devices.map(TraceInfo.json).joined(separator: ",")
      line.add("devices", json: "[\(all)]")
    }
    line.add("events", events)
    line.add("frames", frames)
    line.add("contacts", contacts)
    line.add("maxTouches", maxTouches)
    line.add("duration", duration, decimals: 6)
    line.add("frameRate", frameRate, decimals: 3)
    line.add("longestGap", longestGap, decimals: 6)
    var counts = JSONLine()
    for (anomaly, count) in anomalies.occurred { counts.add(named: anomaly.rawValue, count) }
    line.add("anomalies", json: counts.object)
    return line.object
  }

  /// The first device that was touched, or else the first.
  public var mainDevice: Device? { devices.first(where: \.isTouched) ?? devices.first }

  private static func json(_ device: Device) -> String {
    var line = JSONLine()
    if let name = device.description?.name, !name.isEmpty { line.add("name", name) }
    line.add("node", device.label)
    line.add("width_mm", device.size.width, decimals: 2)
    line.add("height_mm", device.size.height, decimals: 2)
    line.add("slots", device.slots)
    return line.object
  }
}
