import CLibinputOffline
import Files
import FoundationEssentials

/// The functions of the loaded libinput, found by their names.
///
/// Their types are those of libinput's header, in which structures are opaque and enumerations
/// `int`.
struct LibinputFunctions {
  typealias Object = OpaquePointer
  typealias Setter = @convention(c) (Object, Int32) -> Int32
  typealias Number = @convention(c) (Object) -> Int32
  typealias Time = @convention(c) (Object) -> UInt64
  typealias Measure = @convention(c) (Object) -> Double
  typealias Cast = @convention(c) (Object) -> Object?

  let createContext: @convention(c) (UnsafeRawPointer?, UnsafeMutableRawPointer?) -> Object?
  let addDevice: @convention(c) (Object, UnsafePointer<CChar>) -> Object?
  let releaseContext: Cast
  let setLogHandler: @convention(c) (Object, UnsafeMutableRawPointer?) -> Void
  let setLogPriority: @convention(c) (Object, Int32) -> Void
  let dispatch: Number
  let nextEvent: Cast
  let destroyEvent: @convention(c) (Object) -> Void
  let eventType: Number
  let deviceOfEvent: Cast

  let hasCapability: Setter
  let size:
    @convention(c) (Object, UnsafeMutablePointer<Double>, UnsafeMutablePointer<Double>) -> Int32
  let tapFingers: Number

  let setTap: Setter
  let setTapButtons: Setter
  let setDrag: Setter
  let setDragLock: Setter
  let setDisableWhileTyping: Setter
  let setNaturalScroll: Setter
  let setScrollMethod: Setter
  let setClickMethod: Setter
  let setAcceleration: Setter
  let setSpeed: @convention(c) (Object, Double) -> Int32
  let setLeftHanded: Setter
  let setMiddleEmulation: Setter
  let setRotation: @convention(c) (Object, UInt32) -> Int32

  let pointerEvent: Cast
  let pointerTime: Time
  let pointerX: Measure
  let pointerY: Measure
  let pointerRawX: Measure
  let pointerRawY: Measure
  let pointerButton: Number
  let pointerButtonState: Number
  let pointerHasAxis: Setter
  let pointerScroll: @convention(c) (Object, Int32) -> Double

  let gestureEvent: Cast
  let gestureTime: Time
  let gestureFingers: Number
  let gestureIsCancelled: Number
  let gestureX: Measure
  let gestureY: Measure
  let gestureScale: Measure
  let gestureAngle: Measure

  let touchEvent: Cast
  let touchTime: Time
  let touchSlot: Number
  let touchX: Measure
  let touchY: Measure
  let touchXWithin: @convention(c) (Object, UInt32) -> Double
  let touchYWithin: @convention(c) (Object, UInt32) -> Double

  let keyboardEvent: Cast
  let keyboardTime: Time
  let keyboardKey: Number
  let keyboardState: Number

  let switchEvent: Cast
  let switchTime: Time
  let switchNumber: Number
  let switchState: Number

  /// Finds the functions; throws the names of those that are missing.
  init() throws(LibinputError) {
    var missing: [String] = []
    // The placeholder of a missing function is never called.
    let placeholder = UnsafeMutableRawPointer(mutating: offline_interface())
    func find<Function>(_ name: String) -> Function {
      let symbol = offline_symbol("libinput_" + name)
      if symbol == nil { missing.append("libinput_" + name) }
      return unsafeBitCast(symbol ?? placeholder, to: Function.self)
    }
    createContext = find("path_create_context")
    addDevice = find("path_add_device")
    releaseContext = find("unref")
    setLogHandler = find("log_set_handler")
    setLogPriority = find("log_set_priority")
    dispatch = find("dispatch")
    nextEvent = find("get_event")
    destroyEvent = find("event_destroy")
    eventType = find("event_get_type")
    deviceOfEvent = find("event_get_device")
    hasCapability = find("device_has_capability")
    size = find("device_get_size")
    tapFingers = find("device_config_tap_get_finger_count")
    setTap = find("device_config_tap_set_enabled")
    setTapButtons = find("device_config_tap_set_button_map")
    setDrag = find("device_config_tap_set_drag_enabled")
    setDragLock = find("device_config_tap_set_drag_lock_enabled")
    setDisableWhileTyping = find("device_config_dwt_set_enabled")
    setNaturalScroll = find("device_config_scroll_set_natural_scroll_enabled")
    setScrollMethod = find("device_config_scroll_set_method")
    setClickMethod = find("device_config_click_set_method")
    setAcceleration = find("device_config_accel_set_profile")
    setSpeed = find("device_config_accel_set_speed")
    setLeftHanded = find("device_config_left_handed_set")
    setMiddleEmulation = find("device_config_middle_emulation_set_enabled")
    setRotation = find("device_config_rotation_set_angle")
    pointerEvent = find("event_get_pointer_event")
    pointerTime = find("event_pointer_get_time_usec")
    pointerX = find("event_pointer_get_dx")
    pointerY = find("event_pointer_get_dy")
    pointerRawX = find("event_pointer_get_dx_unaccelerated")
    pointerRawY = find("event_pointer_get_dy_unaccelerated")
    pointerButton = find("event_pointer_get_button")
    pointerButtonState = find("event_pointer_get_button_state")
    pointerHasAxis = find("event_pointer_has_axis")
    pointerScroll = find("event_pointer_get_scroll_value")
    gestureEvent = find("event_get_gesture_event")
    gestureTime = find("event_gesture_get_time_usec")
    gestureFingers = find("event_gesture_get_finger_count")
    gestureIsCancelled = find("event_gesture_get_cancelled")
    gestureX = find("event_gesture_get_dx")
    gestureY = find("event_gesture_get_dy")
    gestureScale = find("event_gesture_get_scale")
    gestureAngle = find("event_gesture_get_angle_delta")
    touchEvent = find("event_get_touch_event")
    touchTime = find("event_touch_get_time_usec")
    touchSlot = find("event_touch_get_slot")
    touchX = find("event_touch_get_x")
    touchY = find("event_touch_get_y")
    touchXWithin = find("event_touch_get_x_transformed")
    touchYWithin = find("event_touch_get_y_transformed")
    keyboardEvent = find("event_get_keyboard_event")
    keyboardTime = find("event_keyboard_get_time_usec")
    keyboardKey = find("event_keyboard_get_key")
    keyboardState = find("event_keyboard_get_key_state")
    switchEvent = find("event_get_switch_event")
    switchTime = find("event_switch_get_time_usec")
    switchNumber = find("event_switch_get_switch")
    switchState = find("event_switch_get_switch_state")
    if missing.isEmpty { return }
    throw .unsupported(
      library: String(cString: offline_library_path()),
      "it lacks \(missing.joined(separator: ", "))")
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
    let version = bytes[range.upperBound...].prefix { byte in
      byte == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    return version.isEmpty ? nil : String(decoding: version, as: UTF8.self)
  }

  /// The path without links, which contains the version of the interface.
  public static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }

  private static let maximumLibrarySize = 64 << 20
}
