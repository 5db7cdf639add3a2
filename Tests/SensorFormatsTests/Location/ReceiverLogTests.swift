import Sensors
import Testing
import Timeline

@testable import Files
@testable import SensorFormats

/// Logs of receivers as programs and people keep them.
struct ReceiverLogTests {
  private static let position = "3730.0000,N,12700.0000,E"

  /// The sentences of four epochs.
  private static let epochs = (10..<14).map { second in
    sentence("GPRMC,1200\(second),A,\(position),10.0,90.0,010524,,,A")
      + sentence("GPGGA,1200\(second),\(position),1,8,1.1,38.5,M,20.0,M,,")
      + sentence("GPGSV,1,1,01,\(second)")
  }
  private static let lines = epochs.joined().split(separator: "\r\n").map(String.init)

  private static let objects = """
    {"class":"VERSION","release":"3.25","rev":"3.25","proto_major":3,"proto_minor":15}
    {"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/ttyS0","driver":"u-blox"}]}
    {"class":"WATCH","enable":true,"json":false,"nmea":false,"raw":2}

    """
  private static let sky = "{\"class\":\"SKY\",\"satellites\":[{\"PRN\":5,\"used\":true}]}\n"

  /// One log in many forms.
  enum Form: String, CaseIterable {
    case plain, objectsFirst, objectsInComments, objectsBetween, cutObjects, stampedLines
    case withoutReturns, returnsOnly, joined, tagBlocks, markedUTF8, blankLines, otherObjects
    case textAfterChecksum
  }

  private func text(_ form: Form) -> String {
    let plain = ReceiverLogTests.epochs.joined()
    let lines = ReceiverLogTests.lines
    let objects = ReceiverLogTests.objects
    switch form {
    case .plain: return plain
    case .objectsFirst: return "# Date: 2024-05-01\n" + objects + plain
    case .objectsInComments:
      return objects.split(separator: "\n").map { "# \($0)\n" }.joined() + plain
    case .objectsBetween: return lines.map { "\($0)\n" + ReceiverLogTests.sky }.joined()
    case .cutObjects: return lines.map { "{\"class\":\"SKY\",\"sat\($0)\n" }.joined()
    case .stampedLines: return lines.map { "2024-05-01 12:00:00.1 ; \($0)\n" }.joined()
    case .withoutReturns: return lines.map { "\($0)\n" }.joined()
    case .returnsOnly: return lines.map { "\($0)\r" }.joined()
    case .joined: return lines.joined()
    case .tagBlocks: return lines.map { "\\s:r3669961,c:1120959341*00\\\($0)\r\n" }.joined()
    case .markedUTF8: return "\u{feff}" + plain
    case .blankLines: return lines.map { "\($0)\r\n\r\n" }.joined()
    case .otherObjects: return lines.map { "{\"nmea\":\"\($0)\\r\\n\"}\n" }.joined()
    case .textAfterChecksum: return lines.map { "\($0),1654611654\r\n" }.joined()
    }
  }

  @Test("A log has the same fixes in each form", arguments: Form.allCases)
  func form(form: Form) throws {
    let fixes = try locations(text(form))
    #expect(fixes.count == 4)
    #expect(fixes == (try locations(text(.plain))))
    #expect(LocationFormat.detect(text(form).utf8) == .nmea)
  }

  @Test(
    "A log in UTF-16 or UTF-32 with a byte-order mark is read as text",
    arguments: ["\u{feff}", "\u{feff}😀\n"], [false, true])
  func encodings(start: String, isBigEndian: Bool) throws {
    let plain = try locations(text(.plain))
    func bytes(_ units: [UInt32], _ width: Int) -> [UInt8] {
      units.flatMap { unit in
        let bytes = (0..<width).map { UInt8(truncatingIfNeeded: unit >> (8 * UInt32($0))) }
        return isBigEndian ? bytes.reversed() : bytes
      }
    }
    let text = start + text(.plain)
    #expect(try locations(bytes(text.utf16.map(UInt32.init), 2)) == plain)
    #expect(try locations(bytes(text.unicodeScalars.map(\.value), 4)) == plain)
  }

