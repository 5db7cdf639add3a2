import Timeline

extension LibinputAnswer {
  /// Reads the answer in a message of the playing process; nil for a malformed message.
  public init?(message: [UInt8]) {
    var reader = MessageReader(message)
    guard let answer = try? LibinputAnswer(from: &reader), reader.isAtEnd else { return nil }
    self = answer
  }

  func write(to writer: inout MessageWriter) {
    writer.add(UInt32(devices.count))
    for device in devices {
      for flag in [
        device.isAccepted, device.isPointer, device.isKeyboard, device.isTouch,
        device.hasGestures,
      ] { writer.add(flag) }
      writer.add(UInt8(clamping: device.tapFingers))
      writer.add(device.width)
      writer.add(device.height)
      writer.add(UInt32(device.lackedSettings.count))
      for name in device.lackedSettings { writer.add(name) }
    }
    writer.add(UInt32(events.count))
    for event in events { event.write(to: &writer) }
    writer.add(UInt32(log.count))
    for line in log {
      writer.add(line.time.map { Int($0.microseconds) })
      writer.add(UInt8(line.priority.rawValue))
      writer.add(line.text)
    }
    writer.add(isLogCut)
  }

  init(from reader: inout MessageReader) throws(MessageReader.Malformed) {
    for _ in 0..<(try reader.count(ofSize: 26)) {
      var device = LibinputDeviceInfo()
      device.isAccepted = try reader.flag()
      device.isPointer = try reader.flag()
      device.isKeyboard = try reader.flag()
      device.isTouch = try reader.flag()
      device.hasGestures = try reader.flag()
      device.tapFingers = Int(try reader.number(UInt8.self))
      device.width = try reader.optionalDouble()
      device.height = try reader.optionalDouble()
      for _ in 0..<(try reader.count(ofSize: 4)) {
        device.lackedSettings.append(try reader.text())
      }
      devices.append(device)
    }
    let count = try reader.count(ofSize: 10)
    events.reserveCapacity(count)
    for _ in 0..<count {
      let event = try LibinputEvent(from: &reader)
      guard devices.indices.contains(event.device) else { throw MessageReader.Malformed() }
      events.append(event)
    }
    for _ in 0..<(try reader.count(ofSize: 13)) {
      let time = try reader.optional().map { Timestamp(microseconds: Int64($0)) }
      guard let priority = LibinputLogLine.Priority(rawValue: Int(try reader.number(UInt8.self)))
      else { throw MessageReader.Malformed() }
      log.append(LibinputLogLine(time: time, priority: priority, text: try reader.text()))
    }
    isLogCut = try reader.flag()
  }
}

/// The numbers of the kinds of events in messages.
private enum ContentCode {
  static let gesture: UInt8 = 0
  static let motion: UInt8 = 1
  static let button: UInt8 = 2
  static let scroll: UInt8 = 3
  static let touch: UInt8 = 4
  static let key: UInt8 = 5
  static let toggle: UInt8 = 6
}

extension CaseIterable where AllCases == [Self], Self: Equatable {
  fileprivate var index: UInt8 { UInt8(Self.allCases.firstIndex(of: self) ?? 0) }

  fileprivate static func read(
    from reader: inout MessageReader
  ) throws(MessageReader.Malformed) -> Self {
    let index = Int(try reader.number(UInt8.self))
    guard allCases.indices.contains(index) else { throw MessageReader.Malformed() }
    return allCases[index]
  }
}

extension LibinputEvent {
  fileprivate func write(to writer: inout MessageWriter) {
    writer.add(time.microseconds)
    writer.add(UInt8(clamping: device))
    switch content {
    case .gesture(let gesture):
      writer.add(ContentCode.gesture)
      writer.add(gesture.kind.index)
      writer.add(gesture.state.index)
      writer.add(UInt8(clamping: gesture.fingers))
      writer.add(gesture.dx)
      writer.add(gesture.dy)
      writer.add(gesture.scale)
      writer.add(gesture.rotation)
    case .motion(let dx, let dy, let rawX, let rawY):
      writer.add(ContentCode.motion)
      for number in [dx, dy, rawX, rawY] { writer.add(number) }
    case .button(let code, let isPressed, let isTap):
      writer.add(ContentCode.button)
      writer.add(code)
      writer.add(isPressed)
      writer.add(isTap)
    case .scroll(let horizontal, let vertical):
      writer.add(ContentCode.scroll)
      writer.add(horizontal)
      writer.add(vertical)
    case .touch(let slot, let state, let x, let y):
      writer.add(ContentCode.touch)
      writer.add(Int32(clamping: slot))
      writer.add(state.index)
      writer.add(x)
      writer.add(y)
    case .key(let code, let isPressed):
      writer.add(ContentCode.key)
      writer.add(code)
      writer.add(isPressed)
    case .toggle(let number, let isOn):
      writer.add(ContentCode.toggle)
      writer.add(UInt8(clamping: number))
      writer.add(isOn)
    }
  }

  fileprivate init(from reader: inout MessageReader) throws(MessageReader.Malformed) {
    time = Timestamp(microseconds: try reader.number())
    device = Int(try reader.number(UInt8.self))
    switch try reader.number(UInt8.self) {
    case ContentCode.gesture:
      var gesture = Gesture(
        kind: try .read(from: &reader), state: try .read(from: &reader),
        fingers: Int(try reader.number(UInt8.self)))
      gesture.dx = try reader.double()
      gesture.dy = try reader.double()
      gesture.scale = try reader.optionalDouble()
      gesture.rotation = try reader.optionalDouble()
      content = .gesture(gesture)
    case ContentCode.motion:
      content = .motion(
        dx: try reader.double(), dy: try reader.double(), rawX: try reader.double(),
        rawY: try reader.double())
    case ContentCode.button:
      content = .button(
        try reader.number(), isPressed: try reader.flag(), isTap: try reader.flag())
    case ContentCode.scroll:
      content = .scroll(
        horizontal: try reader.optionalDouble(), vertical: try reader.optionalDouble())
    case ContentCode.touch:
      content = .touch(
        slot: Int(try reader.number(Int32.self)), try .read(from: &reader),
        x: try reader.optionalDouble(), y: try reader.optionalDouble())
    case ContentCode.key:
      content = .key(try reader.number(), isPressed: try reader.flag())
    case ContentCode.toggle:
      content = .toggle(switch: Int(try reader.number(UInt8.self)), isOn: try reader.flag())
    default: throw MessageReader.Malformed()
    }
  }
}
