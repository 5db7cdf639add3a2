import CTouchstone

/// Calls functions of the C interface on one engine, as the bytes say.
struct InterfaceSession {
  private var bytes: ByteReader
  /// The time of the calls, mostly forward.
  private var time: Int64 = 1_000_000
  /// The latest time that the engine has; nil where that is not known, as after events, whose times
  /// the tracker corrects.
  private var latest: Int64? = 0
  private var contacts: [touchstone_contact] = []
  private var lastID: Int64 = 0

  init(_ bytes: [UInt8]) {
    self.bytes = ByteReader(bytes)
  }

  mutating func run() {
    guard let engine = bytes.makeEngine() else { return }
    if bytes.flag() { listen(to: engine) }
    while !bytes.isEmpty {
      pass()
      call(engine)
      checkDeadline(engine)
      if bytes.isOne(in: 8) { drain(engine) }
    }
    end(engine)
  }

  /// Mostly a sensor's interval; sometimes none, a step back, or anything.
  private mutating func pass() {
    let steps: [Int64] = [0, 8000, 8000, 16_000, 16_000, 40_000, 310_000, 1_600_000, -50_000]
    time = bytes.isOne(in: 64) ? bytes.integer() : time &+ (bytes.pick(steps) ?? 0)
  }

  private mutating func call(_ engine: OpaquePointer) {
    switch bytes.below(16) {
    case 0...5: pushFrame(engine)
    case 6...8: pushTouch(engine)
    case 9...11: pushEvent(engine)
    case 12:
      note(checked(touchstone_engine_advance(engine, time), "advance"), at: time)
    case 13: control(engine)
    case 14: drain(engine)
    default: ask(engine)
    }
  }

  private mutating func note(_ succeeded: Bool, at time: Int64) {
    if succeeded { latest = latest.map { max($0, time) } }
  }

  // MARK: Pushing

  private mutating func pushFrame(_ engine: OpaquePointer) {
    moveContacts()
    var frame = touchstone_frame()
    frame.size = bytes.isOne(in: 64) ? bytes.integer() : MemoryLayout<touchstone_frame>.size
    frame.time_us = time
    frame.contact_size = MemoryLayout<touchstone_contact>.size
    if bytes.isOne(in: 64) { frame.contact_size = bytes.integer() }
    // A larger structure than was passed would be read beyond its end.
    if frame.contact_size < 1 << 17 {
      frame.contact_size = min(frame.contact_size, MemoryLayout<touchstone_contact>.size)
    }
    let cancelled: [Int64] = bytes.isOne(in: 16) ? [lastID, bytes.integer()] : []
    frame.cancelled_count = cancelled.count
    if bytes.isOne(in: 16) { frame.buttons = bytes.integer() }
    if bytes.isOne(in: 16) { frame.extra_fingers = UInt32(bytes.byte()) &* 2 }
    frame.contact_count = bytes.isOne(in: 64) ? bytes.integer() | 1 << 40 : contacts.count
    let succeeded = contacts.withUnsafeBufferPointer { contacts in
      cancelled.withUnsafeBufferPointer { cancelled in
        frame.contacts = contacts.baseAddress
        frame.cancelled = cancelled.baseAddress
        return checked(touchstone_engine_push_frame(engine, &frame), "push_frame")
      }
    }
    note(succeeded, at: time)
  }

  private mutating func moveContacts() {
    for index in contacts.indices {
      contacts[index].x_mm += Double(Int8(bitPattern: bytes.byte())) / 16
      contacts[index].y_mm += Double(Int8(bitPattern: bytes.byte())) / 16
    }
    let change = bytes.byte()
    if change & 3 == 3, !contacts.isEmpty { contacts.remove(at: bytes.below(contacts.count)) }
    if change & 12 == 12, contacts.count < 8 { land() }
    if change >= 0xF8, var contact = contacts.popLast() {
      spoil(&contact)
      contacts.append(contact)
    }
  }

  private mutating func land() {
    lastID += 1
    var contact = touchstone_contact()
    contact.id = lastID
    contact.x_mm = bytes.number(0...300)
    contact.y_mm = bytes.number(0...200)
    contact.pressure = bytes.flag() ? -1 : bytes.share()
    contact.major_mm = bytes.flag() ? -1 : bytes.number(0...40)
    contact.minor_mm = contact.major_mm
    contact.tool = bytes.isOne(in: 8) ? UInt32(bytes.below(4)) : 0
    contacts.append(contact)
  }

  private mutating func spoil(_ contact: inout touchstone_contact) {
    switch bytes.below(5) {
    case 0: contact.x_mm = bytes.anyNumber()
    case 1: contact.pressure = bytes.anyNumber()
    case 2: contact.major_mm = bytes.anyNumber()
    case 3: contact.id = bytes.integer()
    default: contact.x_mm = 1e6
    }
  }

  private mutating func pushTouch(_ engine: OpaquePointer) {
    let id = bytes.isOne(in: 16) ? bytes.integer() : Int32(bytes.below(6))
    let x = bytes.isOne(in: 64) ? bytes.anyNumber() : bytes.number(0...300)
    let y = bytes.number(0...200)
    let status =
      switch bytes.below(8) {
      case 0, 1: touchstone_engine_touch_down(engine, time, id, x, y)
      case 2, 3, 4: touchstone_engine_touch_motion(engine, time, id, x, y)
      case 5: touchstone_engine_touch_up(engine, time, id)
      case 6: touchstone_engine_touch_cancel(engine, time, id)
      default: touchstone_engine_touch_cancel_all(engine, time)
      }
    checked(status, "touch")
    if !bytes.isOne(in: 4) {
      checked(touchstone_engine_touch_frame(engine), "touch_frame")
    }
  }

