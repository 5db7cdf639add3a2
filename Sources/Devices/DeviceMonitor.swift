#if Live
  import CInput
  import Glibc
  import SystemPackage

  /// Hears of devices that are plugged in and out.
  public final class DeviceMonitor {
    public enum Change: Hashable, Sendable {
      case added(DeviceInfo)
      /// The node of a device that is gone.
      case removed(String)
    }

    private let udev: OpaquePointer
    private let monitor: OpaquePointer

    /// Starts to listen.
    ///
    /// With udevd running, devices are announced when it has set their permissions; where there is
    /// none, by the kernel.
    public init() throws(DeviceError) {
      let source = access("/run/udev/control", F_OK) == 0 ? "udev" : "kernel"
      guard let udev = udev_new(), let monitor = udev_monitor_new_from_netlink(udev, source) else {
        throw DeviceError(.failed, device: "udev", message: "hotplug can't be watched")
      }
      self.udev = udev
      self.monitor = monitor
      udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil)
      let result = udev_monitor_enable_receiving(monitor)
      guard result >= 0 else { throw DeviceError(Errno(rawValue: -result), device: "udev") }
    }

    deinit {
      udev_monitor_unref(monitor)
      udev_unref(udev)
    }

    /// Is readable when there is a change.
    public var descriptor: Int32 { udev_monitor_get_fd(monitor) }

    /// The next change; nil if there is none now.
    public func next() -> Change? {
      while let handle = udev_monitor_receive_device(monitor) {
        let device = UdevDevice(owning: handle)
        guard let node = device.eventNode else { continue }
        switch device.action {
        case "add": return .added(device.info(node))
        case "remove": return .removed(node)
        default: continue
        }
      }
      return nil
    }
  }
#endif
