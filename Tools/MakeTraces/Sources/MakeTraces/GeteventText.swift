import Evdev

/// A recording as Android's `getevent` prints it.
///
/// Grammar: what getevent of Android 10 prints; the reader's documentation has an example.
struct GeteventText {
  private let recording: Recording

  init(_ recording: Recording) {
    self.recording = recording
  }

  /// `getevent -lp DEVICE` and `getevent -lt DEVICE`, one after the other.
  var namedText: String { listing + recording.events.map(namedLine).joined() }

  /// `getevent -t`.
  var numberText: String { recording.events.map(numberLine).joined() }

  private var listing: String {
    let description = recording.description
    var text = "add device 1: \(recording.node)\n  name:     \"\(description.name)\"\n  events:\n"
    for type in description.typesByNumber {
      // Without EV_: `KEY (0001): BTN_TOUCH             BTN_TOOL_FINGER`
      let name = (EventNames.name(of: type) ?? "EV_?").dropFirst(3)
      let title = "    \(name) (\(hexadecimal(type.rawValue, digits: 4))): "
      let indent = String(repeating: " ", count: 16)
      let codes = description.codesByNumber(of: type)
      if type == .absolute {
        let lines = codes.map { filled(label($0, type), 20) + "  : " + axis($0) }
        text += title + lines.joined(separator: "\n" + indent) + "\n"
      } else {
        let lines = stride(from: 0, to: codes.count, by: 4).map { first in
          codes[first..<min(first + 4, codes.count)].map { filled(label($0, type), 20) }
            .joined(separator: "  ")
        }
        text += title + lines.joined(separator: "\n" + indent) + "\n"
      }
    }
    text += "  input props:\n"
    for property in description.properties.sorted() {
      text += "    \(EventNames.name(ofProperty: property) ?? hexadecimal(property, digits: 4))\n"
    }
    return text
  }

  private func axis(_ code: UInt16) -> String {
    guard let axis = recording.description.axes[code] else { return "" }
    return "value \(axis.value), min \(axis.minimum), max \(axis.maximum), fuzz \(axis.fuzz), "
      + "flat \(axis.flat), resolution \(axis.resolution)"
  }

  private func namedLine(_ event: InputEvent) -> String {
    let type = filled(EventNames.name(of: event.type) ?? hexadecimal(event.type.rawValue), 12)
    let code = filled(label(event.code, event.type), 20)
    return "[\(time(event))] \(type) \(code) \(filled(value(event), 20))\n"
  }

  private func numberLine(_ event: InputEvent) -> String {
    let value = hexadecimal(UInt32(bitPattern: event.value), digits: 8)
    return "[\(time(event))] \(recording.node): \(hexadecimal(event.type.rawValue, digits: 4)) "
      + "\(hexadecimal(event.code, digits: 4)) \(value)\n"
  }

  private func value(_ event: InputEvent) -> String {
    if event.type == .key { return event.value == 0 ? "UP" : "DOWN" }
    return hexadecimal(UInt32(bitPattern: event.value), digits: 8)
  }

  private func label(_ code: UInt16, _ type: EventType) -> String {
    EventNames.name(of: code, type: type) ?? hexadecimal(code, digits: 4)
  }

  private func time(_ event: InputEvent) -> String {
    let text = decimal(event.time)
    return String(repeating: " ", count: max(0, 15 - text.count)) + text
  }
}
