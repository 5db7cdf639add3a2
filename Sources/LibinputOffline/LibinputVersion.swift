import Files
import FoundationEssentials

/// The version of a library, for which libinput has no function.
public enum LibinputVersion {
  /// The version in the address of the documentation in libinput's messages, as in `1.22.1`.
  public static func find(in path: String) -> String? {
    guard let bytes = try? ByteSource(path: path).readAll(limit: maximumLibrarySize) else {
      return nil
    }
    let key = Array("/libinput/doc/".utf8)
    guard let range = bytes.firstRange(of: key) else { return nil }
    let version = bytes[range.upperBound...].prefix { byte in
      byte == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    return version.isEmpty ? nil : String(decoding: version, as: UTF8.self)
  }

  /// The path without links, which contains the version of the interface.
  public static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }

  private static let maximumLibrarySize = 64 << 20
}
