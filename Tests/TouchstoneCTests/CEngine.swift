import CTouchstone
import Contacts
import Gestures
import Playback
import Timeline

@testable import TouchstoneC

/// An engine of the C interface, used as a program in C uses it.
final class CEngine {
  let handle: OpaquePointer?

  init(
    _ size: Size, isTouchpad: Bool, flags: touchstone_flags? = nil, kinds: [Gesture.Kind] = []
  ) {
    var options = touchstone_options()
    options.size = MemoryLayout<touchstone_options>.size
    options.width_mm = size.width
    options.height_mm = size.height
    options.device_type = (isTouchpad ? TOUCHSTONE_TOUCHPAD : TOUCHSTONE_TOUCHSCREEN).rawValue
    options.flags = flags?.rawValue ?? 0
    options.kinds = kinds.reduce(0) { $0 | $1.bit }
    var handle: OpaquePointer?
    _ = touchstone_engine_create(&options, &handle)
    self.handle = handle
  }

  deinit { _ = touchstone_engine_destroy(handle) }

  /// Pushes a frame; what the C interface does not have is left out.
  func push(_ frame: ContactFrame) -> touchstone_status {
    let contacts = frame.contacts.map { touchstone_contact($0) }
    let cancelled = frame.cancelled.map { Int64($0) }
    return contacts.withUnsafeBufferPointer { contacts in
      cancelled.withUnsafeBufferPointer { cancelled in
        var value = touchstone_frame(
          size: MemoryLayout<touchstone_frame>.size, time_us: frame.time.microseconds,
          contacts: contacts.baseAddress, contact_count: contacts.count,
          contact_size: MemoryLayout<touchstone_contact>.size, cancelled: cancelled.baseAddress,
          cancelled_count: cancelled.count, buttons: UInt32(frame.buttons.rawValue),
          extra_fingers: UInt32(frame.extraFingers))
        return touchstone_engine_push_frame(handle, &value)
      }
    }
  }

  func setInterrupted(_ isInterrupted: Bool, at time: Timestamp) {
    if isInterrupted {
      _ = touchstone_engine_interrupt(handle, time.microseconds)
    } else {
      _ = touchstone_engine_resume(handle)
    }
  }

  /// Takes the gestures that wait.
  func gestures() -> [touchstone_gesture] {
    var gestures: [touchstone_gesture] = []
    var next = touchstone_gesture()
    next.size = MemoryLayout<touchstone_gesture>.size
    while touchstone_engine_next_gesture(handle, &next) == TOUCHSTONE_OK { gestures.append(next) }
    return gestures
  }
}

extension touchstone_contact {
  fileprivate init(_ contact: Contact) {
    self.init(
      id: Int64(contact.id), x_mm: contact.position.x, y_mm: contact.position.y,
      pressure: contact.pressure ?? -1, major_mm: contact.size?.width ?? -1,
      minor_mm: contact.size?.height ?? -1, tool: UInt32(contact.tool.rawValue), reserved: 0)
  }
}

/// A gesture as both interfaces have it, field by field, without rounding.
struct ComparedGesture: Hashable, CustomStringConvertible {
  var words: [String]
  var numbers: [Double]

  init(_ gesture: Gesture) {
    words = [
      gesture.kind.rawValue, gesture.state.rawValue, gesture.direction?.rawValue ?? "",
      gesture.name ?? "", gesture.runnerUp ?? "",
    ]
    let lengths = [
      gesture.location.x, gesture.location.y, gesture.translation?.dx ?? 0,
      gesture.translation?.dy ?? 0, gesture.velocity?.dx ?? 0, gesture.velocity?.dy ?? 0,
    ]
    numbers = lengths.map { $0 * Quantity.millimetresPerPoint }
    numbers += [
      Double(gesture.time.microseconds), Double(gesture.start.microseconds),
      Double(gesture.touches ?? 0), Double(gesture.taps ?? 0), gesture.duration ?? 0,
      gesture.scale ?? 1, gesture.rotation ?? 0, gesture.score ?? 0, gesture.runnerUpScore ?? 0,
    ]
  }

  init(_ gesture: touchstone_gesture) {
    words = [
      text(touchstone_kind_name(gesture.kind)), text(touchstone_state_name(gesture.state)),
      text(touchstone_direction_name(gesture.direction)), text(gesture.name),
      text(gesture.runner_up),
    ]
    numbers = [
      gesture.location_x_mm, gesture.location_y_mm, gesture.translation_x_mm,
      gesture.translation_y_mm, gesture.velocity_x_mm_s, gesture.velocity_y_mm_s,
      Double(gesture.time_us), Double(gesture.start_us), Double(gesture.touches),
      Double(gesture.taps), gesture.duration_s, gesture.scale, gesture.rotation_deg, gesture.score,
      gesture.runner_up_score,
    ]
  }

  var description: String { "\(words) \(numbers)" }
}

/// A string of C; empty for NULL.
func text(_ pointer: UnsafePointer<CChar>?) -> String {
  pointer.map { String(cString: $0) } ?? ""
}
