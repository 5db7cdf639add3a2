/// Writes the output of `evtest`: a header if the device has a description, and a line per event.
///
/// Source: the output of evtest 1.35; ``EvtestReader`` has an example.
package final class EvtestWriter: RecordingWriter {
  package let format = RecordingFormat.evtest
  private let sink: ByteSink

  package init(_ sink: ByteSink) { self.sink = sink }

  package func losses(of devices: [RecordedDevice]) -> [String] {
    devices.textLosses + devices.calibrationLosses
  }

  package func begin(_ devices: [RecordedDevice]) throws(FileError) {
    guard let description = devices.first?.description else { return }
    try sink.append { EvtestHeader.append(description, to: &$0) }
  }

  /// Appends events; those of devices other than the first are dropped, see ``losses(of:)``.
  package func write(_ events: [InputEvent], device: Int, areInserted: Bool) throws(FileError) {
    guard device == 0 else { return }
    for event in events {
      try sink.append { EvtestWriter.append(event, to: &$0) }
    }
  }

  package func finish() throws(FileError) { try sink.finish() }

  private static func append(_ event: InputEvent, to bytes: inout [UInt8]) {
    bytes.append("Event: time ")
    bytes.append(seconds: event.time)
    bytes.append(", ")
    let name = EventNames.name(of: event.code, type: event.type)
    // The line of a name has no value.
    if event.type == .synchronization, event.value == 0, let name {
      let (opening, closing) = ornament(of: event.code)
      bytes.append(contentsOf: repeatElement(opening, count: 14))
      bytes.append(" \(name) ")
      bytes.append(contentsOf: repeatElement(closing, count: 12))
    } else {
      bytes.append("type \(event.type.rawValue) (\(EventNames.name(of: event.type) ?? "?"))")
      bytes.append(", code \(event.code) (\(name ?? "?")), value ")
      if EvtestReader.isHexadecimal(event.type, event.code) {
        bytes.append(String(UInt32(bitPattern: event.value), radix: 16))
      } else {
        bytes.append(decimal: event.value)
      }
    }
    bytes.append("\n")
  }

  /// The characters around the name of an `EV_SYN` code.
  private static func ornament(of code: UInt16) -> (opening: UInt8, closing: UInt8) {
    switch code {
    case SynchronizationCode.multitouchReport: (UInt8(ascii: "+"), UInt8(ascii: "+"))
    case SynchronizationCode.dropped: (UInt8(ascii: ">"), UInt8(ascii: "<"))
    default: (UInt8(ascii: "-"), UInt8(ascii: "-"))
    }
  }
}

// MARK: - Header

extension EvtestHeader {
  static func append(_ description: DeviceDescription, to bytes: inout [UInt8]) {
    bytes.append("Input driver version is 1.0.1\nInput device ID:")
    for (name, number) in zip(DeviceDescription.Identity.names, description.identity.numbers) {
      bytes.append(" \(name) 0x\(String(number, radix: 16))")
    }
    bytes.append("\nInput device name: \"\(singleLine(description.name))\"\nSupported events:\n")
    bytes.append("  Event type 0 (EV_SYN)\n")
    for type in description.describedTypes { append(type, of: description, to: &bytes) }
    bytes.append("Properties:\n")
    for property in description.properties.sorted() {
      let name = EventNames.name(ofProperty: property) ?? "?"
      bytes.append("  Property type \(property) (\(name))\n")
    }
    bytes.append("Testing ... (interrupt to exit)\n")
  }

  private static func append(
    _ type: EventType, of description: DeviceDescription, to bytes: inout [UInt8]
  ) {
    bytes.append("  Event type \(type.rawValue) (\(EventNames.name(of: type) ?? "?"))\n")
    for code in description.describedCodes(of: type) {
      bytes.append("    Event code \(code) (\(EventNames.name(of: code, type: type) ?? "?"))\n")
      if type == .absolute, let axis = description.axes[code] { append(axis, to: &bytes) }
    }
  }

  private static func append(_ axis: DeviceDescription.Axis, to bytes: inout [UInt8]) {
    func line(_ title: String, _ value: Int32) {
      bytes.append("      \(title)")
      bytes.append(decimal: value, width: 7)
      bytes.append("\n")
    }
    line("Value", axis.value)
    line("Min  ", axis.minimum)
    line("Max  ", axis.maximum)
    if axis.fuzz != 0 { line("Fuzz ", axis.fuzz) }
    if axis.flat != 0 { line("Flat ", axis.flat) }
    if axis.resolution != 0 { line("Resolution ", axis.resolution) }
  }
}
