import Contacts
import Evdev
import Recordings
import Timeline

extension TraceInfo {
  /// The information for people: a name and a text for each line.
  public var rows: [(name: String, text: String)] {
    var rows = [("format", format.rawValue)]
    for device in devices { rows += TraceInfo.rows(device) }
    if events == 0 {
      rows.append(("events", "no events"))
      return rows + anomalyRows
    }
    rows.append(("duration", "\(seconds(duration)), \(events) events in \(frames) frames"))
    rows.append(("touches", contacts == 0 ? "none" : "\(contacts), at most \(maxTouches) at once"))
    rows.append(("frame rate", rateText))
    return rows + anomalyRows
  }

  private var anomalyRows: [(name: String, text: String)] {
    var rows: [(String, String)] = []
    let odd = anomalies.occurred.map { $0.anomaly.phrase($0.count) }
    if odd.isEmpty { rows.append(("anomalies", "none")) }
    for (index, phrase) in odd.enumerated() { rows.append((index == 0 ? "anomalies" : "", phrase)) }
    return rows
  }

  private func seconds(_ value: Double) -> String {
    "\(value.text(decimals: 1...3)) s"
  }

  private var rateText: String {
    guard let frameRate, let longestGap else { return "unknown" }
    let rate = frameRate.text(decimals: 1)
    let gap = (longestGap * 1000).text(decimals: 1)
    return "\(rate) Hz (median), worst gap \(gap) ms"
  }

  private static func rows(_ device: Device) -> [(name: String, text: String)] {
    var rows = [("device", name(device))]
    guard device.isTouched || device.description?.axes.isEmpty == false else { return rows }
    rows.append(
      ("range", "x \(range(device.touchArea.x, device)), y \(range(device.touchArea.y, device))"))
    rows.append(("size", "\(TraceNote.millimetres(device.size)), \(origin(device))"))
    if let slots = device.slots { rows.append(("slots", String(slots))) }
    return rows
  }

  private static func name(_ device: Device) -> String {
    guard let description = device.description else {
      return (device.label.map { "\($0.printable), " } ?? "") + "not described"
    }
    let identity = description.identity
    let numbers = [identity.vendor, identity.product].map { number in
      let hex = String(number, radix: 16)
      return String(repeating: "0", count: 4 - hex.count) + hex
    }
    var text = description.name.isEmpty ? "without a name" : description.name.printable
    if identity.vendor != 0 || identity.product != 0 {
      text += " (\(numbers.joined(separator: ":")))"
    }
    if let label = device.label, label != description.name { text += " at \(label.printable)" }
    return device.isTouched ? "\(text), \(device.touchArea.kind.rawValue)" : text
  }

  private static func range(_ axis: TouchArea.Axis, _ device: Device) -> String {
    let range = "\(axis.minimum)...\(axis.maximum)"
    let density = (1 / axis.millimetresPerUnit).text(decimals: 0...1)
    return "\(range) at \(device.touchArea.scale == .assumed ? "about " : "")\(density)/mm"
  }

  private static func origin(_ device: Device) -> String {
    let touchArea = device.touchArea
    if touchArea.scale == .given { return "as given" }
    if touchArea.isRangeObserved { return "assumed, the range as seen" }
    return touchArea.scale == .assumed ? "assumed" : "as the device tells"
  }
}
