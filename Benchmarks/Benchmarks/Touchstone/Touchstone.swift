import Benchmark
import Evdev
import Files
import Foundation
import GeneratedTraces
import Stages
import TouchFormats

/// The number of events of each input.
private let inputLength = 1_000_000

nonisolated(unsafe) let benchmarks = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .throughput], warmupIterations: 1, maxDuration: .seconds(3),
    maxIterations: 20)
  addReading()
  addTracking()
  addRecognition()
  addExplanation()
  addReplay()
}

/// Bytes to events: raw ones, and each text format.
private func addReading() {
  let formats: [RecordingFormat] = [.raw, .evemu, .libinput, .evtest, .getevent]
  for format in formats {
    Benchmark("\(format.rawValue) to events, 1M") { benchmark, bytes in
      for _ in benchmark.scaledIterations {
        blackHole(try Stages.read(Stages.reader(format, ByteSource(name: "trace", bytes: bytes))))
      }
    } setup: {
      try TraceWriter.bytes(.mixed, as: format, events: inputLength)
    }
  }
}

private func addTracking() {
  for workload in Workload.allCases {
    Benchmark("events to contacts, \(workload.rawValue), 1M events") { benchmark, events in
      for _ in benchmark.scaledIterations {
        var tracker = SlotTracker(description: EventStream.device)
        blackHole(Stages.track(events, by: &tracker))
      }
    } setup: {
      EventStream.events(workload, count: inputLength)
    }
  }
}

private func addRecognition() {
  for workload in Workload.allCases {
    Benchmark("contacts to gestures, \(workload.rawValue), 100k frames") { benchmark, round in
      for _ in benchmark.scaledIterations {
        let stage = Stages.stage()
        Stages.recognize(round, frames: 0..<100_000, on: stage)
        blackHole(stage.activeKinds)
      }
    } setup: {
      workload.round()
    }
  }
}

/// The same with an observer of the reasons for failures, and the cost of creating the reasons.
private func addExplanation() {
  for workload in Workload.allCases {
    Benchmark("contacts to gestures, explained, \(workload.rawValue), 100k frames") {
      benchmark, round in
      for _ in benchmark.scaledIterations {
        let stage = Explanation.tracedStage()
        Stages.recognize(round, frames: 0..<100_000, on: stage)
        blackHole(stage.activeKinds)
      }
    } setup: {
      workload.round()
    }
    Benchmark("the reasons of it alone, \(workload.rawValue), 100k frames") { benchmark, count in
      for _ in benchmark.scaledIterations { blackHole(Explanation.makeReasons(count)) }
    } setup: {
      Explanation.reasons(workload.round(), frames: 0..<100_000)
    }
  }
}

private func addReplay() {
  for workload in Workload.allCases {
    Benchmark("evemu file to gestures, \(workload.rawValue), 1M events") { benchmark, path in
      for _ in benchmark.scaledIterations { blackHole(try Stages.replay(path)) }
    } setup: {
      let folder = FileManager.default.temporaryDirectory.path
      let path = "\(folder)/touchstone-benchmark-\(workload.rawValue).evemu"
      try TraceWriter.write(workload, as: .evemu, events: inputLength, to: path)
      return path
    }
  }
}
