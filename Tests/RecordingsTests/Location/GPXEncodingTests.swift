import Sensors
import Testing

@testable import Recordings

/// GPX as other programs write it: encodings, extensions, declarations.
struct GPXEncodingTests {
  private let track = """
    <trk><name>Z\u{fc}rich \u{1f6b2}</name><trkseg>
    <trkpt lat="47.5" lon="8.25"><ele>408</ele><time>2024-05-01T12:00:00Z</time></trkpt>
    </trkseg></trk>
    """

  private func document(_ encoding: String, before: String = "") -> String {
    "<?xml version=\"1.0\" encoding=\"\(encoding)\"?>\n\(before)<gpx version=\"1.1\">\(track)</gpx>\n"
  }

  private func utf16(_ text: String, isBigEndian: Bool, hasMark: Bool) -> [UInt8] {
    let units = (hasMark ? [0xfeff] : []) + Array(text.utf16)
    return units.flatMap { unit in
      let bytes = [UInt8(truncatingIfNeeded: unit >> 8), UInt8(truncatingIfNeeded: unit)]
      return isBigEndian ? bytes : bytes.reversed()
    }
  }

  @Test("UTF-16, with a byte-order mark and without", arguments: [true, false], [true, false])
  func utf16(isBigEndian: Bool, hasMark: Bool) throws {
    let bytes = utf16(document("UTF-16"), isBigEndian: isBigEndian, hasMark: hasMark)
    let fix = try #require(try locations(bytes).first)
    #expect(fix.coordinate == Coordinate(latitude: 47.5, longitude: 8.25))
    #expect(fix.altitude == 408 && fix.time == "2024-05-01T12:00:00.000Z")
  }

  @Test("UTF-16 may be cut anywhere")
  func blocks() throws {
    let text = String(repeating: "a\u{1f6b2}", count: 40) + "\u{e4}"
    let bytes = utf16(text, isBigEndian: false, hasMark: true)
    for size in 2...9 {
      var decoder = try #require(UTF16Text(start: bytes))
      var decoded: [UInt8] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        decoded += decoder.utf8(bytes[start..<min(start + size, bytes.count)])
      }
      #expect(String(decoding: decoded, as: UTF8.self) == "\u{feff}" + text)
    }
    #expect(UTF16Text(start: Array("<gpx".utf8)) == nil)
    #expect(UTF16Text(start: [0xff, 0xfe, 0, 0]) == nil, "UTF-32")
  }

  @Test("UTF-16 that ends in the middle of a document is an error at its line")
  func cutUTF16() throws {
    let bytes = utf16(document("UTF-16"), isBigEndian: true, hasMark: true)
    let error = #expect(throws: RecordingError.self) { try locations(Array(bytes.dropLast(41))) }
    guard case .line(let line, _)? = error?.position else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(line == 4)
  }

  @Test("Any prefix of the namespace, or none", arguments: ["", "gpx:", "ns0:"])
  func prefixes(prefix: String) throws {
    let text = """
      <\(prefix)gpx xmlns="http://www.topografix.com/GPX/1/1"><\(prefix)trk><\(prefix)trkseg>
      <\(prefix)trkpt lat="1" lon="2"><\(prefix)ele>3</\(prefix)ele></\(prefix)trkpt>
      </\(prefix)trkseg></\(prefix)trk></\(prefix)gpx>
      """
    #expect(try locations(text).map(\.altitude) == [3])
    #expect(throws: RecordingError.self) { try locations("<svg><a>.gpx</a></svg>") }
  }

  @Test("Letters of Latin-1 do no harm")
  func latin1() throws {
    let bytes = Array(document("ISO-8859-1").unicodeScalars.map { UInt8(min($0.value, 0xff)) })
    #expect(try locations(bytes).count == 1)
  }

  @Test("A document type may hold comments, whatever is in them")
  func documentType() throws {
    let type = "<!DOCTYPE gpx [ <!-- don't > --> <!ELEMENT gpx ANY> <!ENTITY a \">\"> ]>\n"
    #expect(try locations(document("UTF-8", before: type)).count == 1)
    #expect(throws: RecordingError.self) {
      try locations(document("UTF-8", before: "<!DOCTYPE gpx [ <!-- > ]>"))
    }
  }

  @Test("A long comment before the document changes nothing")
  func longComment() throws {
    let comment = "<!--" + String(repeating: " x", count: 15_000) + "-->\n"
    #expect(try locations(document("UTF-8", before: comment)).count == 1)
  }

  @Test("An extension's time, height and points are not those of the point")
  func extensions() throws {
    let fixes = try locations(
      """
      <gpx xmlns:x="urn:x"><trk><trkseg>
      <trkpt lat="1" lon="2"><ele>5</ele><time>2024-05-01T12:00:00Z</time><extensions>
      <x:lap><x:time>12:00</x:time><x:ele>9</x:ele><x:trkpt lat="7" lon="7"/><x:speed>2.5</x:speed>
      </x:lap></extensions></trkpt>
      <trkpt lat="3" lon="4"><link href="#"><text>6</text></link></trkpt>
      </trkseg></trk></gpx>
      """)
    #expect(fixes.map(\.coordinate.latitude) == [1, 3])
    #expect(fixes[0].altitude == 5 && fixes[0].time == "2024-05-01T12:00:00.000Z")
    #expect(fixes[0].speed == 2.5)
  }
}
