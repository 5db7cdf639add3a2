import Foundation
import GestureTesting
import TestSupport
import Testing

/// Where the recordings are.
private enum RealFingers {
  static let folder = packageFolder.deletingLastPathComponent()
    .appendingPathComponent("shared/corpus")

  static var exist: Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent("labels.jsonl").path)
  }
}

/// How much noise real fingers have, measured anew from recordings that lie beside the checkout; none of
/// them is ours to ship, so without them the test is skipped.
@Suite(
  "The noise of scripted hands", .enabled(if: RealFingers.exist, "no recordings are beside"))
struct CorpusNoiseTests {
  private struct Label: Decodable {
    struct Item: Decodable {
      let gesture: String
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

  /// What all recordings together show.
  private struct Measures {
    var landingStagger: [Double] = []
    var liftStagger: [Double] = []
    var tremor: [Double] = []
    var jitter: [Double] = []
  }

  @Test("Its 95th percentiles are at least those measured on real fingers")
  func amplitudes() throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let text = try String(
      contentsOf: RealFingers.folder.appendingPathComponent("labels.jsonl"), encoding: .utf8)
    var measures = Measures()
    for line in text.split(separator: "\n") {
      try Self.measure(try decoder.decode(Label.self, from: Data(line.utf8)), &measures)
    }
    let found = [
      ("landing stagger", measures.landingStagger, Hand.unsteady.landingStagger.p95),
      ("lift stagger", measures.liftStagger, Hand.unsteady.liftStagger.p95),
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
    // Robots have no hands.
    if label.file.contains("robot") { return }
    var options = ReplayOptions()
    if let device = label.device ?? label.observedDevice {
      options.device = try description(RealFingers.folder.appendingPathComponent(device).path)
    }
    let trace = Trace(RealFingers.folder.appendingPathComponent(label.file).path, options: options)
    let all = try trace.frames()
    guard let frames = all.main?.frames else { return }
    for item in label.expect {
      let span = frames.filter {
        let time = $0.time.seconds(since: all.origin)
        return time >= item.start - 1e-4 && time <= item.end + 1e-4
      }
      if (item.touches ?? 1) > 1, ["swipe", "pinch", "rotate"].contains(item.gesture) {
        addStagger(span, &measures)
      }
      if item.gesture == "hold", label.mmPerUnitX != nil { addTremor(span, &measures) }
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
    measures.landingStagger.append((landings.values.max() ?? first) - first)
    measures.liftStagger.append((last.values.max() ?? final) - final)
  }

  /// The root mean square of each axis about the mean, without the landing and the lift.
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

  /// The deviation of a frame's stamp, as a share of the time between frames; lost frames left out.
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
    // Two stamps share the blame for a step.
    measures.jitter.append(square.squareRoot() / mean / 2.0.squareRoot())
  }
}
