import CLibinputOffline
import Files
import FoundationEssentials
import Synchronization

/// The functions of the loaded libinput, with opaque structures and enumerations as `int`.
struct LibinputFunctions {
  typealias Object = OpaquePointer
  typealias Setter = @convention(c) (Object, Int32) -> Int32
  typealias Number = @convention(c) (Object) -> Int32
  typealias Time = @convention(c) (Object) -> UInt64
  typealias Measure = @convention(c) (Object) -> Double
  typealias Cast = @convention(c) (Object) -> Object?

  let createContext: @convention(c) (UnsafeRawPointer?, UnsafeMutableRawPointer?) -> Object? =
    find("path_create_context")
  let addDevice: @convention(c) (Object, UnsafePointer<CChar>) -> Object? = find("path_add_device")
  let releaseContext: Cast = find("unref")
  let setLogHandler: @convention(c) (Object, UnsafeMutableRawPointer?) -> Void =
    find("log_set_handler")
  let setLogPriority: @convention(c) (Object, Int32) -> Void = find("log_set_priority")
  let dispatch: Number = find("dispatch")
  let nextEvent: Cast = find("get_event")
  let destroyEvent: @convention(c) (Object) -> Void = find("event_destroy")
  let eventType: Number = find("event_get_type")
  let deviceOfEvent: Cast = find("event_get_device")

  let hasCapability: Setter = find("device_has_capability")
  let size:
    @convention(c) (Object, UnsafeMutablePointer<Double>, UnsafeMutablePointer<Double>) -> Int32 =
      find("device_get_size")
  let tapFingers: Number = find("device_config_tap_get_finger_count")

  let setTap: Setter = find("device_config_tap_set_enabled")
  let setTapButtons: Setter = find("device_config_tap_set_button_map")
  let setDrag: Setter = find("device_config_tap_set_drag_enabled")
  let setDragLock: Setter = find("device_config_tap_set_drag_lock_enabled")
  let setDisableWhileTyping: Setter = find("device_config_dwt_set_enabled")
  let setNaturalScroll: Setter = find("device_config_scroll_set_natural_scroll_enabled")
  let setScrollMethod: Setter = find("device_config_scroll_set_method")
  let setClickMethod: Setter = find("device_config_click_set_method")
  let setAcceleration: Setter = find("device_config_accel_set_profile")
  let setSpeed: @convention(c) (Object, Double) -> Int32 = find("device_config_accel_set_speed")
  let setRotation: @convention(c) (Object, UInt32) -> Int32 =
    find("device_config_rotation_set_angle")

  let pointerEvent: Cast = find("event_get_pointer_event")
  let pointerTime: Time = find("event_pointer_get_time_usec")
  let pointerX: Measure = find("event_pointer_get_dx")
  let pointerY: Measure = find("event_pointer_get_dy")
  let pointerRawX: Measure = find("event_pointer_get_dx_unaccelerated")
  let pointerRawY: Measure = find("event_pointer_get_dy_unaccelerated")
  let pointerButton: Number = find("event_pointer_get_button")
  let pointerButtonState: Number = find("event_pointer_get_button_state")
  let pointerHasAxis: Setter = find("event_pointer_has_axis")
  let pointerScroll: @convention(c) (Object, Int32) -> Double =
    find("event_pointer_get_scroll_value")

  let gestureEvent: Cast = find("event_get_gesture_event")
  let gestureTime: Time = find("event_gesture_get_time_usec")
  let gestureFingers: Number = find("event_gesture_get_finger_count")
  let gestureIsCancelled: Number = find("event_gesture_get_cancelled")
  let gestureX: Measure = find("event_gesture_get_dx")
  let gestureY: Measure = find("event_gesture_get_dy")
  let gestureScale: Measure = find("event_gesture_get_scale")
  let gestureAngle: Measure = find("event_gesture_get_angle_delta")

  let touchEvent: Cast = find("event_get_touch_event")
  let touchTime: Time = find("event_touch_get_time_usec")
  let touchSlot: Number = find("event_touch_get_slot")
  let touchX: Measure = find("event_touch_get_x")
  let touchY: Measure = find("event_touch_get_y")
  let touchXWithin: @convention(c) (Object, UInt32) -> Double =
    find("event_touch_get_x_transformed")
  let touchYWithin: @convention(c) (Object, UInt32) -> Double =
    find("event_touch_get_y_transformed")

  let keyboardEvent: Cast = find("event_get_keyboard_event")
  let keyboardTime: Time = find("event_keyboard_get_time_usec")
  let keyboardKey: Number = find("event_keyboard_get_key")
  let keyboardState: Number = find("event_keyboard_get_key_state")

  let switchEvent: Cast = find("event_get_switch_event")
  let switchTime: Time = find("event_switch_get_time_usec")
  let switchNumber: Number = find("event_switch_get_switch")
  let switchState: Number = find("event_switch_get_switch_state")

  /// The functions that the library lacks, by their names.
  private static let missing = Mutex<[String]>([])

  /// Throws the names of the functions that are missing. A process loads one library once.
  init() throws(LibinputError) {
    let missing = LibinputFunctions.missing.withLock { $0 }
    if missing.isEmpty { return }
    throw .unsupported(
      library: String(cString: offline_library_path()),
      "it lacks \(missing.joined(separator: ", "))")
  }

  private static func find<Function>(_ name: String) -> Function {
    let symbol = offline_symbol("libinput_" + name)
    if symbol == nil { missing.withLock { $0.append("libinput_" + name) } }
    // The placeholder of a missing function is never called.
    let placeholder = UnsafeMutableRawPointer(mutating: offline_interface())
    return unsafeBitCast(symbol ?? placeholder, to: Function.self)
  }
}

/// The version of a library, for which libinput has no function.
public enum LibinputVersion {
  /// The version in the address of the documentation in libinput's messages, as in `1.22.1`.
  public static func find(in path: String) -> String? {
    guard let bytes = try? ByteSource(path: path).readAll(limit: maximumLibrarySize) else {
      return nil
    }
    let key = Array("/libinput/doc/".utf8)
    guard let range = bytes.firstRange(of: key) else { return nil }
    let version = bytes[range.upperBound...].prefix { $0.isDigit || $0 == UInt8(ascii: ".") }
    return version.isEmpty ? nil : String(decoding: version, as: UTF8.self)
  }

  /// The path without links, which contains the version of the interface.
  public static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }

  private static let maximumLibrarySize = 64 << 20
}
