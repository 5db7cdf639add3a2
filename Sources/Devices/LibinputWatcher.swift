#if Live
  import CInput
  import Glibc
  public import LibinputOffline
  public import Timeline

  /// Reports libinput's gestures of a device, beside other readers of the device.
  public final class LibinputWatcher {
    /// The descriptor that becomes readable when libinput has events to process.
    public let descriptor: Int32
    private let context: OpaquePointer
    private let interface: UnsafeMutablePointer<libinput_interface>
    private let origin: Timestamp

    /// Opens a device read-only; times count from `origin` on the kernel's monotonic clock.
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
    public func read(_ body: (LibinputEvent) -> Void) {
      libinput_dispatch(context)
      while let event = libinput_get_event(context) {
        if let gesture = gesture(event) { body(gesture) }
        libinput_event_destroy(event)
      }
    }

    private func gesture(_ event: OpaquePointer) -> LibinputEvent? {
      let type = Int32(clamping: libinput_event_get_type(event).rawValue)
      guard var gesture = LibinputEvent.Gesture(type: type),
        let own = libinput_event_get_gesture_event(event)
      else { return nil }
      gesture.fingers = Int(libinput_event_gesture_get_finger_count(own))
      if gesture.state == .changed {
        gesture.dx = libinput_event_gesture_get_dx(own)
        gesture.dy = libinput_event_gesture_get_dy(own)
        if gesture.kind == .pinch {
          gesture.rotation = libinput_event_gesture_get_angle_delta(own)
        }
      }
      if gesture.kind == .pinch { gesture.scale = libinput_event_gesture_get_scale(own) }
      if gesture.state == .ended, libinput_event_gesture_get_cancelled(own) != 0 {
        gesture.state = .cancelled
      }
      let stamp = Int64(clamping: libinput_event_gesture_get_time_usec(own))
      return LibinputEvent(
        time: Timestamp(microseconds: stamp - origin.microseconds), device: 0,
        content: .gesture(gesture))
    }
  }
#endif
