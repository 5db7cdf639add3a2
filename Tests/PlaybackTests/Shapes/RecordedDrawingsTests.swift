import Contacts
import Playback
import Shapes
import TestSupport
import Testing

struct RecordedDrawingsTests {
  private func drawings(_ fingers: [Finger]) throws -> RecordedDrawings {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.evemu", try SampleTrace.bytes(fingers))
    return try RecordedDrawings(path: path)
  }

  private func line(_ y: Double, from start: Double, to end: Double) -> Finger {
    Finger(from: Point(x: 10, y: y), to: Point(x: 40, y: y), landing: start, lift: end)
  }

  private func near(_ point: Point?, _ x: Double, _ y: Double) -> Bool {
    point.map { $0.distance(to: Point(x: x, y: y)) < 1.7 } ?? false
  }

  @Test("A stroke has the path of its finger in millimetres")
  func strokePath() throws {
    let found = try drawings([line(20, from: 1, to: 1.5)])
    let drawing = try #require(found.drawings.first)
    #expect(found.drawings.count == 1 && drawing.drawing.strokes.count == 1)
    #expect(near(drawing.drawing.strokes[0].first, 10, 20))
    #expect(near(drawing.drawing.strokes[0].last, 40, 20))
    #expect(drawing.start == 0 && abs(drawing.end - 0.5) < 0.02)
  }

  @Test("Strokes at most a second apart are one drawing", arguments: [(0.98, 1), (1.05, 2)])
  func pauseBetweenStrokes(pause: Double, count: Int) throws {
    let found = try drawings([
      line(20, from: 0, to: 0.5), line(30, from: 0.5 + pause, to: 1 + pause),
    ])
    #expect(found.drawings.count == count)
    #expect(found.drawings.reduce(0) { $0 + $1.drawing.strokes.count } == 2)
  }

  @Test("Fingers that are down together draw the path of their centroid")
  func centroidOfFingers() throws {
    let found = try drawings([line(20, from: 0, to: 0.5), line(40, from: 0, to: 0.5)])
    let strokes = try #require(found.drawings.first).drawing.strokes
    #expect(strokes.count == 1)
    #expect(near(strokes[0].first, 10, 30) && near(strokes[0].last, 40, 30))
  }

  @Test("A tap is no drawing, but a dot of one is")
  func tapsAndDots() throws {
    let tap = try drawings([.tap(x: 20, y: 20, at: 0)])
    #expect(tap.drawings.isEmpty && tap.taps == 1)
    let exclamation = try drawings([line(20, from: 0, to: 0.5), .tap(x: 45, y: 20, at: 1)])
    #expect(exclamation.drawings.first?.drawing.strokes.count == 2 && exclamation.taps == 0)
  }

  @Test("The strokes within a time are one drawing, however far apart")
  func strokesWithinTime() throws {
    let found = try drawings([
      line(20, from: 0, to: 0.5), line(30, from: 3, to: 3.5), line(40, from: 6, to: 6.5),
    ])
    #expect(found.drawings.count == 3)
    #expect(found.drawing(from: 0, to: 3.5)?.strokes.count == 2)
    #expect(found.drawing(from: 0.9, to: 2.9) == nil)
  }

  @Test(
    "A time that ends before it starts has no drawing",
    arguments: [(2.0, -1.0), (.nan, 1), (0, .nan), (.infinity, -.infinity)])
  func emptyTime(start: Double, end: Double) throws {
    let found = try drawings([line(20, from: 0, to: 0.5)])
    #expect(found.drawing(from: start, to: end) == nil)
  }

  @Test("A finger that gets a new id in mid-stroke continues it")
  func newIDInStroke() throws {
    let found = try drawings([
      line(20, from: 0, to: 0.5),
      Finger(from: Point(x: 41, y: 20), to: Point(x: 80, y: 50), landing: 0.5, lift: 1),
    ])
    let strokes = try #require(found.drawings.first).drawing.strokes
    #expect(strokes.count == 1 && found.drawings.count == 1)
    #expect(near(strokes[0].first, 10, 20) && near(strokes[0].last, 80, 50))
    #expect(found.drawings[0].start == 0 && abs(found.drawings[0].end - 1) < 0.02)
  }

  @Test("A finger that begins far away when another ends draws a further stroke")
  func farFinger() throws {
    let found = try drawings([line(10, from: 0, to: 0.5), line(50, from: 0.5, to: 1)])
    let drawing = try #require(found.drawings.first).drawing
    #expect(found.drawings.count == 1 && drawing.strokes.count == 2)
    #expect(near(drawing.strokes[0].first, 10, 10) && near(drawing.strokes[0].last, 40, 10))
    #expect(near(drawing.strokes[1].first, 10, 50) && near(drawing.strokes[1].last, 40, 50))
    #expect(found.drawing(from: 0.6, to: 0.9)?.strokes.count == 1)
  }

  @Test(
    "Three fingers of the corpus draw one stroke", .requiresShared("corpus"),
    arguments: ["circle", "n", "z"])
  func threeFingersOfCorpus(name: String) throws {
    let path = SharedFolder.path("corpus/recordings/stroke/synaptics-tm3276-stroke-\(name)-3.evemu")
    let found = try RecordedDrawings(path: path)
    #expect(found.drawings.map(\.drawing.strokes.count) == [1])
  }
}
