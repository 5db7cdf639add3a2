import Files
import FoundationEssentials

/// A page that plays plots: one file, without network, for any browser.
///
/// The page runs its own script and nothing else: its content security policy names the script and
/// the style by their hashes. Content from recordings is in a block of JSON, which the script shows
/// as text.
public struct PlayerPage: Sendable {
  private let plots: [Plot]
  private let isComparison: Bool

  /// A comparison shows the first two plots beside each other, with their differences marked.
  public init(_ plots: [Plot], isComparison: Bool = false) {
    self.plots = plots
    self.isComparison = isComparison && plots.count >= 2
  }

  /// The page in UTF-8. The same plots produce the same bytes.
  public var bytes: [UInt8] { Self.page(json: json) }

  // MARK: Data

  /// The plots as JSON that is safe within a script element.
  var json: [UInt8] {
    let content: JSONObject = [
      "version": 1, "generator": "Touchstone", "plots": plots.map(\.object),
      "comparison": isComparison ? ["first": 0, "second": 1] : nil as [String: Int]?,
    ]
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // The strategy keeps encoding from failing. Numbers of plots are finite, except by mistake.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    let data = (try? encoder.encode(content)) ?? Data()
    return Self.escaped(data)
  }

  /// Escapes bytes that could end a script element.
  private static func escaped(_ json: Data) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(json.count)
    for byte in json {
      switch byte {
      case UInt8(ascii: "<"): bytes += "\\u003c".utf8
      case UInt8(ascii: ">"): bytes += "\\u003e".utf8
      case UInt8(ascii: "&"): bytes += "\\u0026".utf8
      default: bytes.append(byte)
      }
    }
    return bytes
  }

  // MARK: Page

  private static let style = PackageResources.player_css

  /// The files of the script, each after the ones that it needs.
  private static let script = Array(
    [
      PackageResources.model_js, PackageResources.compare_js, PackageResources.commands_js,
      PackageResources.theme_js, PackageResources.stage_js, PackageResources.lanes_js,
      PackageResources.lane_js, PackageResources.tip_js, PackageResources.events_js,
      PackageResources.view_js, PackageResources.player_js, PackageResources.pointer_js,
      PackageResources.controls_js,
    ].joined())

  /// Fills the placeholders of the page in one pass: the data may contain their names.
  static func page(json: [UInt8]) -> [UInt8] {
    let contents = [
      "STYLE": style, "SCRIPT": script, "PLOTS": json, "STYLE_HASH": hash(style),
      "SCRIPT_HASH": hash(script),
    ]
    var bytes: [UInt8] = []
    var rest = String(decoding: PackageResources.player_html, as: UTF8.self)[...]
    while let placeholder = rest.firstMatch(of: /\{\{(\w+)\}\}/) {
      bytes += rest[..<placeholder.range.lowerBound].utf8
      bytes += contents[String(placeholder.1)] ?? []
      rest = rest[placeholder.range.upperBound...]
    }
    return bytes + rest.utf8
  }

  /// A hash in the form of content security policies.
  private static func hash(_ text: [UInt8]) -> [UInt8] {
    Array(Data(SHA256.hash(text)).base64EncodedString().utf8)
  }
}
