/// Estimates how much room a line of text needs, without a font.
///
/// Widths of letters are averages of DejaVu Sans, the sans-serif font of Debian, which is wider
/// than Helvetica, the font of labels in the textbook's time. East Asian wide characters fill a
/// square, as Unicode Standard Annex 11 describes. A text of few or unusual letters, such as “WWW”,
/// is wider than its estimate.
public enum TextLayout {
  /// The smallest size to which a label shrinks its text, in points: that of labels in Interface
  /// Builder 3.
  public static let minimumFontSize = 10.0

  /// The width of a line in points.
  public static func width(of line: String, fontSize: Double) -> Double {
    fontSize * line.reduce(0) { $0 + width(of: $1) }
  }

  /// The font size, at most the given one, at which a line fits into a width; not below
  /// ``minimumFontSize``, at which a longer text is clipped.
  public static func fontSize(
    for line: String, fitting width: Double, at most: Double
  ) -> Double {
    let needed = TextLayout.width(of: line, fontSize: 1)
    if needed * most <= width { return most }
    return min(most, max(minimumFontSize, width / needed))
  }

  // Advance widths of DejaVu Sans 2.37 by its size; those of letters are averages weighted by the
  // frequency of letters in English.
  private static let lowercase = 0.55
  private static let uppercase = 0.67
  private static let digit = 0.64
  private static let space = 0.32
  /// Of a bracket, the widest of the frequent marks.
  private static let punctuation = 0.39
  private static let percent = 0.95

  /// The width of a character by the font size.
  private static func width(of character: Character) -> Double {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    if isWide(scalar) { return 1 }
    if character == "%" { return percent }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .titlecaseLetter: return uppercase
    case .decimalNumber: return digit
    case .spaceSeparator: return space
    case .nonspacingMark, .control, .format: return 0
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation:
      return punctuation
    default: return lowercase
    }
  }

  /// Whether a character has the property East_Asian_Width W or F, by the blocks that have it in
  /// Unicode 15: Hangul Jamo, CJK from radicals to Yi, Hangul syllables, compatibility ideographs,
  /// vertical and small forms, full-width forms, pictographs, and the planes of ideographs.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xa960...0xa97f, 0xac00...0xd7a3,
      0xf900...0xfaff, 0xfe10...0xfe19, 0xfe30...0xfe6f, 0xff01...0xff60, 0xffe0...0xffe6,
      0x1f300...0x1f64f, 0x1f900...0x1f9ff, 0x20000...0x3fffd:
      true
    default: false
    }
  }
}
