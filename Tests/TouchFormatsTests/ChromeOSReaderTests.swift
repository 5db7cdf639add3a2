import Contacts
import Evdev
import Files
import Testing
import Timeline
import TouchFormats

@Suite("ChromeOS activity log")
struct ChromeOSReaderTests {
  /// A log of `entries`, followed by the touchpad, as the library writes it.
  private func log(_ entries: [String]) -> String {
    """
    {
      "entries": [\(entries.joined(separator: ",\n"))],
      "gesturesVersion": "1",
      "hardwareProperties": {
        "left": 1000.0, "top": 500.0, "right": 3000.0, "bottom": 1500.0,
        "xResolution": 20.0, "yResolution": 25.0, "isButtonPad": true, "semiMt": true,
        "maxFingerCount": 2, "maxTouchCount": 5
      },
      "description": "a \\"test\\" \\u00fc"
    }
    """
  }

  private func state(_ time: Double, _ fingers: [String], more: String = "") -> String {
    """
    {"type": "hardwareState", "timestamp": \(time), "fingers": [\(fingers.joined(separator: ","))]\(more)}
    """
  }

  private func finger(_ id: Int, _ x: Double, _ y: Double, more: String = "") -> String {
    "{\"trackingId\": \(id), \"positionX\": \(x), \"positionY\": \(y)\(more)}"
  }

  private func read(
    _ text: String
  ) throws(FileError) -> (reader: ChromeOSReader, frames: [ContactFrame]) {
    let reader = ChromeOSReader(ByteSource(text))
    var frames: [ContactFrame] = []
    while let frame = try reader.next() { frames.append(frame) }
    return (reader, frames)
  }

