import Contacts
import Evdev
import Foundation
import Gestures
import Playback
import Timeline
import TouchFormats

/// The contacts of a folder of recordings, read beforehand and ready to be played.
public struct RecordedTouches {
  /// The frames of one device, and the stage on which they are played.
  private struct Part {
    var frames: [ContactFrame]
    let stage: GestureEngine
  }

  private var parts: [Part] = []

  /// Reads all recordings below a folder. If it has a `labels.jsonl`, only the recordings listed
  /// there are read, with the device descriptions listed there.
  public init(folder: String) throws {
    let labels = try Labels(folder: folder)
    for entry in InputFiles.expand([folder]) {
      switch entry {
      case .failure(let error): throw error
      case .skipped: continue
      case .file(let file):
        guard labels.include(file.path), try file.looksLikeRecording() else { continue }
        try read(file.path, description: labels.description(of: file.path))
      }
    }
  }

  /// The number of frames of all recordings, played once.
  public var frameCount: Int { parts.reduce(0) { $0 + $1.frames.count } }

  /// The number of outcomes so far.
  public var outcomes: Int { parts.reduce(0) { $0 + $1.stage.outcomes } }

  /// Contacts to gestures: plays all recordings in order, the given number of times.
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
    var observed: [ObservedDevice] = []
    var batch = EventBatch()
    while try reader.read(into: &batch) {
      while observed.count <= batch.device { observed.append(ObservedDevice()) }
      observed[batch.device].observe(batch.events)
      batches.append(batch)
    }
    for device in observed.indices {
      let recorded = device < reader.devices.count ? reader.devices[device].description : nil
      let events = batches.lazy.filter { $0.device == device }.flatMap(\.events)
      add(Array(events), of: description ?? recorded, observed: observed[device])
    }
  }

  private mutating func add(
    _ events: [InputEvent], of device: DeviceDescription?, observed: ObservedDevice
  ) {
    let touchArea = TouchArea(description: device, observed: observed)
    var tracker = SlotTracker(description: device, touchArea: touchArea, observed: observed)
    var frames: [ContactFrame] = []
    for event in events where tracker.process(event) { frames.append(tracker.frame) }
    if tracker.finish() { frames.append(tracker.frame) }
    let stage = GestureEngine(touchArea: touchArea.size, isTouchpad: touchArea.kind == .touchpad)
    parts.append(Part(frames: frames, stage: stage))
  }
}

/// The device descriptions of recordings that have none.
private struct Labels {
  private struct Label: Decodable {
    let file: String
    let device: String?
    let observedDevice: String?
  }

  private let folder: String
  private var devices: [String: String?]?

  init(folder: String) throws {
    self.folder = folder
    guard let data = FileManager.default.contents(atPath: "\(folder)/labels.jsonl") else { return }
    var devices: [String: String?] = [:]
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    for line in data.split(separator: UInt8(ascii: "\n")) {
      let label = try decoder.decode(Label.self, from: line)
      devices.updateValue(label.device ?? label.observedDevice, forKey: "\(folder)/\(label.file)")
    }
    self.devices = devices
  }

  func include(_ path: String) -> Bool { devices.map { $0.keys.contains(path) } ?? true }

  func description(of path: String) throws -> DeviceDescription? {
    guard let device = devices?[path] ?? nil else { return nil }
    return try EvemuDescription.read(path: "\(folder)/\(device)")
  }
}
