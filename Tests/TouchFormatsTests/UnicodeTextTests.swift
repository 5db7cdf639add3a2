import Sensors
import Testing
import TouchFormats

@testable import Files
@testable import SensorFormats

/// Texts in UTF-16 and UTF-32, as some editors and shells of Windows write them.
@Suite struct UnicodeTextTests {
  /// An encoding, and a text in it with a byte-order mark.
  enum Encoding: CaseIterable {
    case utf16, utf16BigEndian, utf32, utf32BigEndian

    func bytes(_ text: String) -> [UInt8] {
      let marked = "\u{feff}" + text
      let isWide = self == .utf32 || self == .utf32BigEndian
      let units = isWide ? marked.unicodeScalars.map(\.value) : marked.utf16.map(UInt32.init)
      return units.flatMap { unit in
        let bytes = (0..<(isWide ? 4 : 2)).map {
          UInt8(truncatingIfNeeded: unit >> (8 * UInt32($0)))
        }
        return self == .utf16 || self == .utf32 ? bytes : bytes.reversed()
      }
    }
  }

  @Test("A recording of touches is read", arguments: Encoding.allCases)
  func touches(encoding: Encoding) throws {
    let text = "# EVEMU 1.3\nN: Pad\nE: 1.000000 0000 0000 0\n"
    #expect(try read(encoding.bytes(text)) == read(text))
    #expect(try read(encoding.bytes(text), format: .evemu).events == read(text).events)
  }

  @Test("Another text is an error that shows its beginning", arguments: Encoding.allCases)
  func otherText(encoding: Encoding) {
    let error = #expect(throws: FileError.self) { try read(encoding.bytes("hello, world\n")) }
    #expect(error?.found == "\"hello, world\"")
  }

  @Test("A table of accelerations is read", arguments: Encoding.allCases)
  func accelerations(encoding: Encoding) throws {
    for text in ["time,x,y,z\n0,1,2,3\n", "0,1,2,3\n"] {
      let samples = try AccelerationReader.read(
        ByteSource(name: "test", bytes: encoding.bytes(text)))
      #expect(samples.map(\.acceleration.z) == [3])
    }
  }

  @Test("Locations are read", arguments: Encoding.allCases)
  func locations(encoding: Encoding) throws {
    for text in ["lat,lon\n1,2\n", "<gpx><wpt lat=\"1\" lon=\"2\"/></gpx>"] {
      var latitudes: [Double] = []
      try LocationFormat.open(ByteSource(name: "test", bytes: encoding.bytes(text)))
        .readAll { latitudes.append($0.coordinate.latitude) }
      #expect(latitudes == [1])
    }
  }

  @Test("A text that ends within a character has the characters before", arguments: 1..<4)
  func cut(count: Int) throws {
    let bytes = Encoding.utf32.bytes("lat,lon\n1,2\n3,4\n") + [UInt8](repeating: 0x20, count: count)
    let reader = try LocationFormat.open(ByteSource(name: "test", bytes: bytes))
    var fixes = 0
    try reader.readAll { _ in fixes += 1 }
    #expect(fixes == 2)
  }
}