  @Test("Frames contain contacts in mm from the top left corner")
  func positions() throws {
    let (reader, frames) = try read(
      log([
        state(1, []), "{\"type\": \"timerCallback\", \"now\": 1.1}",
        state(
          1.25,
          [
            finger(
              24, 1100, 600, more: ", \"pressure\": 51, \"touchMajor\": 100, \"touchMinor\": 50")
          ],
          more: ", \"touchCount\": 3, \"buttonsDown\": 5"),
        state(1.5, [finger(24, 1120, 625, more: ", \"flags\": 16")]),
      ]))
    #expect(frames.map(\.time.microseconds) == [1_000_000, 1_250_000, 1_500_000])
    #expect(
      frames[1].contacts == [
        Contact(id: 1, position: Point(x: 5, y: 4), pressure: 0.2, size: Size(width: 5, height: 2))
      ])
    #expect(frames[1].extraFingers == 2)
    #expect(frames[1].buttons == [.left, .right])
    #expect(frames[2].contacts == [Contact(id: 1, position: Point(x: 6, y: 5), tool: .palm)])
    #expect(reader.entryCount == 4)
    #expect(reader.touchAreaSize == Size(width: 100, height: 40))
    #expect(reader.anomalies.isEmpty)
  }

  @Test("The touchpad's description has evdev axes and properties")
  func description() throws {
    let (reader, _) = try read(log([]))
    let description = try #require(reader.description)
    #expect(
      description.axes == [
        AbsoluteCode.positionX: .init(minimum: 1000, maximum: 3000, resolution: 20),
        AbsoluteCode.positionY: .init(minimum: 500, maximum: 1500, resolution: 25),
        AbsoluteCode.slot: .init(minimum: 0, maximum: 1),
      ])
    #expect(
      description.properties == [
        InputProperty.pointer, InputProperty.buttonPad, InputProperty.semiMultitouch,
      ])
  }

  @Test("Touch-downs are numbered, and a tracking id that returns is a new one")
  func touchDowns() throws {
    let (_, frames) = try read(
      log([
        state(1, [finger(7, 1000, 500)]),
        state(2, [finger(9, 1000, 500), finger(7, 1000, 500), finger(8, 1000, 500)]),
        state(3, [finger(8, 1000, 500)]), state(4, [finger(7, 1000, 500), finger(8, 1000, 500)]),
      ]))
    #expect(frames.map { $0.contacts.map(\.id) } == [[1], [1, 2, 3], [3], [3, 4]])
    // Contacts of the first frame touched down before the log began.
    #expect(
      frames.map { $0.contacts.map(\.isResumed) }.prefix(2) == [[true], [true, false, false]])
  }

  @Test("A truncated log has its complete entries and the assumed size")
  func cutOff() throws {
    let whole = log([state(1, []), state(2, [finger(1, 2000, 1000)]), state(3, [finger(1, 9, 9)])])
    let cut = try #require(whole.ranges(of: "9.0}").first)
    let (reader, frames) = try read(String(whole[..<cut.lowerBound]))
    #expect(frames.map(\.time.seconds) == [1, 2])
    #expect(frames[1].contacts.map(\.position) == [Point(x: 69, y: 50)])
    #expect(reader.touchAreaSize == Size(width: 69, height: 50))
    #expect(reader.description == nil)
    #expect(reader.anomalies[.truncated] == 1)
    #expect(try read("").frames.isEmpty)
  }

  @Test("A log cut at any byte has the first frames of the whole one")
  func cutAnywhere() throws {
    let whole = log([state(1, []), "{\"type\": \"gesture\"}", state(3, [finger(1, 9, 9)])])
    for end in whole.indices {
      let (reader, frames) = try read(String(whole[..<end]))
      #expect(frames.map(\.time.seconds) == Array([1, 3].prefix(frames.count)))
      #expect(reader.anomalies[.truncated] == 1)
    }
    #expect(try read(whole).reader.anomalies[.truncated] == 0)
  }

  @Test("Of members of the same name the last one counts")
  func repeatedMembers() throws {
    let entries = { (times: [Double]) in
      "\"entries\": [\(times.map { state($0, []) }.joined(separator: ","))]"
    }
    let (reader, frames) = try read("{\(entries([1, 2])), \"entries\": 5, \(entries([3]))}")
    #expect(frames.map(\.time.seconds) == [3])
    #expect(reader.entryCount == 1)
    let error = #expect(throws: FileError.self) { try read("{\(entries([1])), \"entries\": 5}") }
    #expect(error?.found == "\"5}\"")
  }

  @Test(
    "A malformed log is an error with line and column",
    arguments: [
      ("\"left\": 1000.0", "\"left\": 1000.x", 5, 18, "digit"),
      ("\"left\": 1000.0", "\"left\": true", 5, 13, "number"),
      ("\"left\": 1000.0", "\"left\": 9000", 5, 42, "edge"),
      ("\"left\": 1000.0, ", "", 4, 25, "a number"),
      ("\"entries\"", "\"entrees\"", 1, 1, "entries"),
      ("\"entries\":", "\"entries\"", 2, 13, "colon"),
      ("\"fingers\": []", "\"fingers\": 5", 2, 70, "fingers"),
      ("\"timestamp\": 1.0", "\"timestamp\": \"1\"", 2, 54, "number"),
      ("\"timestamp\": 1.0, ", "", 2, 15, "a number"),
    ])
  func errors(good: String, bad: String, line: Int, column: Int, expected: String) throws {
    let text = log([state(1, [])])
    #expect(text.contains(good))
    let error = #expect(throws: FileError.self) { try read(text.replacing(good, with: bad)) }
    #expect(error?.position == .line(line, column: column), "\(String(describing: error))")
    #expect(error?.expected.contains(expected) ?? false, "\(error?.expected ?? "")")
  }

  @Test("A duplicate or fractional tracking id is an error")
  func trackingIDs() throws {
    let twice = log([state(1, [finger(1, 1, 1), finger(1, 2, 2)])])
    #expect(throws: FileError.self) { try read(twice) }
    let half = twice.replacing("\"trackingId\": 1", with: "\"trackingId\": 1.5")
    #expect(throws: FileError.self) { try read(half) }
  }
}
