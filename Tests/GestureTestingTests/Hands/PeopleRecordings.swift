import Foundation
import GestureTesting
import TestSupport

/// A recording of a person's fingers in `../shared/corpus`, with the gestures that are labelled in
/// it.
struct PeopleRecording {
  /// A line of `labels.v2.jsonl`.
  struct Label: Decodable {
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
      }

      let gesture: Gesture
      let touches: Int?
      let taps: Int?
      let direction: String?
      let start: Double
      let end: Double
      let pauseBeforeS: Double?

      var name: String? {
        switch gesture {
        case .one(let name): name
        case .any(let names): names.first
        }
      }
    }

    let file: String
    let device: String?
    let observedDevice: String?
    let deviceName: String
    let mmPerUnitX: Double?
    let mmPerUnitY: Double?
    let source: String
    let expect: [Item]

    /// Whether a machine moved the finger. Only the folder of the source says so, as in
    /// `20130806_221321-fw_1.0.AA-robot`; the recording's own name does not.
    var isOfRobot: Bool { source.contains("robot") }

    /// Whether a mouse pressed the screen of a simulated telephone.
    var isOfMouse: Bool { deviceName == "android-emulator" }
  }

  /// One touch, from touch down to touch up; times are in seconds from the first event.
  struct Touch {
    struct Sample {
      var time: Double
      var position: Point
      var pressure: Double?
    }

    var id: Contact.ID
    var samples: [Sample]
    /// The time of the first frame without it.
    var touchUp: Double

    var touchDown: Double { samples.first?.time ?? 0 }
  }

  let label: Label
  /// Whether it is a touchpad whose pressure is from 0 to 255, as scripted ones have it.
  let hasComparablePressure: Bool
  let frames: [ContactFrame]
  let touches: [Touch]

  /// Recordings of one source folder on one device. The corpus names no people; that one person
  /// made each of these sets is an assumption.
  var person: String {
    let folder = label.source.split(separator: "/").dropLast().joined(separator: "/")
    return "\(label.deviceName) \(folder)"
  }

  /// The recording's name without folder.
  var name: String { label.file.split(separator: "/").suffix(2).joined(separator: "/") }

  /// Whether lengths are known: positions are millimetres.
  var hasKnownLengths: Bool { label.mmPerUnitX != nil }

  /// Whether the test that it was made for says where the fingers are, as in "close, inline".
  var isPlacementGiven: Bool { label.file.contains("finger-spacing") }

  /// The touches that begin in a labelled gesture.
  func touches(of item: Label.Item) -> [Touch] {
    touches.filter { $0.touchDown >= item.start - 1e-4 && $0.touchDown <= item.end + 1e-4 }
  }
}

extension PeopleRecording {
  static let labels: [Label] = {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return SharedFolder.objects("corpus/labels.v2.jsonl", as: Label.self, decoder: decoder)
  }()

  /// All recordings with a gesture of a person's fingers: without robots, mice and palms.
  static func all() throws -> [PeopleRecording] {
    try labels.filter { !$0.isOfRobot && !$0.isOfMouse && !$0.expect.isEmpty }.compactMap {
      try Self($0)
    }
  }

  init?(_ label: Label) throws {
    var options = ReplayOptions()
    if let device = label.device ?? label.observedDevice {
      options.device = try Self.description(Corpus.folder.appendingPathComponent(device).path)
    }
    let path = Corpus.folder.appendingPathComponent(label.file).path
    let loaded = try RecordingFile(path, options: options).load()
    guard let track = loaded.mainTrack else { return nil }
    self.label = label
    // Devices whose resolution only the labels know were read with an assumed size.
    let scale = Vector(
      dx: label.mmPerUnitX.map { $0 / track.touchArea.x.millimetresPerUnit } ?? 1,
      dy: label.mmPerUnitY.map { $0 / track.touchArea.y.millimetresPerUnit } ?? 1)
    let axes = track.encoder.description.axes
    hasComparablePressure =
      track.touchArea.kind == .touchpad
      && (axes[AbsoluteCode.multitouchPressure] ?? axes[AbsoluteCode.pressure])?.maximum == 255
    frames = track.frames
    touches = Self.touches(in: track.frames, from: loaded.origin, scale: scale)
  }

  private static func touches(
    in frames: [ContactFrame], from origin: Timestamp, scale: Vector
  ) -> [Touch] {
    var touches: [Contact.ID: Touch] = [:]
    var down: Set<Contact.ID> = []
    for frame in frames {
      let time = frame.time.seconds(since: origin)
      for id in down.subtracting(frame.contacts.map(\.id)) { touches[id]?.touchUp = time }
      down = Set(frame.contacts.map(\.id))
      for contact in frame.contacts {
        let position = Point(x: contact.position.x * scale.dx, y: contact.position.y * scale.dy)
        touches[contact.id, default: Touch(id: contact.id, samples: [], touchUp: time)].samples
          .append(.init(time: time, position: position, pressure: contact.pressure))
        touches[contact.id]?.touchUp = time
      }
    }
    return touches.values.sorted { $0.id < $1.id }
  }

  private static func description(_ path: String) throws -> DeviceDescription? {
    guard case .events(let reader) = try OpenRecording(path: path, format: .evemu) else {
      return nil
    }
    var batch = EventBatch()
    while try reader.read(into: &batch) {}
    return reader.devices.first?.description
  }
}