  private mutating func pushEvent(_ engine: OpaquePointer) {
    for _ in 0...bytes.below(6) {
      let codes: [UInt16] = [0, 1, 0x2F, 0x35, 0x36, 0x39, 0x39, 0x3A]
      let type = bytes.isOne(in: 16) ? bytes.integer() : UInt16(bytes.isOne(in: 8) ? 1 : 3)
      let code = bytes.isOne(in: 16) ? bytes.integer() : bytes.pick(codes) ?? 0
      let value = bytes.isOne(in: 16) ? bytes.integer() : Int32(bytes.byte()) - 1
      checked(touchstone_engine_push_event(engine, time, type, code, value), "push_event")
    }
    if checked(touchstone_engine_push_event(engine, time, 0, 0, 0), "push_event") { latest = nil }
  }

  // MARK: The rest

  private mutating func control(_ engine: OpaquePointer) {
    switch bytes.below(6) {
    case 0, 1:
      note(checked(touchstone_engine_interrupt(engine, time), "interrupt"), at: time)
    case 2, 3: checked(touchstone_engine_resume(engine), "resume")
    case 4: if checked(touchstone_engine_finish(engine), "finish") { forget() }
    default: if checked(touchstone_engine_reset(engine), "reset") { forget() }
    }
  }

  private mutating func forget() {
    contacts = []
    if latest != nil { latest = 0 }
  }

  private func checkDeadline(_ engine: OpaquePointer) {
    var deadline: Int64 = -1
    guard checked(touchstone_engine_next_deadline(engine, &deadline), "next_deadline") else {
      return
    }
    promise(deadline >= 0, "a deadline is a time: \(deadline)")
    if let latest {
      promise(deadline >= latest, "a deadline is not in the past: \(deadline), \(latest)")
    }
  }

  private mutating func drain(_ engine: OpaquePointer) {
    var gesture = touchstone_gesture()
    gesture.size = MemoryLayout<touchstone_gesture>.size
    var failure = touchstone_failure()
    failure.size = MemoryLayout<touchstone_failure>.size
    var count = 0
    while checked(touchstone_engine_next_gesture(engine, &gesture), "next_gesture") {
      check(gesture)
      count += 1
      promise(count <= 1024, "at most 1024 gestures wait")
    }
    count = 0
    while checked(touchstone_engine_next_failure(engine, &failure), "next_failure") {
      check(failure)
      count += 1
      promise(count <= 1024, "at most 1024 failures wait")
    }
  }

  private mutating func ask(_ engine: OpaquePointer) {
    var failure = touchstone_failure()
    failure.size = bytes.isOne(in: 8) ? bytes.integer() : MemoryLayout<touchstone_failure>.size
    // The library reads no more than the size says, so it must not say more than there is.
    if failure.size > MemoryLayout<touchstone_failure>.size { failure.size = 0 }
    let kind = bytes.isOne(in: 8) ? bytes.integer() : UInt32(bytes.below(12))
    if checked(touchstone_engine_last_failure(engine, kind, &failure), "last_failure") {
      check(failure)
    }
    var (width, height) = (0.0, 0.0)
    checked(touchstone_engine_get_size(engine, &width, &height), "get_size")
    promise(width > 0 && height > 0 && width <= 10_000, "a size: \(width) x \(height)")
    _ = touchstone_engine_lost_gestures(engine)
    promise(touchstone_engine_candidates(engine) & ~0xFFE == 0, "candidates are kinds")
    let now: Int64 = bytes.integer()
    promise(touchstone_time_from_ms(bytes.integer(), now) >= 0, "a time is not negative")
    _ = touchstone_kind_name(bytes.integer())
    _ = touchstone_state_name(bytes.integer())
    _ = touchstone_direction_name(bytes.integer())
  }

  private func listen(to engine: OpaquePointer) {
    let status = touchstone_engine_set_gesture_callback(
      engine,
      { engine, gesture, _ in
        guard let gesture else { broken("a callback receives a gesture") }
        check(gesture.pointee)
        let isBusy =
          touchstone_engine_touch_frame(engine) == TOUCHSTONE_BUSY
          && touchstone_engine_destroy(engine) == TOUCHSTONE_BUSY
        promise(isBusy, "a callback can neither push nor destroy")
      }, nil)
    checked(status, "set_gesture_callback")
  }

  /// Advances to the last deadline, and destroys the engine.
  private mutating func end(_ engine: OpaquePointer) {
    var deadline: Int64 = 0
    var count = 0
    while checked(touchstone_engine_next_deadline(engine, &deadline), "next_deadline") {
      checked(touchstone_engine_advance(engine, deadline), "advance")
      count += 1
      promise(count <= 10_000, "advancing to deadlines ends")
      if deadline >= 1 << 60 { break }
    }
    drain(engine)
    promise(checked(touchstone_engine_finish(engine), "finish"), "an engine can be finished")
    promise(touchstone_engine_candidates(engine) == 0, "no candidate is left after the end")
    promise(
      touchstone_engine_next_deadline(engine, &deadline) == TOUCHSTONE_NONE,
      "no deadline is left after the end")
    drain(engine)
    promise(checked(touchstone_engine_destroy(engine), "destroy"), "an engine can be destroyed")
  }
}
