/// The colors of pictures.
///
/// The eight colors of lines have the hues of Okabe and Ito ("Color universal design", 2008), each
/// moved in CAM02-UCS until the smallest difference between two of them, seen with normal vision or
/// with any form of color blindness (simulated after Machado, 2009), was largest: at least 20. On
/// white their contrast is at least 3:1, and that of the colors of texts at least 4.5:1.
/// `Tools/check-colors` checks these limits, and that the player has the same colors in light
/// (`Player/player.css`).
public enum Palette {
  /// The colors of lines and areas.
  public static let lines: [Color] = [
    Color(0x1908ad), Color(0x845208), Color(0x297363), Color(0xff2994), Color(0x4a8cff),
    Color(0x5a1000), Color(0xad8c00), Color(0x3a313a),
  ]
  /// The same colors for texts.
  static let texts: [Color] = [
    Color(0x1908ad), Color(0x845208), Color(0x297363), Color(0xd60076), Color(0x246add),
    Color(0x5a1000), Color(0x896a00), Color(0x3a313a),
  ]

  /// The color of a line; after the last one they repeat, with ``dashes(_:)``.
  public static func line(_ index: Int) -> Color { lines[place(index)] }
  /// The color of a text about a line.
  public static func text(_ index: Int) -> Color { texts[place(index)] }
  /// The dashes of a line: every second round of colors has them, so that neighbors differ.
  package static func dashes(_ index: Int) -> [Double] {
    index / lines.count % 2 == 0 ? [] : [5, 2]
  }

  private static func place(_ index: Int) -> Int { Int(index.magnitude % UInt(lines.count)) }

  public static let ink = Color(0x1b1d21)
  public static let mutedInk = Color(0x565b64)
  public static let grid = Color(0xe1e4e9)
  public static let outline = Color(0x868c95)
  public static let surface = Color(0xf4f5f7)
  /// The color of failures, dropped items and limits.
  public static let alert = Color(0xb3261e)
  /// The color of recognized gestures.
  public static let success = Color(0x1b6e3c)

  /// The color of a recognizer's attempt: possible, or failed.
  package static let attempt = Color(0xdfe3e8)
  /// The color of a continuous gesture.
  package static let changing = Color(0xb7cdf0)
  package static let cancelled = Color(0xf1cfcb)

  /// A color for the background of texts: three tenths of it on white.
  package static func tint(_ color: Color) -> Color {
    func mixed(_ channel: UInt8) -> UInt8 { UInt8(255 - (255 - Int(channel)) * 3 / 10) }
    return Color(red: mixed(color.red), green: mixed(color.green), blue: mixed(color.blue))
  }

  /// A color between dark violet for 0 and green for 1, in steps of an eighth.
  ///
  /// The hues are those of viridis, the color map of matplotlib (van der Walt and Smith, 2015); its
  /// light end is darkened, so that the contrast on white is at least 3:1.
  package static func ramp(_ share: Double) -> Color {
    let place = share.isFinite ? min(max(share, 0), 1) * Double(ramp.count - 1) : 0
    return ramp[Int(place.rounded())]
  }

  package static let ramp: [Color] = [
    Color(0x440154), Color(0x442471), Color(0x3f4586), Color(0x33628d), Color(0x29728d),
    Color(0x227f88), Color(0x288b77), Color(0x419450), Color(0x679a1a),
  ]
}
