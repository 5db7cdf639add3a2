#if Live
  public import Contacts
  public import Evdev
  import Files
  import FoundationEssentials
  import Glibc
  import Playback
  import Timeline

  /// An input device of this machine, as found by a scan.
  public struct DeviceInfo: Hashable, Sendable {
    /// The kind of a device. Touchpads, touchscreens and tablets in touch mode report touches.
    public enum Kind: String, Sendable, CaseIterable {
      case touchpad, touchscreen, tablet, keyboard, other
    }

    /// The node, as in `/dev/input/event5`.
    public var node: String
    /// The device's own name; untrusted text.
    public var name: String
    public var identity: DeviceDescription.Identity
    /// The port of the connection, as in `usb-0000:00:14.0-1/input0`; empty if unknown.
    public var phys = ""
    /// The serial number or address; empty for most devices.
    public var uniq = ""
    public var kind: Kind
    /// The seat of the device, `ID_SEAT` of udev's database.
    public var seat = DeviceInfo.defaultSeat
    /// Whether udev's database has `LIBINPUT_IGNORE_DEVICE`: programs are not to use the device.
    public var isIgnored = false
    /// Whether udev has set the permissions and properties; true if udev does not run.
    var isReady = true
    /// The folder in sysfs, which no other device ever gets; nil if unknown.
    var folder: String?
    /// The device description; nil if the device was not opened or could not be.
    public var description: DeviceDescription?
    /// The size in mm; nil if neither the device nor udev's database contains it.
    public var size: Size?
    /// The value of `LIBINPUT_CALIBRATION_MATRIX` in udev's database, which maps positions on the
    /// touch area to positions on the screen. As in libinput, no touchpad is calibrated.
    public var calibration: TouchAreaTransform?
    /// The reason why the device cannot be opened; nil if it can.
    public var obstacle: DeviceError?

    /// Whether the device reports touches.
    public var isTouchDevice: Bool { [.touchpad, .touchscreen, .tablet].contains(kind) }

    /// The reason why only its node or full name chooses the device; nil for other devices.
    public var reservation: String? {
      if isIgnored { return "udev's database has LIBINPUT_IGNORE_DEVICE for it" }
      return seat == DeviceInfo.ownSeat ? nil : "it belongs to the seat \(seat)"
    }

    /// The seat of devices that udev assigns to no other.
    private static let defaultSeat = "seat0"
    private static let ownSeat = ProcessInfo.processInfo.environment["XDG_SEAT"] ?? defaultSeat

    /// The number of contacts that the device distinguishes; nil if unknown.
    public var slots: Int? {
      description?.axes[AbsoluteCode.slot].map { Int($0.maximum) + 1 }
    }

    /// The names of its input properties, as in `INPUT_PROP_POINTER`.
    public var properties: [String] {
      (description?.properties ?? []).sorted().map {
        EventNames.name(ofProperty: $0) ?? String($0)
      }
    }

    /// Opens the device for reading, where permitted, to read its description, and closes it again.
    mutating func examine() {
      obstacle = nil
      do {
        let file = try Descriptor(opening: node, O_RDONLY)
        description = try Libevdev(file.number).description
      } catch {
        obstacle = DeviceError(opening: node, error)
      }
      guard let description else { return }
      name = description.name
      identity = description.identity
      let touchArea = TouchArea(description: description)
      if touchArea.scale == .resolution { size = touchArea.size }
    }

    func isSameModel(as other: DeviceInfo) -> Bool {
      name == other.name && identity == other.identity && kind == other.kind
    }

    /// The device as one line of JSON, without the newline.
    public var json: String { json(change: nil) }

    /// The device as one line of JSON, with the change that a monitor reports.
    public func json(change: String?) -> String {
      var line = JSONLine()
      line.add("v", JSONLine.schemaVersion)
      line.add("change", change)
      line.add("node", node)
      line.add("kind", kind.rawValue)
      line.add("name", name)
      line.add("bus", Int(identity.bus))
      line.add("vendor", Int(identity.vendor))
      line.add("product", Int(identity.product))
      line.add("version", Int(identity.version))
      line.add("phys", phys.isEmpty ? nil : phys)
      line.add("uniq", uniq.isEmpty ? nil : uniq)
      line.add("width_mm", size?.width, decimals: 2)
      line.add("height_mm", size?.height, decimals: 2)
      line.add("slots", slots)
      if description != nil {
        line.add("properties", list: properties.map(JSONLine.quoted))
      }
      if let calibration {
        line.add("calibration", list: calibration.numbers.map { $0.text(decimals: 1...6) })
      }
      line.add("seat", seat)
      if isIgnored { line.add("ignored", json: "true") }
      line.add("error", obstacle?.message)
      return line.object
    }
  }
#endif
