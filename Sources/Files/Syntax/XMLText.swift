/// Text within XML documents, such as SVG drawings and test reports.
public enum XMLText: Sendable {
  /// Text for XML 1.0. Most control characters cannot be written in XML; they are spelled out.
  public static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n", "\t": result += "&#\(scalar.value);"
      case _ where scalar.value >= 0x7f && scalar.isUnfitForTerminals:
        result += "&#\(scalar.value);"
      case _ where scalar.value < 0x20 || scalar.value == 0xfffe || scalar.value == 0xffff:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
