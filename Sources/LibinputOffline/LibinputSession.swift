import CLibinputOffline
import Contacts
import Evdev
import Timeline

/// A playback of one recording into a context of libinput, in virtual time.
///
/// The clock stands still while libinput works. Between two frames it moves from one timer of
/// libinput to the next; a timer that is due at a frame's time expires before the frame.
struct LibinputSession: ~Copyable {
  private let functions: LibinputFunctions
  private let context: OpaquePointer
  private let input: LibinputInput
  private let request: LibinputRequest
  private var devices: [OfflineDevice] = []
  /// The indices of libinput's devices among the played ones.
  private var indices: [OpaquePointer: Int] = [:]
  private var answer = LibinputAnswer()
  /// The shift that is added to libinput's times.
  private let shift: Int64

  /// The time at which devices are added, and the delay of the first frame after it.
  private static let start: Int64 = 1_000_000_000
  private static let lead: Int64 = 1_000_000
  /// The time after the last frame for which the clock continues: longer than libinput's timers.
  private static let tail: Int64 = 1_500_000
  /// The longest time between the first and the last frame: a hundred years.
  private static let longest: Int64 = 3_155_760_000_000_000

  /// Prepares to play a request into a new context of the loaded library.
  init(
    _ input: LibinputInput, _ request: LibinputRequest, _ functions: LibinputFunctions
  ) throws(LibinputError) {
    self.input = input
    self.request = request
    self.functions = functions
    let firstFrame = input.frames.first?.time ?? input.origin
    shift = firstFrame.microseconds - LibinputSession.start - LibinputSession.lead
    offline_reset(LibinputSession.start, input.model)
    LibinputLog.begin(shift: shift)
    guard let context = functions.createContext(offline_interface(), nil) else {
      throw .failed("libinput does not start")
    }
    self.context = context
    functions.setLogHandler(context, offline_log_handler())
    functions.setLogPriority(context, Int32(request.logPriority.rawValue))
  }

  deinit { _ = functions.releaseContext(context) }

  mutating func play() throws(LibinputError) -> LibinputAnswer {
    for (index, device) in input.devices.enumerated() { try add(device, index) }
    drain()
    let first = LibinputSession.start + LibinputSession.lead
    let latest = first + LibinputSession.longest
    for frame in input.frames {
      run(until: min(latest, max(first, frame.time.microseconds - shift)))
      if try devices[frame.device].send(input.events[frame.range]) { drain() }
    }
    run(until: offline_time() + LibinputSession.tail)
    drain()
    (answer.log, answer.isLogCut) = LibinputLog.take(from: request.logPriority)
    return answer
  }

  private mutating func add(_ device: LibinputInput.Device, _ index: Int) throws(LibinputError) {
    let udev = DeviceClass(device.description)
    if udev.isTablet {
      throw .unplayable(
        expected: "touchpads, touchscreens, mice and keyboards, which can be played offline",
        found: "a graphics tablet, \(device.description.name)")
    }
    guard let added = OfflineDevice(device, udev) else {
      throw .unplayable(expected: "at most \(offline_most_devices) devices to play", found: "more")
    }
    devices.append(added)
    var info = LibinputDeviceInfo()
    if let own = functions.addDevice(context, added.path) {
      indices[own] = index
      info = describe(own)
      if let size = device.size { (info.width, info.height) = (size.width, size.height) }
      info.lackedSettings = configure(own)
    }
    answer.devices.append(info)
    if let lines = LibinputLog.quirkErrors { throw .quirks(lines) }
  }

  /// Lets the timers expire that are due up to a time, and sets the clock to it.
  private mutating func run(until time: Int64) {
    while true {
      let next = offline_next_timer()
      guard next <= time else { break }
      offline_set_time(max(next, offline_time()))
      offline_expire_timers()
      drain()
    }
    offline_set_time(max(time, offline_time()))
  }

  /// Lets libinput process its input, and collects its events.
  private mutating func drain() {
    _ = functions.dispatch(context)
    while let event = functions.nextEvent(context) {
      if let device = functions.deviceOfEvent(event).flatMap({ indices[$0] }) {
        add(event, of: device)
      }
      functions.destroyEvent(event)
    }
  }
}

// MARK: - Devices

extension LibinputSession {
  private func describe(_ device: OpaquePointer) -> LibinputDeviceInfo {
    var info = LibinputDeviceInfo()
    info.isAccepted = true
    info.isKeyboard = functions.hasCapability(device, 0) != 0
    info.isPointer = functions.hasCapability(device, 1) != 0
    info.isTouch = functions.hasCapability(device, 2) != 0
    info.hasGestures = functions.hasCapability(device, 5) != 0
    info.tapFingers = Int(functions.tapFingers(device))
    var (width, height) = (0.0, 0.0)
    if functions.size(device, &width, &height) == 0 {
      info.width = width
      info.height = height
    }
    return info
  }

  /// Applies the settings of the configuration; returns the names of those that the device lacks.
  private func configure(_ device: OpaquePointer) -> [String] {
    let settings = request.configuration
    var lacked: [String] = []
    func set(_ name: String, _ value: Int?, _ setter: (OpaquePointer, Int32) -> Int32) {
      // LIBINPUT_CONFIG_STATUS_UNSUPPORTED
      if let value, setter(device, Int32(clamping: value)) == 1 { lacked.append(name) }
    }
    set("tap", settings.tap.number, functions.setTap)
    set("swap-tap-buttons", settings.swapsTapButtons.number, functions.setTapButtons)
    set("drag", settings.drag.number, functions.setDrag)
    set("drag-lock", settings.dragLock.number, functions.setDragLock)
    set("disable-while-typing", settings.disableWhileTyping.number, functions.setDisableWhileTyping)
    set("natural-scroll", settings.naturalScroll.number, functions.setNaturalScroll)
    set("scroll-method", settings.scrollMethod?.rawValue, functions.setScrollMethod)
    set("click-method", settings.clickMethod?.rawValue, functions.setClickMethod)
    set("acceleration", settings.acceleration?.rawValue, functions.setAcceleration)
    set("rotation", settings.rotation) { functions.setRotation($0, UInt32(clamping: $1)) }
    if let speed = settings.speed { _ = functions.setSpeed(device, speed) }
    return lacked
  }
}