  @Test("An epoch that sentences and gpsd report is delivered once, whichever comes first")
  func both() throws {
    let plain = try locations(text(.plain))
    let reports = (10..<14).map { second in
      """
      {"class":"TPV","mode":3,"time":"2024-05-01T12:00:\(second).000Z","lat":37.5,"lon":127,\
      "epv":3.92}

      """
    }
    let epochs = ReceiverLogTests.epochs
    let after = zip(epochs, reports).map { $0 + $1 }.joined()
    let before = zip(epochs, reports).map { $1 + $0 }.joined()
    // gpsd knows the end of an epoch by the next one.
    let late =
      epochs[0]
      + zip(epochs.dropFirst(), reports).map { epoch, report in
        let end = epoch.firstRange(of: "\r\n")?.upperBound ?? epoch.startIndex
        return epoch[..<end] + report + epoch[end...]
      }.joined()
    for text in [after, before, late] {
      let fixes = try locations(text)
      #expect(fixes.map(\.timestamp) == plain.map(\.timestamp))
      #expect(fixes.map(\.speed) == plain.map(\.speed))
    }
    let (fixes, notes) = try locationsAndNotes(after)
    // gpsd's values complete those of the sentences.
    #expect(fixes.allSatisfy { $0.verticalAccuracy.map { abs($0 - 2) < 1e-9 } ?? false })
    #expect(
      notes == ["4 of 4 fixes both in sentences and in gpsd's reports, delivered once"])
    #expect(try locations(epochs[0] + reports[1] + epochs[2]).count == 3)
  }

  @Test("A report of gpsd at the time of the GLL that ends an epoch belongs to it")
  func reportAfterGLL() throws {
    var text = ""
    for second in stride(from: 10, to: 18, by: 2) {
      text += sentence("GPRMC,1200\(second),A,\(ReceiverLogTests.position),1.0,9.0,010524,,,A")
      text += sentence("GPGLL,\(ReceiverLogTests.position),1200\(second + 1),A")
      text += """
        {"class":"TPV","mode":2,"time":"2024-05-01T12:00:\(second + 1).000Z","lat":37.5,"lon":127}

        """
    }
    #expect(try locations(text).count == 5, "the first GLL is not known to end its epoch")
  }

  @Test("A format that is given is the only one that is read, and the rest is counted")
  func given() throws {
    let report = "{\"class\":\"TPV\",\"mode\":2,\"lat\":1,\"lon\":2}\n"
    let bytes = Array((text(.plain) + report).utf8)
    var options = LocationReadingOptions()
    options.format = .nmea
    let sentences = try locationsAndNotes(bytes, options)
    #expect(sentences.fixes.count == 4)
    #expect(sentences.notes == ["1 gpsd object skipped: only sentences are read"])
    options.format = .gpsd
    let reports = try locationsAndNotes(bytes, options)
    #expect(reports.fixes.map(\.coordinate.latitude) == [1])
    #expect(reports.notes == ["12 sentences skipped: only gpsd's reports are read"])
  }

  @Test(
    "An RMC of another day or at another time begins an epoch",
    arguments: [("120000", "020524"), ("120000.005", "010524")])
  func repeatedSentence(time: String, date: String) throws {
    func rmc(_ time: String, _ latitude: Int, _ date: String) -> String {
      sentence("GPRMC,\(time),A,\(latitude).0000,N,12700.0000,E,10.0,90.0,\(date),,,A")
    }
    let fixes = try locations(rmc("120000", 3730, "010524") + rmc(time, 3731, date))
    #expect(fixes.map { ($0.coordinate.latitude * 60).rounded() } == [2250, 2251])
    #expect(fixes.map(\.time).first == "2024-05-01T12:00:00.000Z")
    #expect(Set(fixes.map(\.time)).count == 2)
    #expect(try locations(rmc("120000", 3730, "010524") + rmc("120000", 3731, "010524")).count == 1)
  }

  @Test("Addresses that were damaged on the line are not the receiver's fault")
  func damagedAddresses() throws {
    let damaged = ["$GGPGSV,1,1,01,1*00", "$GGAGSV,1,1,01,1*00", "$GGNVTG,0.0,T*00"]
    let text = Self.epochs.joined() + damaged.joined(separator: "\r\n") + "\r\n"
    let (_, notes) = try locationsAndNotes(text)
    #expect(
      notes.contains { $0.contains("3 of 15") && $0.contains("changed on the line") }, "\(notes)")
  }
}

