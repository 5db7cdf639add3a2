import Gestures
import Lab
import Playback
import Shapes
import TestSupport
import Testing

@Suite("Real fingers with the standard shapes", .requiresShared("corpus/labels.v2.jsonl"))
struct ShapeScoreTests {
  @Test("They name the circle, the n and the z, and nothing else changes")
  func corpus() throws {
    let folder = try LabelledFolder(path: SharedFolder.path("corpus/labels.v2.jsonl"))
    var options = ReplayOptions()
    let plain = options
    options.shapes = .standard
    var paths: [String] = []
    for label in folder.labels {
      let score = try folder.score(label, options)
      if label.gestures.contains(where: { $0.kinds.contains(.path) }) {
        #expect(score.isExact, "\(label.file)")
        paths += score.hits.compactMap(\.report.gesture.name)
      } else {
        let former = try folder.score(label, plain)
        #expect(score.missed == former.missed, "\(label.file)")
        #expect(score.falseReports == former.falseReports, "\(label.file)")
        #expect(score.hits.map(\.report) == former.hits.map(\.report), "\(label.file)")
      }
    }
    #expect(paths.sorted() == ["circle", "n", "z"])
  }
}
