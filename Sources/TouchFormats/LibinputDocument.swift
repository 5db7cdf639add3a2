internal import Yams

/// A libinput recording in any YAML layout, loaded whole.
final class LibinputDocument {
  private(set) var devices: [RecordedDevice] = []
  private let file: String
  /// The events of each device.
  private var events: [[Node]] = []
  /// The next event to read: its device and its index.
  private var device = 0
  private var event = 0

  init(_ bytes: [UInt8], file: String) throws(FileError) {
    self.file = file
    guard let root = try YAMLDocument.compose(bytes, file: file) else {
      throw FileError(file: file, expected: "a libinput recording", found: "an empty document")
    }
    guard let mapping = root.mapping, let list = mapping["devices"]?.sequence else {
      throw error(at: root, expected: "a libinput recording (a mapping with a list of devices)")
    }
    if let version = mapping["version"], version.scalar?.string != "1" {
      throw error(at: version, expected: "version 1 of a libinput recording")
    }
    for node in list { try addDevice(node) }
  }

  /// Replaces the events of `batch` with the next ones; false at the end.
  func read(into batch: inout EventBatch) throws(FileError) -> Bool {
    batch.events.removeAll(keepingCapacity: true)
    while batch.events.count < EventBatch.capacity, let next = try nextEvent() {
      batch.device = device
      batch.events.append(next)
      // The events of the next device go into the next batch.
      if event == events[device].count { break }
    }
    return !batch.events.isEmpty
  }

  /// Throws if any event is malformed; reading starts over afterwards.
  func check() throws(FileError) {
    var batch = EventBatch()
    while try read(into: &batch) {}
    device = 0
    event = 0
  }

  func skip(_ count: Int) throws(FileError) { for _ in 0..<count { _ = try nextEvent() } }

  private func nextEvent() throws(FileError) -> InputEvent? {
    while device < events.count, event == events[device].count {
      device += 1
      event = 0
    }
    guard device < events.count else { return nil }
    let node = events[device][event]
    event += 1
    guard let fields = node.sequence, fields.count == 5 else {
      throw error(at: node, expected: "an event: [seconds, microseconds, type, code, value]")
    }
    return InputEvent(
      time: Timestamp(
        seconds: try integer(fields[0], "seconds"),
        microseconds: try integer(fields[1], "microseconds")),
      type: EventType(rawValue: try integer(fields[2], "an event type (at most 65535)")),
      code: try integer(fields[3], "an event code (at most 65535)"),
      value: try integer(fields[4], "an event value (32-bit)"))
  }

  private func addDevice(_ node: Node) throws(FileError) {
    guard let device = node.mapping else {
      throw error(at: node, expected: "a device (a mapping with `evdev` and `events`)")
    }
    guard devices.count < RecordedDevice.maximumCount else {
      throw error(at: node, expected: Expectation.fewerDevices.text.description)
    }
    var description: DeviceDescription?
    if let evdev = device["evdev"] { description = try describe(evdev) }
    let path = try name(device["node"])
    devices.append(
      RecordedDevice(
        description: description, node: path == "unknown" ? nil : path,
        calibration: LibinputDocument.calibration(device["udev"])))
    let entries = device["events"]?.sequence ?? Node.Sequence([])
    events.append(entries.compactMap { $0.mapping?["evdev"]?.sequence }.flatMap { $0 })
  }

  /// The calibration among udev's properties, a list of texts such as `ID_INPUT=1`.
  private static func calibration(_ node: Node?) -> TouchAreaTransform? {
    let properties = node?.mapping?["properties"]?.sequence ?? Node.Sequence([])
    let texts = properties.lazy.compactMap { $0.scalar?.string }
    let prefix = UdevProperty.calibration.description
    return texts.first { $0.hasPrefix(prefix) }.flatMap {
      TouchAreaTransform(calibration: String($0.dropFirst(prefix.count)))
    }
  }

  private func describe(_ node: Node) throws(FileError) -> DeviceDescription {
    guard let evdev = node.mapping else {
      throw error(at: node, expected: "a device description")
    }
    var description = DeviceDescription(name: try name(evdev["name"]) ?? "")
    if let identity = evdev["id"] {
      let numbers: [UInt16] = try integers(identity, count: 4, "bus, vendor, product, version")
      description.identity = .init(numbers)
    }
    if let properties = evdev["properties"] {
      let numbers: [UInt16] = try integers(properties, "a list of properties")
      description.properties = Set(numbers.map(Int.init))
    }
    for (key, codes) in evdev["codes"]?.mapping ?? Node.Mapping([]) {
      let type: UInt16 = try integer(key, "an event type")
      description.codes[type] = Set(try integers(codes, "a list of codes"))
    }
    for (key, axis) in evdev["absinfo"]?.mapping ?? Node.Mapping([]) {
      let code: UInt16 = try integer(key, "the code of an axis")
      let numbers: [Int32] = try integers(
        axis, count: 5, "an axis: minimum, maximum, fuzz, flat and resolution")
      description.axes[code] = .init(numbers)
    }
    return description
  }

  private func integers<Number: FixedWidthInteger>(
    _ node: Node, count: Int? = nil, _ expected: StaticString
  ) throws(FileError) -> [Number] {
    guard let list = node.sequence, count == nil || list.count == count else {
      throw error(at: node, expected: expected.description)
    }
    return try list.map { item throws(FileError) in try integer(item, expected) }
  }

  private func name(_ node: Node?) throws(FileError) -> String? {
    guard let node, let name = node.scalar?.string else { return nil }
    guard name.utf8.count <= RecordedDevice.maximumNameLength else {
      throw error(at: node, expected: Expectation.shorterName.text.description)
    }
    return name
  }

  /// A decimal number, or a hexadecimal one with `0x`, quoted or not.
  private func integer<Number: FixedWidthInteger>(
    _ node: Node, _ expected: StaticString
  ) throws(FileError) -> Number {
    guard let text = node.scalar?.string,
      let number = text.hasPrefix("0x") ? Number(text.dropFirst(2), radix: 16) : Number(text)
    else { throw error(at: node, expected: expected.description) }
    return number
  }

  private func error(at node: Node, expected: String) -> FileError {
    let found =
      switch node {
      case .scalar(let scalar): FileError.excerpt(scalar.string.utf8)
      case .sequence(let list): "a list of \(list.count)"
      case .mapping: "a mapping"
      case .alias: "an alias"
      }
    let position = node.mark.map { FileError.Position.line($0.line, column: $0.column) }
    return FileError(file: file, position: position ?? .file, expected: expected, found: found)
  }
}