/// What is skipped, and what is said about it.
struct ReceiverLogNoteTests {
  private let position = "3730.0000,N,12700.0000,E"

  private func gga(_ second: Int, isWrong: Bool = false) -> String {
    let text = sentence("GPGGA,1200\(second),\(position),1,8,1.1,38.5,M,20.0,M,,")
    return isWrong ? text.replacing("GGA,12", with: "GGA,13") : text
  }

  private func rmc(_ second: Int) -> String {
    sentence("GPRMC,1200\(second),A,\(position),10.0,90.0,010524,,,A")
  }

  @Test("Wrong checksums are counted among all sentences, with their likely cause")
  func checksums() throws {
    let scattered = (10..<16).map { rmc($0) + gga($0, isWrong: $0 % 2 == 0) }.joined()
    #expect(
      try locationsAndNotes(scattered).notes == [
        "3 of 12 sentences skipped: wrong checksum; likely bytes lost or changed on the line"
      ])
    let regular = (10..<16).map { rmc($0) + gga($0, isWrong: true) }.joined()
    #expect(
      try locationsAndNotes(regular).notes == [
        "6 of 12 sentences skipped: wrong checksum; likely the receiver's fault: all GPGGA"
      ])
    let all = (10..<16).map { gga($0, isWrong: true) }.joined()
    #expect(
      try locationsAndNotes(all).notes == [
        "6 of 6 sentences skipped: wrong checksum; likely the sentences were edited or converted "
          + "after they were recorded"
      ])
    #expect(try locationsAndNotes(scattered).fixes.count == 6)
  }

  @Test("Other text, AIS and gpsd's reports without a fix are counted; comments are not")
  func others() throws {
    let text =
      "# a comment\n" + rmc(10) + "hello\nworld\n" + "!AIVDM,1,1,,B,13aGhtw0R,0*24\r\n" + rmc(11)
      + "{\"class\":\"TPV\",\"mode\":1}\n"
    #expect(
      try locationsAndNotes(text).notes == [
        "1 of 1 gpsd report without a fix", "1 AIS sentence skipped: other ships' locations",
        "2 lines of other text skipped",
      ])
    #expect(try locationsAndNotes("# a comment\n" + rmc(10)).notes.isEmpty)
  }

  /// A message of each binary protocol with a checksum, whose payload looks like a sentence.
  private static let messages: [(name: String, bytes: [UInt8])] = {
    let payload = Array("$GPGGA,120000,1000.0,N,01000.0,E,1,8,1,1,M,,M,,\n".utf8)
    let count = UInt8(payload.count)
    var ubx: [UInt8] = [1, 7, count, 0] + payload
    var (a, b): (UInt8, UInt8) = (0, 0)
    for byte in ubx {
      a &+= byte
      b &+= a
    }
    ubx = [0xb5, 0x62] + ubx + [a, b]
    let sum = payload.reduce(0) { ($0 + Int($1)) & 0x7fff }
    let sirf =
      [0xa0, 0xa2, 0, count] + payload
      + [UInt8(sum >> 8), UInt8(sum & 0xff), 0xb0, 0xb3]
    let skytraq = [0xa0, 0xa1, 0, count] + payload + [payload.reduce(0, ^), 0x0d, 0x0a]
    // The example of RTCM 10403's message 1005.
    let rtcm: [UInt8] = [
      0xd3, 0x00, 0x13, 0x3e, 0xd7, 0xd3, 0x02, 0x02, 0x98, 0x0e, 0xde, 0xef, 0x34, 0xb4, 0xbd,
      0x62, 0xac, 0x09, 0x41, 0x98, 0x6f, 0x33, 0x36, 0x0b, 0x98,
    ]
    // A request for the version: an empty message of class 0x0a, identifier 0x04.
    let casic: [UInt8] = [0xba, 0xce, 0, 0, 0x0a, 0x04, 0, 0, 0x0a, 0x04]
    return [
      ("u-blox UBX", ubx), ("SiRF binary", sirf), ("SkyTraq binary", skytraq), ("RTCM 3", rtcm),
      ("CASIC binary", casic),
    ]
  }()

  @Test("Binary messages are named and not searched for sentences", arguments: 0..<5)
  func binary(index: Int) throws {
    let (name, bytes) = ReceiverLogNoteTests.messages[index]
    let log = Array(rmc(10).utf8) + bytes + bytes + Array(rmc(11).utf8) + bytes
    let (fixes, notes) = try locationsAndNotes(log)
    #expect(fixes.count == 2)
    #expect(notes == ["3 messages of \(name) skipped: the protocol is not decoded"])
    let error = #expect(throws: FileError.self) { try locations(bytes + bytes) }
    #expect(error?.found.hasPrefix("2 messages of \(name)") == true)
    // With a wrong checksum, it is not a message.
    var broken = bytes
    broken[5] ^= 1
    let rest = try locationsAndNotes(Array(rmc(10).utf8) + broken).notes
    #expect(!rest.contains { $0.contains(name) })
  }

  @Test("A log without a fix says what it contains")
  func withoutFix() throws {
    func contents(_ text: String) throws -> String {
      let reader = try LocationFormat.open(ByteSource(name: "test", bytes: Array(text.utf8)))
      try reader.readAll { _ in Issue.record("a fix") }
      return reader.contents
    }
    let void = sentence("GPRMC,120000,V,,,,,,,010524,,,N")
    let satellites = sentence("GPGSV,1,1,00")
    #expect(
      try contents(void + satellites + void)
        == "3 sentences (2 GPRMC, 1 GPGSV), 2 of them without a fix")
    #expect(
      try contents("{\"class\":\"VERSION\"}\n") == "neither sentences nor gpsd's reports")
  }
}

