public import Contacts
import Evdev
import Foundation
import Gestures
import Pipeline
import Recordings
import Timeline

/// The contacts of a folder of recordings, read beforehand and ready to be played.
public struct RecordedTouches {
  /// What one device saw, and where it is played.
  private struct Part {
    var frames: [ContactFrame]
    let stage: ReplayStage
  }

  private var parts: [Part] = []

  /// Reads all recordings below a folder. Those that don't describe their device take the
  /// description that `labels.jsonl` in the folder names, if there is one.
  public init(folder: String) throws {
    let descriptions = try Labels(folder: folder)
    for entry in TracePaths.expand([folder]) {
      switch entry {
      case .failure(let error): throw error
      case .file(let file):
        guard try file.looksLikeRecording() else { continue }
        try read(file.path, description: descriptions.description(of: file.path))
      }
    }
  }

  /// The frames of all recordings, once.
  public var frameCount: Int { parts.reduce(0) { $0 + $1.frames.count } }

  /// What the person did, as far as it was played.
  public var outcomes: Int { parts.reduce(0) { $0 + $1.stage.outcomes } }

  /// Contacts to gestures: plays all recordings, one after the other, so many times.
  public func play(rounds: Int) {
    for _ in 0..<rounds {
      for part in parts {
        let application = part.stage.application
        for frame in part.frames { application.send(frame) }
        application.finish()
      }
    }
  }
}

// MARK: - Reading

extension RecordedTouches {
  private mutating func read(_ path: String, description: DeviceDescription?) throws {
    guard case .events(let reader) = try OpenRecording(path: path) else { return }
    var batches: [EventBatch] = []
    var scanners: [RangeScanner] = []
    var batch = EventBatch()
    while try reader.read(into: &batch) {
      while scanners.count <= batch.device { scanners.append(RangeScanner()) }
      scanners[batch.device].process(batch.events)
      batches.append(batch)
    }
    for device in scanners.indices {
      let recorded = device < reader.devices.count ? reader.devices[device].description : nil
      let events = batches.lazy.filter { $0.device == device }.flatMap(\.events)
      add(Array(events), of: description ?? recorded, hints: scanners[device].hints)
    }
  }

  private mutating func add(
    _ events: [InputEvent], of device: DeviceDescription?, hints: Surface.Hints
  ) {
    let surface = Surface(description: device, hints: hints)
    var tracker = SlotTracker(description: device, surface: surface, hints: hints)
    var frames: [ContactFrame] = []
    for event in events where tracker.process(event) { frames.append(tracker.frame) }
    if tracker.finish() { frames.append(tracker.frame) }
    let stage = ReplayStage(surface: surface.size, isTouchpad: surface.kind == .touchpad)
    parts.append(Part(frames: frames, stage: stage))
  }
}

/// Which descriptions go with recordings that have none.
private struct Labels {
  private struct Label: Decodable {
    let file: String
    let device: String?
    let observedDevice: String?
  }

  private let folder: String
  private var devices: [String: String] = [:]

  init(folder: String) throws {
    self.folder = folder
    guard let data = FileManager.default.contents(atPath: "\(folder)/labels.jsonl") else { return }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    for line in data.split(separator: UInt8(ascii: "\n")) {
      let label = try decoder.decode(Label.self, from: line)
      devices["\(folder)/\(label.file)"] = label.device ?? label.observedDevice
    }
  }

  func description(of path: String) throws -> DeviceDescription? {
    try devices[path].map { try EvemuDescription.read(path: "\(folder)/\($0)") }
  }
}
