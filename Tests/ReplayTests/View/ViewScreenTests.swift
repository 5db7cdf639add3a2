import Checking
import Contacts
import Files
import Gestures
import Playback
import TestSupport
import Testing

@testable import replay

struct ViewScreenTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func history(_ text: String) throws -> ViewHistory {
    let path = try folder.write("a.evemu", text)
    return try RecordingView.load(
      path, ReplayOptions(), progress: { _ in }, notes: { _ in })[0]
  }

  private func status(_ history: ViewHistory, help: Bool = false) -> ViewScreen.Status {
    var status = ViewScreen.Status(
      source: "a.evemu", device: history.device, touchArea: history.size, text: "paused")
    status.span = 0...history.end
    status.gestureTimes = history.gestures.map(\.time)
    if help { status.help = ViewPlayback.help }
    return status
  }

  private func lines(_ grid: CellGrid) -> [String] { (0..<grid.rows).map(grid.text) }

  @Test(
    "Every line is exactly as wide as the terminal, at any size and with any name",
    arguments: CellGridTests.hostileNames)
  func lineWidths(name: String)
    throws
  {
    let history = try history(SampleRecording.both)
    let moment = history.moment(at: 0.1)
    for (columns, rows) in [
      (1, 1), (20, 5), (39, 12), (40, 11), (40, 12), (80, 24), (99, 30), (200, 60),
    ] {
      for hasUnicode in [true, false] {
        let screen = ViewScreen(columns: columns, rows: rows, hasUnicode: hasUnicode)
        var status = status(history, help: rows == 12)
        status.source = name
        status.device = name
        let grid = screen.draw(moment, status)
        #expect(lines(grid).map(\.columns) == Array(repeating: columns, count: rows))
      }
    }
  }

  @Test("A verdict is shown with its whole reason at 80 x 24, and its recognizer is marked")
  func verdict() throws {
    let recording = try LoadedRecording(path: "Traces/pan.evemu")
    var status = ViewScreen.Status(
      source: "pan.evemu", device: "pad", touchArea: Size(width: 68, height: 120), text: "paused")
    status.verdict = Verdict(ExpectedGesture(.swipe, touches: 1), in: recording)
    let history = try RecordingView.load(
      "Traces/pan.evemu", ReplayOptions(), progress: { _ in }, notes: { _ in })[0]
    for (columns, rows) in [(80, 24), (80, 12), (200, 60)] {
      let screen = ViewScreen(columns: columns, rows: rows, hasUnicode: true)
      let lines = lines(screen.draw(history.moment(at: 0.8), status))
      let text = lines.map { $0.split(separator: " ").joined(separator: " ") }
        .joined(separator: " ")
      #expect(
        text.contains(
          "No swipe: the movement took 0.778 s, at most 0.500 s allowed "
            + "(swipe.maximumDuration)."))
      #expect(lines.contains { $0.contains("▶swipe right") } || rows == 12)
      #expect(lines.contains { $0.contains("failed: the movement took 0.778 s") } || rows == 12)
      #expect(lines.contains { $0.contains("(swipe.maximumDuration)") } || rows == 12)
      #expect(lines.map(\.columns) == Array(repeating: columns, count: rows))
    }
  }

  @Test("Guessed lengths come with the way to replace them where there is room")
  func assumptions() throws {
    let recording = try LoadedRecording(path: "Traces/pan.evemu")
    var status = ViewScreen.Status(
      source: "pan.evemu", device: "pad", touchArea: Size(width: 68, height: 120), text: "paused")
    status.verdict = Verdict(ExpectedGesture(.swipe, touches: 1), in: recording)
    status.verdict?.assumptions = [.size]
    let history = try history(SampleRecording.swipe)
    for (rows, text) in [
      (24, "Measure it, and give --size"), (14, "assumed: size; see replay explain"),
    ] {
      let screen = ViewScreen(columns: 80, rows: rows, hasUnicode: true)
      let words = lines(screen.draw(history.moment(at: 0), status)).joined(separator: " ")
        .split(separator: " ").joined(separator: " ")
      #expect(words.contains(text), "\(rows): \(words)")
    }
  }

  @Test("Terminals that are too small get a hint, and the smallest that is not gets the screen")
  func smallTerminals()
    throws
  {
    let history = try history(SampleRecording.swipe)
    func text(_ columns: Int, _ rows: Int) -> String {
      let screen = ViewScreen(columns: columns, rows: rows, hasUnicode: true)
      return lines(screen.draw(history.moment(at: 0), status(history))).joined(separator: "\n")
    }
    #expect(text(39, 12).contains("Too small") && text(40, 11).contains("40 x 12. q quits."))
    #expect(!text(40, 12).contains("Too small") && text(40, 12).contains("swipe"))
  }

  @Test("A moment shows the finger, its trail, the recognizers and no later gesture")
  func shownMoment() throws {
    let history = try history(SampleRecording.swipe)
    let screen = ViewScreen(columns: 80, rows: 24, hasUnicode: true)
    let before = lines(screen.draw(history.moment(at: 0.1), status(history)))
    #expect(before[0].hasPrefix("a.evemu ") && before[0].hasSuffix(" Sample, 100 x 60 mm"))
    #expect(before.contains { $0.contains("touch 1  35.0, 20.0 mm") })
    #expect(before.contains { $0.contains("pinch       possible") })
    #expect(before.contains { $0.contains("pan         began") })
    #expect(before.contains { $0.contains("longPress   failed: moved 4.5 mm") })
    // The pad's inside is 54 dots wide: 20 mm are dot 10 across and down, 35 mm are dot 18.
    #expect(before[4].hasPrefix("│     ⠤⠤⠤⠤1"), "\(before[4])")
    #expect(!before.contains { $0.contains("swipe right") })
    let after = lines(screen.draw(history.moment(at: 0.2), status(history)))
    #expect(after.contains { $0.contains("swipe right recognized") })
    #expect(after.contains { $0.contains("   0.200 swipe right, ") })
  }

  @Test
  func
    `Palms have a P before their number, and fingers that overlap have their numbers in rows of their own`()
  {
    var moment = ViewMoment(time: 0)
    let position = Point(x: 50, y: 30)
    moment.fingers = [
      .init(contact: Contact(id: 12, position: position), isPalm: false),
      .init(
        contact: Contact(id: 13, position: position, size: Size(width: 40, height: 20)),
        isPalm: true),
    ]
    let pad = PadDrawing(Size(width: 100, height: 60), columns: 42, rows: 20)
    var grid = CellGrid(columns: 42, rows: 20)
    pad.draw(moment, column: 0, row: 0, into: &grid)
    #expect((pad.columns, pad.rows) == (42, 14))
    #expect(lines(grid)[7].contains("12") && lines(grid)[6].contains("P13"))
    // Dots of the hatching, on both sides of the label.
    #expect(lines(grid)[7].unicodeScalars.count { (0x2801...0x28ff).contains($0.value) } > 8)
  }

  @Test(
    "Fingers beyond the touch area are shown at its edge",
    arguments: [
      (Point(x: -50, y: -50), 1, 1), (Point(x: 500, y: 500), 20, 6),
      (Point(x: 1e300, y: 30), 20, 4),
    ])
  func fingersBeyondArea(position: Point, column: Int, row: Int) {
    var moment = ViewMoment(time: 0)
    moment.fingers = [.init(contact: Contact(id: 7, position: position), isPalm: false)]
    let pad = PadDrawing(Size(width: 100, height: 60), columns: 22, rows: 20)
    var grid = CellGrid(columns: 22, rows: 20)
    pad.draw(moment, column: 0, row: 0, into: &grid)
    #expect(Array(grid.row(row))[column].scalar == "7", "\(lines(grid).joined(separator: "\n"))")
  }

  @Test("Touch areas and positions without sense draw without a trap")
  func invalidAreas() {
    var moment = ViewMoment(time: .nan)
    let points = [Point(x: .nan, y: 0), Point(x: .infinity, y: -.infinity), Point(x: 1e308, y: 1)]
    moment.fingers = points.map { .init(contact: Contact(id: -1, position: $0), isPalm: true) }
    moment.trails = [.init(id: .min, isPalm: false, points: points)]
    for size in [
      Size(width: 0, height: 0), Size(width: .nan, height: 1), Size(width: 1e308, height: 1e-308),
    ] {
      var status = ViewScreen.Status(source: "", device: "", touchArea: size, text: "")
      status.span = 0...0
      status.gestureTimes = [.infinity, -1]
      let grid = ViewScreen(columns: 80, rows: 24, hasUnicode: true).draw(moment, status)
      #expect(lines(grid).allSatisfy { $0.columns == 80 })
    }
  }

  @Test("A reason loses its parameter where it does not fit")
  func shortenedReason() throws {
    let history = try history(SampleRecording.swipe)
    let press = try #require(history.moment(at: 0.2).recognizers.first { $0.label == "longPress" })
    let full = "failed: moved 4.5 mm, at most 3.4 mm allowed (longPress.allowableMovement)"
    #expect(press.text(columns: full.count) == full)
    #expect(press.text(columns: full.count - 1) == "failed: moved 4.5 mm, at most 3.4 mm allowed")
  }
}