/// The format that is detected.
struct LocationDetectionTests {
  private static let rmc = sentence("GPRMC,120000,A,3730.0,N,12700.0,E,1.0,9,010524,,,A")
  private static let report = "{\"class\":\"TPV\",\"mode\":2,\"lat\":1,\"lon\":2}\n"

  @Test(
    "The format is that of most of the file",
    arguments: [
      (rmc, .nmea), (report, .gpsd), (rmc + report + report, .gpsd), (rmc + rmc + report, .nmea),
      ("{\"class\":\"VERSION\"}\n", .gpsd), ("{\"class\":\"VERSION\"}\n" + rmc, .nmea),
      ("# {\"class\":\"VERSION\"}\n", nil), ("{\"class\":\"person\"}\n", nil),
      ("lat,lon\n1,2\n", .csv), ("lat,lon\n", .csv), ("lat,lon\n" + rmc + rmc, .nmea),
      ("lat,lon,raw\n1,2,\(rmc)", .csv), ("# exported\ntitle\nlat,lon\n1,2\n", .csv),
      ("time,temperature\n1,2\n", nil), ("a\nb\nlatitude, longitude\nc\n", nil),
      ("<gpx version=\"1.1\">" + rmc, .gpx), ("hello\n", nil),
      ("$GPRMC,120000,A*00\n", .nmea), ("$hello,world\n", nil), ("cd $HOME/*ba\n", nil),
      ("$HI,5\n", nil),
    ] as [(String, LocationFormat?)])
  func detection(text: String, format: LocationFormat?) {
    #expect(LocationFormat.detect(text.utf8) == format)
  }

  @Test("The format is known better when the log is read than by its beginning")
  func formatAfterReading() throws {
    let header = String(repeating: "{\"class\":\"SKY\"}\n", count: 1000)
    let reader = try LocationFormat.open(
      ByteSource(name: "test", bytes: Array((header + LocationDetectionTests.rmc).utf8)))
    #expect(reader.format == .gpsd)
    var fixes = 0
    try reader.readAll { _ in fixes += 1 }
    #expect(fixes == 1 && reader.format == .nmea)
  }

  @Test("Sentences are found behind much of a binary protocol")
  func binaryFirst() throws {
    let binary = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &* ($0 >> 8) | 0x80) }
    #expect(try locations(binary + Array(LocationDetectionTests.rmc.utf8)).count == 1)
  }
}
