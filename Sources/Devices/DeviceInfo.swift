#if Live
  public import Contacts
  public import Evdev
  import Playback
  import Timeline

  /// An input device of this machine, as found by a scan.
  public struct DeviceInfo: Hashable, Sendable {
    /// The kind of a device. Touchpads, touchscreens and tablets in touch mode report touches.
    public enum Kind: String, Sendable, CaseIterable {
      case touchpad, touchscreen, tablet, keyboard, other
    }

    /// As in `/dev/input/event5`.
    public var node: String
    /// The device's own name; untrusted text.
    public var name: String
    public var identity: DeviceDescription.Identity
    public var kind: Kind
    /// The device description; nil if the device could not be opened.
    public var description: DeviceDescription?
    /// In mm, if the device or udev's database has it.
    public var size: Size?
    /// `LIBINPUT_CALIBRATION_MATRIX` of udev's database: the first two rows of the matrix that maps
    /// positions on the touch area to positions on the screen, both relative to their sizes.
    public var calibration: [Double]?
    /// Why the device cannot be opened; nil if it can.
    public var obstacle: DeviceError?

    /// Whether the device reports touches.
    public var isTouchDevice: Bool {
      switch kind {
      case .touchpad, .touchscreen, .tablet: true
      case .keyboard, .other: false
      }
    }

    /// The number of contacts that the device distinguishes; nil if unknown.
    public var slots: Int? {
      guard let description else { return nil }
      return description.axes[AbsoluteCode.slot].map { Int($0.maximum) + 1 }
    }

    /// The names of its input properties, as in `INPUT_PROP_POINTER`.
    public var properties: [String] {
      (description?.properties ?? []).sorted().map {
        EventNames.name(ofProperty: $0) ?? String($0)
      }
    }
  }

  extension DeviceInfo {
    /// The device as one line of JSON, without the newline.
    public var json: String { json(change: nil) }

    /// The device as one line of JSON, with the change that a monitor reports.
    public func json(change: String?) -> String {
      var line = JSONLine()
      line.add("v", GestureRecord.version)
      line.add("change", change)
      addIdentity(to: &line)
      line.add("width_mm", size?.width, decimals: 2)
      line.add("height_mm", size?.height, decimals: 2)
      line.add("slots", slots)
      if description != nil {
        line.add("properties", json: "[\(properties.map { "\"\($0)\"" }.joined(separator: ","))]")
      }
      if let calibration {
        let numbers = calibration.map { $0.text(decimals: 1...6) }
        line.add("calibration", json: "[\(numbers.joined(separator: ","))]")
      }
      line.add("error", obstacle?.message)
      return line.object
    }

    private func addIdentity(to line: inout JSONLine) {
      line.add("node", node)
      line.add("kind", kind.rawValue)
      line.add("name", name)
      line.add("bus", Int(identity.bus))
      line.add("vendor", Int(identity.vendor))
      line.add("product", Int(identity.product))
      line.add("version", Int(identity.version))
    }
  }
#endif
