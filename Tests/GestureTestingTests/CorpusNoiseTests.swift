import Foundation
import GestureTesting
import TestSupport
import Testing

/// The noise of real fingers, measured on recordings that are not part of the project.
@Suite("Noise of scripted hands", .requiresShared("corpus/labels.v2.jsonl"))
struct CorpusNoiseTests {
  private struct Label: Decodable {
    struct Item: Decodable {
      /// One name, or a list of alternatives.
      enum Gesture: Decodable {
        case one(String)
        case any([String])

        init(from decoder: any Decoder) throws {
          let container = try decoder.singleValueContainer()
          if let name = try? container.decode(String.self) {
            self = .one(name)
          } else {
            self = .any(try container.decode([String].self))
          }
        }

        var first: String? {
          switch self {
          case .one(let name): name
          case .any(let names): names.first
          }
        }
      }

      let gesture: Gesture
      let touches: Int?
      let start: Double
      let end: Double
    }
    let file: String
    let device: String?
    let observedDevice: String?
    let mmPerUnitX: Double?
    let expect: [Item]
  }

  /// The measures of all recordings.
  private struct Measures {
    var touchDownStagger: [Double] = []
    var touchUpStagger: [Double] = []
    var tremor: [Double] = []
    var jitter: [Double] = []
  }

  @Test("The 95th percentiles are at least those measured on real fingers")
  func amplitudes() throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    var measures = Measures()
    for label in SharedFolder.objects("corpus/labels.v2.jsonl", as: Label.self, decoder: decoder) {
      try Self.measure(label, &measures)
    }
    let found = [
      ("touch-down stagger", measures.touchDownStagger, Hand.unsteady.touchDownStagger.p95),
      ("touch-up stagger", measures.touchUpStagger, Hand.unsteady.touchUpStagger.p95),
      ("tremor", measures.tremor, Hand.unsteady.tremor.p95),
      ("jitter", measures.jitter, Hand.unsteady.sensor.jitter.p95),
    ]
    for (name, values, ours) in found {
      let sorted = values.sorted()
      try #require(sorted.count >= 8, "\(name)")
      let measured = sorted[min(sorted.count * 95 / 100, sorted.count - 1)]
      #expect(ours >= measured, "\(name)")
    }
  }

  private static func measure(_ label: Label, _ measures: inout Measures) throws {
    // The noise of robots is not that of people.
    if label.file.contains("robot") { return }
    var options = ReplayOptions()
    if let device = label.device ?? label.observedDevice {
      options.device = try description(Corpus.folder.appendingPathComponent(device).path)
    }
    let trace = Trace(Corpus.folder.appendingPathComponent(label.file).path, options: options)
    let all = try trace.load()
    guard let frames = all.mainTrack?.frames else { return }
    for item in label.expect {
      let span = frames.filter {
        let time = $0.time.seconds(since: all.origin)
        return time >= item.start - 1e-4 && time <= item.end + 1e-4
      }
      if (item.touches ?? 1) > 1, ["swipe", "pinch", "rotation"].contains(item.gesture.first) {
        addStagger(span, &measures)
      }
      if item.gesture.first == "longPress", label.mmPerUnitX != nil { addTremor(span, &measures) }
    }
    addJitter(frames, &measures)
  }

  private static func description(_ path: String) throws -> DeviceDescription? {
    guard case .events(let reader) = try OpenRecording(path: path, format: .evemu) else {
      return nil
    }
    var batch = EventBatch()
    while try reader.read(into: &batch) {}
    return reader.devices.first?.description
  }

  private static func addStagger(_ frames: [ContactFrame], _ measures: inout Measures) {
    var landings: [Contact.ID: Double] = [:]
    var last: [Contact.ID: Double] = [:]
    for frame in frames {
      for contact in frame.contacts {
        landings[contact.id] = landings[contact.id] ?? frame.time.seconds
        last[contact.id] = frame.time.seconds
      }
    }
    guard landings.count == 2, let first = landings.values.min(), let final = last.values.min()
    else { return }
    measures.touchDownStagger.append((landings.values.max() ?? first) - first)
    measures.touchUpStagger.append((last.values.max() ?? final) - final)
  }

  /// The root mean square of each axis about the mean, without touch-down and touch-up.
  private static func addTremor(_ frames: [ContactFrame], _ measures: inout Measures) {
    for id in Set(frames.flatMap { $0.contacts.map(\.id) }).sorted() {
      let track = frames.compactMap { $0.contacts.first { $0.id == id }?.position }
        .dropFirst(5).dropLast(8)
      guard track.count >= 20 else { continue }
      for axis in [track.map(\.x), track.map(\.y)] {
        let mean = axis.reduce(0, +) / Double(axis.count)
        let square = axis.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(axis.count)
        measures.tremor.append(square.squareRoot())
      }
    }
  }

  /// The deviation of a frame's timestamp, as a share of the time between frames; lost frames left out.
  private static func addJitter(_ frames: [ContactFrame], _ measures: inout Measures) {
    var steps: [Double] = []
    for (before, after) in zip(frames, frames.dropFirst())
    where !before.contacts.isEmpty && !after.contacts.isEmpty {
      steps.append(after.time.seconds(since: before.time))
    }
    guard steps.count >= 30 else { return }
    let median = steps.sorted()[steps.count / 2]
    let near = steps.filter { $0 > 0 && $0 < 1.6 * median }
    guard median > 0, near.count >= 20 else { return }
    let mean = near.reduce(0, +) / Double(near.count)
    let square = near.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(near.count)
    // Two timestamps contribute to each step.
    measures.jitter.append(square.squareRoot() / mean / 2.0.squareRoot())
  }
}
