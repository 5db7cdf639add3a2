import Contacts
import Evdev
import Timeline

/// A request of the program to the playing process.
struct LibinputRequest: MessagePart, Sendable {
  var input = LibinputInput()
  var configuration = LibinputConfiguration()
  /// The lowest requested priority of lines of the log.
  var logPriority = LibinputLogLine.Priority.error
  /// The limit of processor time in seconds.
  var timeLimit = 10

  mutating func pass(through coder: inout MessageCoder) throws(Malformed) {
    try coder.pass(&logPriority)
    try coder.pass(&timeLimit, as: UInt32.self)
    try coder.pass(&configuration, &input.model, &input.origin, &input.devices)
    var count = input.frames.count
    try coder.pass(&count, as: UInt32.self)
    for index in 0..<count {
      var frame =
        coder.isReading
        ? LibinputInput.Frame(device: 0, time: .zero, range: 0..<0) : input.frames[index]
      var events = Array(input.events[frame.range])
      try coder.pass(&frame.device, as: UInt32.self)
      try coder.pass(&frame.time, &events)
      guard input.devices.indices.contains(frame.device) else { throw Malformed() }
      guard coder.isReading else { continue }
      for index in events.indices { events[index].time = frame.time }
      input.append(events, device: frame.device, time: frame.time)
    }
  }
}

extension InputEvent: MessagePart {
  init() { self.init(time: .zero, type: .synchronization, code: 0, value: 0) }

  /// Passes all values but the time, which is the frame's.
  mutating func pass(through coder: inout MessageCoder) throws(Malformed) {
    var type = type.rawValue
    try coder.pass(&type)
    self.type = EventType(rawValue: type)
    try coder.pass(&code, &value)
  }
}

// MARK: - Devices

extension LibinputInput.Device: MessagePart {
  init() { self.init(DeviceDescription()) }

  mutating func pass(through coder: inout MessageCoder) throws(Malformed) {
    try coder.pass(&description.name, &description.identity.bus, &description.identity.vendor)
    try coder.pass(&description.identity.product, &description.identity.version)
    try coder.pass(&description.properties, &description.axes, &description.codes)
    try coder.pass(&properties, &size)
  }
}

extension DeviceDescription.Axis: MessagePart {
  init() { self.init(minimum: 0, maximum: 0) }

  mutating func pass(through coder: inout MessageCoder) throws(Malformed) {
    try coder.pass(&value, &minimum, &maximum, &fuzz)
    try coder.pass(&flat, &resolution)
  }
}

extension Size: MessagePart {
  init() { self = .zero }

  mutating func pass(through coder: inout MessageCoder) throws(Malformed) {
    try coder.pass(&width, &height)
  }
}

extension LibinputConfiguration: MessagePart {
  mutating func pass(through coder: inout MessageCoder) throws(Malformed) {
    try coder.pass(&tap, &drag, &dragLock, &swapsTapButtons)
    try coder.pass(&disableWhileTyping, &naturalScroll, &scrollMethod, &clickMethod)
    try coder.pass(&acceleration, &speed, &leftHanded)
    try coder.pass(&middleEmulation, &rotation)
  }
}

extension LibinputConfiguration.ScrollMethod: MessagePart {}
extension LibinputConfiguration.ClickMethod: MessagePart {}
extension LibinputConfiguration.Acceleration: MessagePart {}
