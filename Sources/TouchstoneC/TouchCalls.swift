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
    try checkSize(frame, "touchstone_frame")
    try engine.frame.replace(by: frame.pointee)
    engine.sendFrame()
  }
}

/// The most contacts in a frame, as `SlotTracker.slotLimit`.
private let contactLimit = SlotTracker.slotLimit

extension ContactFrame {
  /// Takes the contents of a frame of the C interface, if all of it is valid.
  fileprivate mutating func replace(by source: touchstone_frame) throws(CallError) {
    let contacts = try ContactArray(source)
    let cancelled = try array(
      source.cancelled, source.cancelled_count, "cancelled ids", contactLimit)
    for index in 0..<contacts.count { try contacts[index].check() }
    for id in cancelled { try checkID(id) }
    guard source.extra_fingers <= contactLimit else {
      throw .argument(
        "expected at most \(contactLimit) extra fingers, found \(source.extra_fingers)")
    }
    time = try timestamp(source.time_us)
    self.contacts.removeAll(keepingCapacity: true)
    for index in 0..<contacts.count { self.contacts.append(Contact(contacts[index])) }
    self.cancelled.removeAll(keepingCapacity: true)
    for id in cancelled { self.cancelled.append(Int(id)) }
    buttons = Buttons(rawValue: UInt8(truncatingIfNeeded: source.buttons & 7))
    extraFingers = Int(source.extra_fingers)
  }
}

/// The contacts of a frame, which lie as far from each other as the caller's structure is large.
private struct ContactArray {
  let start: UnsafeRawPointer?
  let count: Int
  let stride: Int

  init(_ frame: touchstone_frame) throws(CallError) {
    count = try array(frame.contacts, frame.contact_count, "contacts", contactLimit).count
    start = frame.contacts.map { UnsafeRawPointer($0) }
    stride = frame.contact_size
    let least = MemoryLayout<touchstone_contact>.size
    guard count == 0 || stride >= least && stride <= 1 << 16 else {
      throw CallError(
        TOUCHSTONE_INVALID_SIZE,
        "expected sizeof(struct touchstone_contact), at least \(least), as contact_size; found "
          + "\(UInt(bitPattern: stride))")
    }
  }

  subscript(index: Int) -> touchstone_contact {
    guard let start else { return touchstone_contact() }
    return start.loadUnaligned(fromByteOffset: index * stride, as: touchstone_contact.self)
  }
}

extension touchstone_contact {
  fileprivate func check() throws(CallError) {
    try checkID(id)
    try checkPosition(x_mm, y_mm)
    for value in [pressure, major_mm, minor_mm] where !value.isFinite {
      throw .argument("expected a finite pressure and size, found \(value)")
    }
    guard tool <= TOUCHSTONE_TOOL_PALM.rawValue else {
      throw .argument("expected a touchstone_tool, found \(tool)")
    }
  }
}

extension Contact {
  fileprivate init(_ contact: touchstone_contact) {
    let hasSize = contact.major_mm >= 0 && contact.minor_mm >= 0
    self.init(
      id: Int(contact.id), position: Point(x: contact.x_mm, y: contact.y_mm),
      pressure: contact.pressure < 0 ? nil : min(contact.pressure, 1),
      size: hasSize ? Size(width: contact.major_mm, height: contact.minor_mm) : nil,
      tool: Tool(rawValue: UInt8(truncatingIfNeeded: contact.tool)) ?? .finger)
  }
}

private func checkID(_ id: Int64) throws(CallError) {
  guard id >= 0, id <= Int64(Int32.max) else {
    throw .argument("expected the id of a contact from 0 to 2^31 - 1, found \(id)")
  }
}

/// The farthest that a position may be from the corner in mm: a kilometre.
private let farthest = 1e6

private func checkPosition(_ x: Double, _ y: Double) throws(CallError) {
  // Also false for what is not a number.
  guard abs(x) <= farthest, abs(y) <= farthest else {
    throw .argument("expected a position within 10^6 mm, found \(x), \(y)")
  }
}

// MARK: - Single touches

@c @implementation
public func touchstone_engine_touch_down(
  _ engine: OpaquePointer!, _ time: Int64, _ id: Int32, _ x: Double, _ y: Double
) -> touchstone_status {
  changeTouch(engine, time) { engine, time throws(CallError) in
    try checkPosition(x, y)
    guard engine.feed.downCount < contactLimit else {
      throw .argument("expected at most \(contactLimit) touches, found another")
    }
    engine.change { $0.down(id, at: Point(x: x, y: y), time: time) }
  }
}

@c @implementation
public func touchstone_engine_touch_motion(
  _ engine: OpaquePointer!, _ time: Int64, _ id: Int32, _ x: Double, _ y: Double
) -> touchstone_status {
  changeTouch(engine, time) { engine, time throws(CallError) in
    try checkPosition(x, y)
    engine.change { $0.move(id, to: Point(x: x, y: y), time: time) }
  }
}

@c @implementation
public func touchstone_engine_touch_up(
  _ engine: OpaquePointer!, _ time: Int64, _ id: Int32
) -> touchstone_status {
  changeTouch(engine, time) { engine, time throws(CallError) in
    engine.change { $0.up(id, time: time) }
  }
}

@c @implementation
public func touchstone_engine_touch_cancel(
  _ engine: OpaquePointer!, _ time: Int64, _ id: Int32
) -> touchstone_status {
  changeTouch(engine, time) { engine, time throws(CallError) in
    engine.change { $0.cancel(id, time: time) }
  }
}

@c @implementation
public func touchstone_engine_touch_cancel_all(
  _ engine: OpaquePointer!, _ time: Int64
) -> touchstone_status {
  changeTouch(engine, time) { engine, time throws(CallError) in
    engine.change { $0.cancelAll(time: time) }
  }
}

@c @implementation
public func touchstone_engine_touch_frame(_ engine: OpaquePointer!) -> touchstone_status {
  statusOfWork(engine) { engine throws(CallError) in engine.sendTouches() }
}

/// The most changes of touches before the end of a frame, so that a program that never ends one does not
/// take more and more memory.
private let changeLimit = 4096

@inline(__always)
private func changeTouch(
  _ handle: OpaquePointer?, _ time: Int64,
  _ body: (Engine, Timestamp) throws(CallError) -> Void
) -> touchstone_status {
  statusOfWork(handle) { engine throws(CallError) in
    guard engine.pendingChanges < changeLimit else {
      throw .argument("expected touchstone_engine_touch_frame() after \(changeLimit) changes")
    }
    try body(engine, try timestamp(time))
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
