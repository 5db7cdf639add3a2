// The names are those of C.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CTouchstone
import Contacts
import Evdev
import Timeline

// MARK: - Frames

@c @implementation
public func touchstone_engine_push_frame(
  _ engine: OpaquePointer!, _ frame: UnsafePointer<touchstone_frame>!
) -> touchstone_status {
  statusOfWork(engine) { engine throws(CallError) in
    guard let frame else { throw .argument("expected a frame, found NULL") }
    if try touchstone_frame.knownSize(frame) == MemoryLayout<touchstone_frame>.size {
      try engine.frame.replace(by: frame)
    } else {
      let copy = try load(frame)
      try withUnsafePointer(to: copy) { copy throws(CallError) in
        try engine.frame.replace(by: copy)
      }
    }
    engine.sendFrame()
  }
}

/// The most contacts in a frame, equal to `SlotTracker.slotLimit`.
private var contactLimit: Int { SlotTracker.slotLimit }

extension ContactFrame {
  /// Copies the contents of a frame of the C interface; after an error the contents are undefined.
  @inline(__always)
  fileprivate mutating func replace(by source: UnsafePointer<touchstone_frame>) throws(CallError) {
    time = try timestamp(source.pointee.time_us)
    try replaceContacts(by: ContactArray(source))
    if source.pointee.cancelled_count != 0 || !cancelled.isEmpty {
      try replaceCancelled(by: source.pointee)
    }
    guard source.pointee.extra_fingers <= contactLimit else {
      throw .argument(
        "expected at most \(contactLimit) extra fingers, found \(source.pointee.extra_fingers)")
    }
    buttons = Buttons(rawValue: UInt8(truncatingIfNeeded: source.pointee.buttons & 7))
    extraFingers = Int(source.pointee.extra_fingers)
  }

  /// Overwrites the contacts of the frame before: appending them costs three times as much.
  @inline(__always)
  private mutating func replaceContacts(by source: ContactArray) throws(CallError) {
    if contacts.count != source.count { resize(to: source.count) }
    let invalid = contacts.withUnsafeMutableBufferPointer { contacts -> Int? in
      for index in contacts.indices {
        let contact = source[index]
        guard contact.isValid else { return index }
        contacts[index] = Contact(contact)
      }
      return nil
    }
    if let invalid { throw source[invalid].error }
  }

  @inline(never)
  private mutating func resize(to count: Int) {
    if contacts.count > count { contacts.removeSubrange(count...) }
    while contacts.count < count { contacts.append(Contact(id: 0, position: Point(x: 0, y: 0))) }
  }

  @inline(never)
  private mutating func replaceCancelled(by source: touchstone_frame) throws(CallError) {
    cancelled.removeAll(keepingCapacity: true)
    for id in try array(source.cancelled, source.cancelled_count, "cancelled ids", contactLimit) {
      guard isValidID(id) else { throw .id(id) }
      cancelled.append(Int(id))
    }
  }
}

/// The contacts of a frame, at distances of the size of the caller's structure.
private struct ContactArray {
  let start: UnsafeRawPointer
  let count: Int
  let stride: Int

  @inline(__always)
  init(_ frame: UnsafePointer<touchstone_frame>) throws(CallError) {
    stride = frame.pointee.contact_size
    count = frame.pointee.contact_count
    let least = MemoryLayout<touchstone_contact>.size
    guard let contacts = frame.pointee.contacts, count > 0, count <= contactLimit,
      stride >= least, stride <= ContactArray.maximumStride
    else {
      try ContactArray.checkEmpty(frame.pointee)
      // The pointer is never read.
      start = UnsafeRawPointer(frame)
      return
    }
    start = UnsafeRawPointer(contacts)
  }

  /// The most bytes of a contact, far more than in any later version.
  private static var maximumStride: Int { 1 << 16 }

  /// Throws unless there are no contacts.
  @inline(never)
  private static func checkEmpty(_ frame: touchstone_frame) throws(CallError) {
    let count = try array(frame.contacts, frame.contact_count, "contacts", contactLimit).count
    if count > 0 {
      throw CallError(
        TOUCHSTONE_INVALID_SIZE,
        "expected sizeof(struct touchstone_contact), at least "
          + "\(MemoryLayout<touchstone_contact>.size), as contact_size; found "
          + "\(UInt(bitPattern: frame.contact_size))")
    }
  }

  @inline(__always)
  subscript(index: Int) -> touchstone_contact {
    start.loadUnaligned(fromByteOffset: index * stride, as: touchstone_contact.self)
  }
}

extension touchstone_contact {
  /// Whether all numbers are in range; ``error`` names one that is not.
  @inline(__always)
  fileprivate var isValid: Bool {
    isValidID(id) && isValidPosition(x_mm, y_mm)
      && pressure.isFinite && major_mm.isFinite && minor_mm.isFinite
      && tool <= TOUCHSTONE_TOOL_PALM.rawValue
  }

