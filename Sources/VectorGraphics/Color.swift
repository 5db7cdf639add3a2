import Timeline

/// A color in sRGB.
public struct Color: Hashable, Sendable, Codable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Creates a color as in CSS: `Color(0x1565c0)` is `#1565c0`.
  public init(_ rgb: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
      blue: UInt8(truncatingIfNeeded: rgb))
  }

  public static let black = Color(red: 0, green: 0, blue: 0)
  public static let white = Color(red: 255, green: 255, blue: 255)
  public static let red = Color(red: 255, green: 0, blue: 0)
  public static let blue = Color(red: 0, green: 0, blue: 255)
  public static let yellow = Color(red: 255, green: 255, blue: 0)
  public static let green = Color(red: 0, green: 255, blue: 0)

  /// The color in CSS, as in `#1565c0`.
  public var hexadecimal: String {
    String(appending: { text in
      text.append(UInt8(ascii: "#"))
      for byte in [red, green, blue] { text.append(hexadecimal: byte, digits: 2) }
    })
  }
}
