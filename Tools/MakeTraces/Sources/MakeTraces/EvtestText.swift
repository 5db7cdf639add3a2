import Evdev

/// A recording as `evtest` prints it.
///
/// Grammar: what evtest 1.35 prints; the reader's documentation has an example.
struct EvtestText {
  private let recording: Recording

  init(_ recording: Recording) {
    self.recording = recording
  }

  var text: String { header + recording.events.map(line).joined() }

  private var header: String {
    let description = recording.description
    let identity = description.identity
    var text = "Input driver version is 1.0.1\n"
    text += "Input device ID: bus 0x\(hexadecimal(identity.bus))"
    text += " vendor 0x\(hexadecimal(identity.vendor))"
    text += " product 0x\(hexadecimal(identity.product))"
    text += " version 0x\(hexadecimal(identity.version))\n"
    text += "Input device name: \"\(description.name)\"\nSupported events:\n"
    text += "  Event type 0 (EV_SYN)\n"
    for type in description.typesByNumber { text += capabilities(of: type) }
    text += "Properties:\n"
    for property in description.properties.sorted() {
      let name = EventNames.name(ofProperty: property) ?? "?"
      text += "  Property type \(property) (\(name))\n"
    }
    return text + "Testing ... (interrupt to exit)\n"
  }

  private func capabilities(of type: EventType) -> String {
    var text = "  Event type \(type.rawValue) (\(EventNames.name(of: type) ?? "?"))\n"
    for code in recording.description.codesByNumber(of: type) {
      let name = EventNames.name(of: code, type: type) ?? "?"
      text += "    Event code \(code) (\(name))\n"
      guard type == .absolute, let axis = recording.description.axes[code] else { continue }
      text += "      Value\(padded(axis.value, 7))\n      Min  \(padded(axis.minimum, 7))\n"
      text += "      Max  \(padded(axis.maximum, 7))\n"
      if axis.fuzz != 0 { text += "      Fuzz \(padded(axis.fuzz, 7))\n" }
      if axis.flat != 0 { text += "      Flat \(padded(axis.flat, 7))\n" }
      if axis.resolution != 0 { text += "      Resolution\(padded(axis.resolution, 7))\n" }
    }
    return text
  }

  private func line(_ event: InputEvent) -> String {
    let start = "Event: time \(decimal(event.time)), "
    let name = EventNames.name(of: event.code, type: event.type) ?? "?"
    if event.type == .synchronization {
      switch event.code {
      case SynchronizationCode.multitouchReport:
        return start + "++++++++++++++ \(name) ++++++++++++\n"
      case SynchronizationCode.dropped: return start + ">>>>>>>>>>>>>> \(name) <<<<<<<<<<<<\n"
      default: return start + "-------------- \(name) ------------\n"
      }
    }
    let type = EventNames.name(of: event.type) ?? "?"
    return start
      + "type \(event.type.rawValue) (\(type)), code \(event.code) (\(name)), value \(event.value)\n"
  }
}
