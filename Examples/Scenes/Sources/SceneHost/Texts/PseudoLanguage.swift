/// The pseudo-language `en-XA`: English with accents, longer and in brackets.
///
/// A text without accents was never translated, one without its last bracket is clipped, and one
/// that fits leaves room for languages that need more letters. Letters are accented as by Android's
/// build tool (aapt2, Pseudolocalizer.cpp), and texts are 40 % longer: what translations of texts
/// of 31 to 50 letters need at least, by the table of IBM in W3C's “Text size in translation”.
enum PseudoLanguage {
  /// How much longer texts become.
  static let expansion = 0.4

  private static let accents: [Character: Character] = Dictionary(
    uniqueKeysWithValues: zip(
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
      "åƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ"))

  private static let padding = Array("öñé ţŵö ţĥŕéé ƒöûŕ ƒîṽé šîẋ šéṽéñ éîĝĥţ ñîñé ţéñ ")

  static func accented(_ text: String) -> String {
    String(text.map { accents[$0] ?? $0 })
  }

  /// A text that is longer and in brackets; an empty one stays empty.
  static func enclosed(_ text: String) -> String {
    if text.isEmpty { return text }
    let count = Int((Double(text.count) * expansion).rounded(.up))
    let extra = (0..<count).map { padding[$0 % padding.count] }
    return "[\(text) \(String(extra))]"
  }
}