// MARK: - Events

/// The codes of `enum libinput_event_type`.
private enum EventCode {
  static let key: Int32 = 300
  static let motion: Int32 = 400
  static let button: Int32 = 402
  static let scroll: ClosedRange<Int32> = 404...406
  static let touchDown: Int32 = 500
  static let touchUp: Int32 = 501
  static let touchCancel: Int32 = 503
  static let toggle: Int32 = 900
}

extension LibinputSession {
  private mutating func add(_ event: OpaquePointer, of device: Int) {
    guard let (time, content) = content(of: event, device) else { return }
    let microseconds = Int64(clamping: time).addingReportingOverflow(shift).partialValue
    answer.events.append(
      LibinputEvent(time: Timestamp(microseconds: microseconds), device: device, content: content))
  }

  private func content(
    of event: OpaquePointer, _ device: Int
  ) -> (time: UInt64, LibinputEvent.Content)? {
    let code = functions.eventType(event)
    switch code {
    case EventCode.motion, EventCode.button, EventCode.scroll:
      return functions.pointerEvent(event).map {
        (functions.pointerTime($0), content(of: $0, code, device))
      }
    case EventCode.touchDown...EventCode.touchCancel:
      return functions.touchEvent(event).map {
        (functions.touchTime($0), touch($0, code, device))
      }
    case EventCode.key:
      return functions.keyboardEvent(event).map {
        let key = UInt16(truncatingIfNeeded: functions.keyboardKey($0))
        let isPressed = functions.keyboardState($0) != 0
        return (functions.keyboardTime($0), .key(key, isPressed: isPressed))
      }
    case EventCode.toggle:
      return functions.switchEvent(event).map {
        let (number, state) = (functions.switchNumber($0), functions.switchState($0))
        return (functions.switchTime($0), .toggle(switch: Int(number), isOn: state != 0))
      }
    default:
      guard let gesture = LibinputEvent.Gesture(type: code) else { return nil }
      return functions.gestureEvent(event).map {
        (functions.gestureTime($0), .gesture(measured(gesture, $0)))
      }
    }
  }

  private func content(
    of pointer: OpaquePointer, _ code: Int32, _ device: Int
  ) -> LibinputEvent.Content {
    switch code {
    case EventCode.motion:
      return .motion(
        dx: functions.pointerX(pointer), dy: functions.pointerY(pointer),
        rawX: functions.pointerRawX(pointer), rawY: functions.pointerRawY(pointer))
    case EventCode.button:
      let button = UInt16(truncatingIfNeeded: functions.pointerButton(pointer))
      let isPressed = functions.pointerButtonState(pointer) != 0
      return .button(button, isPressed: isPressed, isTap: isTap(isPressed, button, device))
    default:
      func value(_ axis: Int32) -> Double? {
        functions.pointerHasAxis(pointer, axis) != 0 ? functions.pointerScroll(pointer, axis) : nil
      }
      return .scroll(horizontal: value(1), vertical: value(0))
    }
  }

  /// Whether a tap caused a button's event: no button is pressed, or a tap began it.
  private func isTap(_ isPressed: Bool, _ button: UInt16, _ device: Int) -> Bool {
    if !isPressed {
      for event in answer.events.reversed() where event.device == device {
        if case .button(button, isPressed: true, let isTap) = event.content { return isTap }
      }
    }
    guard answer.devices[device].tapFingers > 0 else { return false }
    return ![KeyCode.left, KeyCode.right, KeyCode.middle].contains {
      devices[device].isPressed($0)
    }
  }

  private func measured(
    _ gesture: LibinputEvent.Gesture, _ event: OpaquePointer
  ) -> LibinputEvent.Gesture {
    var gesture = gesture
    gesture.fingers = Int(functions.gestureFingers(event))
    if gesture.state == .changed {
      gesture.dx = functions.gestureX(event)
      gesture.dy = functions.gestureY(event)
      if gesture.kind == .pinch { gesture.rotation = functions.gestureAngle(event) }
    }
    if gesture.kind == .pinch { gesture.scale = functions.gestureScale(event) }
    if gesture.state == .ended, functions.gestureIsCancelled(event) != 0 {
      gesture.state = .cancelled
    }
    return gesture
  }

  private func touch(
    _ touch: OpaquePointer, _ code: Int32, _ device: Int
  ) -> LibinputEvent.Content {
    let slot = Int(functions.touchSlot(touch))
    switch code {
    case EventCode.touchUp: return .touch(slot: slot, .up, x: nil, y: nil)
    case EventCode.touchCancel: return .touch(slot: slot, .cancelled, x: nil, y: nil)
    default:
      var (x, y) = (functions.touchX(touch), functions.touchY(touch))
      if let size = input.devices[device].size {
        // libinput takes whole numbers: micrometres.
        x = functions.touchXWithin(touch, UInt32(size.width * 1000)) / 1000
        y = functions.touchYWithin(touch, UInt32(size.height * 1000)) / 1000
      }
      return .touch(slot: slot, code == EventCode.touchDown ? .down : .motion, x: x, y: y)
    }
  }
}
