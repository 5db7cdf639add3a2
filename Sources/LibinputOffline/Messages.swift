import Contacts
import Evdev
import Timeline

/// A request of the program to the playing process.
struct LibinputRequest: Sendable {
  var input: LibinputInput
  var configuration = LibinputConfiguration()
  /// The lowest requested priority of lines of the log.
  var logPriority = LibinputLogLine.Priority.error
  /// The limit of processor time in seconds.
  var timeLimit = 10

  func write(to writer: inout MessageWriter) {
    writer.add(UInt8(logPriority.rawValue))
    writer.add(UInt32(timeLimit))
    for number in configuration.numbers { writer.add(number) }
    writer.add(input.model ?? "")
    writer.add(input.origin.microseconds)
    writer.add(UInt32(input.devices.count))
    for device in input.devices { device.write(to: &writer) }
    writer.add(UInt32(input.frames.count))
    for frame in input.frames {
      writer.add(UInt32(frame.device))
      writer.add(frame.time.microseconds)
      writer.add(UInt32(frame.range.count))
      for event in input.events[frame.range] {
        writer.add(event.type.rawValue)
        writer.add(event.code)
        writer.add(event.value)
      }
    }
  }

  init(_ input: LibinputInput) { self.input = input }

  init(from reader: inout MessageReader) throws(MessageReader.Malformed) {
    input = LibinputInput()
    guard let priority = LibinputLogLine.Priority(rawValue: Int(try reader.number(UInt8.self)))
    else { throw MessageReader.Malformed() }
    logPriority = priority
    timeLimit = Int(try reader.number(UInt32.self))
    var numbers: [Int?] = []
    for _ in configuration.numbers { numbers.append(try reader.optional()) }
    configuration = LibinputConfiguration(numbers: numbers) ?? configuration
    let model = try reader.text()
    input.model = model.isEmpty ? nil : model
    input.origin = Timestamp(microseconds: try reader.number())
    for _ in 0..<(try reader.count(ofSize: 16)) {
      input.devices.append(try LibinputInput.Device(from: &reader))
    }
    for _ in 0..<(try reader.count(ofSize: 16)) { try readFrame(from: &reader) }
  }

  private mutating func readFrame(
    from reader: inout MessageReader
  ) throws(MessageReader.Malformed) {
    let device = Int(try reader.number(UInt32.self))
    let time = Timestamp(microseconds: try reader.number())
    let start = input.events.count
    for _ in 0..<(try reader.count(ofSize: 8)) {
      let type = EventType(rawValue: try reader.number())
      let code = try reader.number(UInt16.self)
      input.events.append(
        InputEvent(time: time, type: type, code: code, value: try reader.number()))
    }
    guard input.devices.indices.contains(device) else { throw MessageReader.Malformed() }
    input.frames.append(
      LibinputInput.Frame(device: device, time: time, range: start..<input.events.count))
  }
}

extension LibinputInput.Device {
  fileprivate func write(to writer: inout MessageWriter) {
    writer.add(description.name)
    let identity = description.identity
    for number in [identity.bus, identity.vendor, identity.product, identity.version] {
      writer.add(number)
    }
    writer.add(UInt32(description.properties.count))
    for property in description.properties.sorted() { writer.add(Int64(property)) }
    writer.add(UInt32(description.axes.count))
    for (code, axis) in description.axes.sorted(by: { $0.key < $1.key }) {
      writer.add(code)
      for number in [
        axis.value, axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution,
      ] {
        writer.add(number)
      }
    }
    writer.add(UInt32(description.codes.count))
    for (type, codes) in description.codes.sorted(by: { $0.key < $1.key }) {
      writer.add(type)
      writer.add(UInt32(codes.count))
      for code in codes.sorted() { writer.add(code) }
    }
    writer.add(UInt32(properties.count))
    for (key, value) in properties.sorted(by: { $0.key < $1.key }) {
      writer.add(key)
      writer.add(value)
    }
    writer.add(size?.width)
    writer.add(size?.height)
  }

  fileprivate init(from reader: inout MessageReader) throws(MessageReader.Malformed) {
    var description = DeviceDescription(name: try reader.text())
    description.identity = DeviceDescription.Identity(
      bus: try reader.number(), vendor: try reader.number(), product: try reader.number(),
      version: try reader.number())
    for _ in 0..<(try reader.count(ofSize: 8)) {
      description.properties.insert(Int(try reader.number(Int64.self)))
    }
    for _ in 0..<(try reader.count(ofSize: 26)) {
      let code = try reader.number(UInt16.self)
      description.axes[code] = DeviceDescription.Axis(
        value: try reader.number(), minimum: try reader.number(), maximum: try reader.number(),
        fuzz: try reader.number(), flat: try reader.number(), resolution: try reader.number())
    }
    for _ in 0..<(try reader.count(ofSize: 6)) {
      let type = try reader.number(UInt16.self)
      var codes: Set<UInt16> = []
      for _ in 0..<(try reader.count(ofSize: 2)) { codes.insert(try reader.number()) }
      description.codes[type] = codes
    }
    self.init(description)
    for _ in 0..<(try reader.count(ofSize: 8)) {
      let key = try reader.text()
      properties[key] = try reader.text()
    }
    let (width, height) = (try reader.optionalDouble(), try reader.optionalDouble())
    if let width, let height { size = Size(width: width, height: height) }
  }
}
