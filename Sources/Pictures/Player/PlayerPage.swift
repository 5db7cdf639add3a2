import Foundation

/// A page that plays plots: one file, without network, that needs nothing but a browser.
public struct PlayerPage: Sendable {
  private let plots: [Plot]

  public init(_ plots: [Plot]) { self.plots = plots }

  /// The data of the page as JSON that is safe within a script element.
  var json: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = (try? encoder.encode(Content(plots: plots))) ?? Data()
    return PlayerPage.escaped(data)
  }

  /// The page in UTF-8.
  public var bytes: [UInt8] { json }

  private struct Content: Encodable {
    var version = 1
    var generator = "replay"
    var plots: [Plot]
  }

  /// Escapes what could end a script element, and what JavaScript takes for the end of a line.
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
}
