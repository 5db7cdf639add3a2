import Contacts
import Evdev
import Files
import Testing
import Timeline

@testable import TouchFormats

struct PointerEventReaderTests {
  static let sample = """
    {"type":"viewport","innerWidth":390,"innerHeight":844,"px_per_mm":6.3}
    {"type":"pointerdown","pointerId":2,"pointerType":"touch","timeStamp":12.5,"clientX":100.25,"clientY":80,"pressure":0.5}
    {"type":"pointermove","pointerId":2,"timeStamp":20.5,"clientX":104,"clientY":80.5,"width":23,"height":20}
    {"type":"pointerdown","pointerId":3,"pointerType":"pen","timeStamp":20.5,"clientX":10,"clientY":8}
    {"type":"pointerover","note":"\\u00e9"}
    {"type":"pointercancel","pointerId":3,"timeStamp":28,"clientX":10,"clientY":8}
    {"type":"pointerup","pointerId":2,"timeStamp":36,"clientX":104,"clientY":80.5}

    """

  private func read(_ text: String) throws(FileError) -> (PointerEventReader, [ContactFrame]) {
    let reader = PointerEventReader(ByteSource(name: "page", bytes: Array(text.utf8)))
    var frames: [ContactFrame] = []
    while let frame = try reader.next() { frames.append(frame) }
    return (reader, frames)
  }

  private func line(_ type: String, _ pointer: Int, at time: Double, _ x: Double) -> String {
    #"{"type":"\#(type)","pointerId":\#(pointer),"timeStamp":\#(time),"clientX":\#(x),"clientY":1}"#
      + "\n"
  }

  @Test func `Events of the same time are a frame of contacts in millimetres`() throws {
    let (reader, frames) = try read(Self.sample)
    #expect(reader.touchAreaSize == Size(width: 390 / 6.3, height: 844 / 6.3))
    #expect(reader.entryCount == 7)
    #expect(frames.map(\.time.microseconds) == [12_500, 20_500, 28_000, 36_000])
    #expect(frames.map { $0.contacts.map(\.id) } == [[1], [1, 2], [1], []])
    #expect(frames[0].contacts[0].position == Point(x: 100.25 / 6.3, y: 80 / 6.3))
    #expect(frames[0].contacts[0].pressure == 0.5 && frames[0].contacts[0].size == nil)
    #expect(frames[1].contacts[0].size == Size(width: 23 / 6.3, height: 20 / 6.3))
    #expect(frames[1].contacts.map(\.tool) == [.finger, .pen])
    #expect(frames[2].cancelled == [2] && frames[3].cancelled.isEmpty)
  }

  @Test func `Without a viewport the largest coordinates are the page, 163 pixels an inch`() throws
  {
    let (reader, frames) = try read(line("pointerdown", 1, at: 5, 163))
    #expect(abs(reader.touchAreaSize.width - 25.4) < 1e-9)
    #expect(abs(frames[0].contacts[0].position.x - 25.4) < 1e-9)
  }

  @Test func `Coalesced events of one pointer after another are put in the order of time`() throws {
    let text =
      line("pointerdown", 1, at: 0, 0) + line("pointerdown", 2, at: 0, 50)
      + line("pointermove", 1, at: 8, 1) + line("pointermove", 1, at: 16, 2)
      + line("pointermove", 2, at: 8, 51) + line("pointermove", 2, at: 16, 52)
    let (_, frames) = try read(text)
    #expect(frames.map(\.time.microseconds) == [0, 8000, 16_000])
    #expect(frames.allSatisfy { $0.contacts.map(\.id) == [1, 2] })
  }

  @Test func `A pointer that changes twice at the same time has two frames`() throws {
    let (_, frames) = try read(line("pointerdown", 1, at: 4, 0) + line("pointerup", 1, at: 4, 0))
    #expect(frames.map(\.contacts.count) == [1, 0])
    #expect(frames.map(\.time.microseconds) == [4000, 4000])
  }

  @Test func `A pointer that goes down again has a new touch, and the old one is cancelled`() throws
  {
    let (_, frames) = try read(line("pointerdown", 1, at: 1, 0) + line("pointerdown", 1, at: 2, 9))
    #expect(frames[1].contacts.map(\.id) == [2] && frames[1].cancelled == [1])
  }

  @Test func `Events of a mouse and a hovering pen are no touches`() throws {
    let mouse = line("pointerdown", 1, at: 1, 0).replacing("{", with: #"{"pointerType":"mouse","#)
    let pen = line("pointermove", 2, at: 2, 0).replacing("{", with: #"{"pointerType":"pen","#)
    let (reader, frames) = try read(mouse + pen)
    #expect(frames.isEmpty && reader.anomalies.isEmpty)
  }

  @Test func `A touch that moves without having gone down is resumed`() throws {
    let (reader, frames) = try read(
      line("pointermove", 1, at: 1, 0) + line("pointerup", 2, at: 2, 0))
    #expect(frames[0].contacts[0].isResumed && frames.count == 1)
    #expect(reader.anomalies[.startsMidTouch] == 1 && reader.anomalies[.liftWithoutTouch] == 1)
  }

  @Test(
    "A line that is no event is an error at its place",
    arguments: [
      ("{}\n", 1, 1), ("[]\n", 1, 1), (#"{"type":"pointerdown","pointerId":1}"# + "\n", 1, 1),
      (#"{"type":"pointerdown","pointerId":"a"}"# + "\n", 1, 35),
      (#"{"type":"viewport","innerWidth":0}"# + "\n", 1, 33),
    ])
  func errors(text: String, line: Int, column: Int) {
    let error = #expect(throws: FileError.self) { try read(text) }
    #expect(error?.position == .line(line, column: column))
  }

  @Test func `The last line of a file that was cut off is left out`() throws {
    let (reader, frames) = try read(line("pointerdown", 1, at: 1, 0) + #"{"type":"pointerup","po"#)
    #expect(frames.count == 1 && reader.anomalies[.truncated] == 1)
  }

  @Test func `More pointers than 64 at the same time are an error`() throws {
    let lines = (1...64).map { line("pointerdown", $0, at: Double($0), 1) }
    #expect(try read(lines.joined()).1.count == 64)
    let error = #expect(throws: FileError.self) {
      try read(lines.joined() + line("pointerdown", 65, at: 65, 1))
    }
    #expect(error?.position == .line(65, column: 1))
  }
}
