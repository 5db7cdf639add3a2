#if Live
  import CInput
  import Contacts
  import Files
  import Glibc
  import Playback
  import SystemPackage
  public import Timeline

  /// A gesture event that libinput reports for the same fingers.
  public struct LibinputGesture: Hashable, Sendable {
    /// The kinds of gestures that libinput reports.
    public enum Kind: String, Sendable {
      case swipe, pinch, hold
    }
    /// The state of a gesture.
    public enum State: String, Sendable {
      case began, changed, ended, cancelled
    }

    public var time: Timestamp
    public var kind: Kind
    public var state: State
    public var fingers: Int
    /// The translation since the last event, in libinput's units of a 1000 dpi mouse.
    public var dx = 0.0
    public var dy = 0.0
    /// The ratio of the distance between the fingers to the distance at the start.
    public var scale: Double?
    /// The rotation since the last event, in degrees, clockwise.
    public var rotation: Double?
  }

  extension LibinputGesture {
    /// The event as one line of JSON, without the newline.
    ///
    /// - Parameter origin: The time from which times count.
    public func json(since origin: Timestamp) -> String {
      var line = JSONLine()
      line.add("v", JSONLine.schemaVersion)
      line.add("source", "libinput")
      line.add("time_s", time.seconds(since: origin), decimals: 6)
      line.add("gesture", kind.rawValue)
      line.add("state", state.rawValue)
      line.add("touches", fingers)
      if state == .changed {
        line.add("translation_mm", x: dx * 0.0254, y: dy * 0.0254, decimals: 3)
      }
      line.add("scale", scale, decimals: 3)
      line.add("rotation_deg", rotation, decimals: 1)
      return line.object
    }
  }

  /// Reports libinput's gestures of a device, beside other readers of the device.
  public final class LibinputWatcher {
    /// The descriptor that becomes readable when libinput has events to process.
    public let descriptor: Int32
    private let context: OpaquePointer
    private let interface: UnsafeMutablePointer<libinput_interface>
    private let origin: Timestamp

    /// Opens a device read-only.
    ///
    /// - Parameter origin: The zero of the events' times, on the kernel's monotonic clock.
    public init(node: String, origin: Timestamp) throws(DeviceError) {
      self.origin = origin
      // libinput uses the pointer for its lifetime.
      let interface = UnsafeMutablePointer<libinput_interface>.allocate(capacity: 1)
      interface.initialize(
        to: libinput_interface(
          open_restricted: { path, flags, _ in
            guard let path else { return -EINVAL }
            // libinput requests write access, too, which only LEDs need.
            let descriptor = open(path, flags & ~O_ACCMODE | O_RDONLY)
            return descriptor < 0 ? -errno : descriptor
          },
          close_restricted: { descriptor, _ in close(descriptor) }))
      guard let context = libinput_path_create_context(interface, nil) else {
        interface.deallocate()
        throw DeviceError(.failed, device: node, message: "libinput does not start")
      }
      libinput_log_set_handler(context) { _, _, _, _ in }
      self.interface = interface
      self.context = context
      descriptor = libinput_get_fd(context)
      guard libinput_path_add_device(context, node) != nil else {
        throw DeviceError(
          .failed, device: node, message: "libinput refuses the device (is udev running?)")
      }
    }

    deinit {
      libinput_unref(context)
      interface.deallocate()
    }

    /// Passes on the gestures that libinput has recognized.
    public func read(_ body: (LibinputGesture) -> Void) {
      libinput_dispatch(context)
      while let event = libinput_get_event(context) {
        if let gesture = gesture(event) { body(gesture) }
        libinput_event_destroy(event)
      }
    }

    private func gesture(_ event: OpaquePointer) -> LibinputGesture? {
      guard let (kind, state) = LibinputWatcher.meaning(of: libinput_event_get_type(event)),
        let gesture = libinput_event_get_gesture_event(event)
      else { return nil }
      let stamp = Int64(clamping: libinput_event_gesture_get_time_usec(gesture))
      var result = LibinputGesture(
        time: Timestamp(microseconds: stamp - origin.microseconds), kind: kind, state: state,
        fingers: Int(libinput_event_gesture_get_finger_count(gesture)))
      if state == .changed {
        result.dx = libinput_event_gesture_get_dx(gesture)
        result.dy = libinput_event_gesture_get_dy(gesture)
      }
      if state == .ended, libinput_event_gesture_get_cancelled(gesture) != 0 {
        result.state = .cancelled
      }
      if kind == .pinch {
        result.scale = libinput_event_gesture_get_scale(gesture)
        if state == .changed {
          result.rotation = libinput_event_gesture_get_angle_delta(gesture)
        }
      }
      return result
    }

    private static func meaning(
      of type: libinput_event_type
    ) -> (LibinputGesture.Kind, LibinputGesture.State)? {
      switch type {
      case LIBINPUT_EVENT_GESTURE_SWIPE_BEGIN: (.swipe, .began)
      case LIBINPUT_EVENT_GESTURE_SWIPE_UPDATE: (.swipe, .changed)
      case LIBINPUT_EVENT_GESTURE_SWIPE_END: (.swipe, .ended)
      case LIBINPUT_EVENT_GESTURE_PINCH_BEGIN: (.pinch, .began)
      case LIBINPUT_EVENT_GESTURE_PINCH_UPDATE: (.pinch, .changed)
      case LIBINPUT_EVENT_GESTURE_PINCH_END: (.pinch, .ended)
      case LIBINPUT_EVENT_GESTURE_HOLD_BEGIN: (.hold, .began)
      case LIBINPUT_EVENT_GESTURE_HOLD_END: (.hold, .ended)
      default: nil
      }
    }
  }
#endif
