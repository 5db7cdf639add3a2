import Contacts
import Shapes
import Testing

@Suite("Recording drawings")
struct DrawingRecorderTests {
  private typealias Finger = DrawingRecorder.Finger

  private func finger(_ id: Int, _ x: Double, _ y: Double = 0) -> Finger {
    Finger(id: id, point: Point(x: x, y: y))
  }

  @Test("A stroke lasts until no finger is down")
  func strokes() {
    var recorder = DrawingRecorder()
    recorder.update([finger(1, 0)])
    recorder.update([finger(1, 10)])
    #expect(recorder.isDrawing)
    #expect(recorder.drawing.strokes.isEmpty)
    recorder.update([])
    #expect(!recorder.isDrawing)
    recorder.update([finger(2, 50)])
    recorder.update([])
    #expect(
      recorder.drawing.strokes == [[Point(x: 0, y: 0), Point(x: 10, y: 0)], [Point(x: 50, y: 0)]])
  }

  @Test("Several fingers draw the path of their centroid")
  func centroid() {
    var recorder = DrawingRecorder()
    recorder.update([finger(1, 0), finger(2, 20)])
    recorder.update([finger(1, 0, 10), finger(2, 20, 30)])
    recorder.update([])
    #expect(recorder.drawing.strokes == [[Point(x: 10, y: 0), Point(x: 10, y: 20)]])
  }

  @Test("A finger that joins or leaves draws nothing")
  func joining() {
    var recorder = DrawingRecorder()
    recorder.update([finger(1, 0)])
    recorder.update([finger(1, 0), finger(2, 100)])
    recorder.update([finger(1, 0, 30), finger(2, 100, 30)])
    recorder.update([finger(2, 100, 30)])
    recorder.update([finger(2, 100, 60)])
    recorder.update([])
    #expect(recorder.drawing.length == 60)
    #expect(recorder.drawing.strokes.count == 1)
  }

  @Test("Fingers that are replaced all at once begin another stroke")
  func replaced() {
    var recorder = DrawingRecorder()
    recorder.update([finger(1, 0)])
    recorder.update([finger(2, 40)])
    recorder.update([])
    #expect(recorder.drawing.strokes == [[Point(x: 0, y: 0)], [Point(x: 40, y: 0)]])
  }

  @Test("The drawing so far has the stroke in progress")
  func soFar() {
    var recorder = DrawingRecorder()
    #expect(recorder.drawingSoFar.isEmpty)
    recorder.update([finger(1, 0)])
    recorder.update([finger(1, 7.5)])
    recorder.update([finger(1, 7.8)])
    #expect(
      recorder.drawingSoFar.strokes == [
        [Point(x: 0, y: 0), Point(x: 7.5, y: 0), Point(x: 7.8, y: 0)]
      ])
  }

  @Test("Memory is bounded: 24 strokes, and as many points as a stroke keeps")
  func bounds() {
    var recorder = DrawingRecorder()
    for step in 0..<10_000 { recorder.update([finger(1, Double(step % 997), Double(step % 13))]) }
    for number in 2..<40 {
      recorder.update([])
      recorder.update([finger(number, 0)])
    }
    recorder.update([])
    #expect(recorder.drawing.strokes.count == DrawingRecorder.maximumStrokes)
    #expect(recorder.drawing.strokes.allSatisfy { $0.count <= 257 })
  }

  @Test("It goes on from other strokes, and forgets all")
  func resumes() {
    var recorder = DrawingRecorder()
    recorder.update([finger(1, 0)])
    recorder.resume(Drawing([Point(x: 1, y: 1), Point(x: 2, y: 2)]))
    #expect(!recorder.isDrawing)
    recorder.update([finger(2, 5)])
    recorder.update([])
    #expect(recorder.drawing.strokes.map(\.count) == [2, 1])
    recorder.reset()
    #expect(recorder.drawingSoFar.isEmpty)
  }
}
