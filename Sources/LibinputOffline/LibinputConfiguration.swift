/// A desktop's settings of libinput's devices, which ignore those that they lack; nil: the default.
public struct LibinputConfiguration: Hashable, Codable, Sendable {
  /// The values of `enum libinput_config_scroll_method`.
  public enum ScrollMethod: Int, CaseIterable, Codable, Sendable {
    case none = 0
    case twoFingers = 1
    case edge = 2
    case button = 4
  }

  /// The values of `enum libinput_config_click_method`.
  public enum ClickMethod: Int, CaseIterable, Codable, Sendable {
    case none = 0
    case areas = 1
    case fingers = 2
  }

  /// The values of `enum libinput_config_accel_profile`.
  public enum Acceleration: Int, CaseIterable, Codable, Sendable {
    case flat = 1
    case adaptive = 2
  }

  public var tap: Bool?
  public var drag: Bool?
  public var dragLock: Bool?
  /// Whether taps with two and three fingers are middle and right clicks, not right and middle.
  public var swapsTapButtons: Bool?
  public var disableWhileTyping: Bool?
  public var naturalScroll: Bool?
  public var scrollMethod: ScrollMethod?
  public var clickMethod: ClickMethod?
  public var acceleration: Acceleration?
  /// The speed of the pointer, from -1 to 1.
  public var speed: Double?
  /// The degrees by which a device is turned clockwise, 0 to 359.
  public var rotation: Int?

  public init() {}

  /// libinput's defaults with tap-to-click, which it disables against accidental clicks.
  public static var tapping: LibinputConfiguration {
    var settings = LibinputConfiguration()
    settings.tap = true
    return settings
  }

  /// GNOME's defaults: the schema `org.gnome.desktop.peripherals.touchpad` of
  /// gsettings-desktop-schemas 43, Debian 12's.
  public static var gnome: LibinputConfiguration {
    var settings = LibinputConfiguration()
    settings.tap = false
    settings.drag = true
    settings.dragLock = false
    settings.disableWhileTyping = true
    settings.naturalScroll = true
    settings.scrollMethod = .twoFingers
    settings.clickMethod = .fingers
    settings.speed = 0
    return settings
  }

  /// KDE's defaults: KWin uses libinput's own for each setting (`src/backends/libinput/device.cpp`,
  /// `s_configData`), and Plasma 6 turns on taps.
  public static var kde: LibinputConfiguration { tapping }
}

extension Bool? {
  /// libinput's value of a setting.
  var number: Int? { map { $0 ? 1 : 0 } }
}