  fileprivate var error: CallError {
    if !isValidID(id) { return .id(id) }
    if !isValidPosition(x_mm, y_mm) { return .position(x_mm, y_mm) }
    for value in [pressure, major_mm, minor_mm] where !value.isFinite {
      return .argument("expected a finite pressure and size, found \(value)")
    }
    return .argument("expected a touchstone_tool, found \(tool)")
  }
}

extension Contact {
  @inline(__always)
  fileprivate init(_ contact: touchstone_contact) {
    let hasSize = contact.major_mm >= 0 && contact.minor_mm >= 0
    self.init(
      id: Int(contact.id), position: Point(x: contact.x_mm, y: contact.y_mm),
      pressure: contact.pressure < 0 ? nil : min(contact.pressure, 1),
      size: hasSize ? Size(width: contact.major_mm, height: contact.minor_mm) : nil,
      tool: Tool(rawValue: UInt8(truncatingIfNeeded: contact.tool)) ?? .finger)
  }
}

@inline(__always)
private func isValidID(_ id: Int64) -> Bool { id >= 0 && id <= Int64(Int32.max) }

/// The greatest distance of a position from the corner in mm: a kilometre.
private var farthest: Double { 1e6 }

/// Whether a number is in range; false for not-a-number.
@inline(__always)
private func isValidPosition(_ x: Double, _ y: Double) -> Bool {
  abs(x) <= farthest && abs(y) <= farthest
}

@inline(__always)
private func checkPosition(_ x: Double, _ y: Double) throws(CallError) {
  if !isValidPosition(x, y) { throw .position(x, y) }
}

extension CallError {
  fileprivate static func id(_ id: Int64) -> CallError {
    .argument("expected the id of a contact from 0 to 2^31 - 1, found \(id)")
  }

  fileprivate static func position(_ x: Double, _ y: Double) -> CallError {
    .argument("expected a position within 10^6 mm, found \(x), \(y)")
  }
}

// MARK: - Single touches

@c @implementation
public func touchstone_engine_touch_down(
  _ engine: OpaquePointer!, _ time: Int64, _ id: Int32, _ x: Double, _ y: Double
) -> touchstone_status {
  changeTouch(engine, time) { feed, time throws(CallError) in
    try checkPosition(x, y)
    guard feed.downCount < contactLimit else {
      throw .argument("expected at most \(contactLimit) touches, found another")
    }
    feed.down(id, at: Point(x: x, y: y), time: time)
  }
}

@c @implementation
public func touchstone_engine_touch_motion(
  _ engine: OpaquePointer!, _ time: Int64, _ id: Int32, _ x: Double, _ y: Double
) -> touchstone_status {
  changeTouch(engine, time) { feed, time throws(CallError) in
    try checkPosition(x, y)
    feed.move(id, to: Point(x: x, y: y), time: time)
  }
}

@c @implementation
public func touchstone_engine_touch_up(
  _ engine: OpaquePointer!, _ time: Int64, _ id: Int32
) -> touchstone_status {
  changeTouch(engine, time) { feed, time in feed.up(id, time: time) }
}

@c @implementation
public func touchstone_engine_touch_cancel(
  _ engine: OpaquePointer!, _ time: Int64, _ id: Int32
) -> touchstone_status {
  changeTouch(engine, time) { feed, time in feed.cancel(id, time: time) }
}

@c @implementation
public func touchstone_engine_touch_cancel_all(
  _ engine: OpaquePointer!, _ time: Int64
) -> touchstone_status {
  changeTouch(engine, time) { feed, time in feed.cancelAll(time: time) }
}

@c @implementation
public func touchstone_engine_touch_frame(_ engine: OpaquePointer!) -> touchstone_status {
  statusOfWork(engine) { engine throws(CallError) in engine.sendTouches() }
}

/// The most changes before the end of a frame, so that memory is limited.
private let changeLimit = 4096

@inline(__always)
private func changeTouch(
  _ handle: OpaquePointer?, _ time: Int64,
  _ body: (inout TouchFeed<Int32>, Timestamp) throws(CallError) -> Void
) -> touchstone_status {
  statusOfWork(handle) { engine throws(CallError) in
    guard engine.pendingChanges < changeLimit else {
      throw .argument("expected touchstone_engine_touch_frame() after \(changeLimit) changes")
    }
    let time = try timestamp(time)
    try engine.change { feed throws(CallError) in try body(&feed, time) }
  }
}

// MARK: - Events

@c @implementation
public func touchstone_engine_push_event(
  _ engine: OpaquePointer!, _ time: Int64, _ type: UInt16, _ code: UInt16, _ value: Int32
) -> touchstone_status {
  statusOfWork(engine) { engine throws(CallError) in
    let event = InputEvent(
      time: try timestamp(time), type: EventType(rawValue: type), code: code, value: value)
    if !engine.process(event) {
      throw CallError(
        TOUCHSTONE_NO_DEVICE, "expected an engine with a device, which events are about")
    }
  }
}
