import Contacts
import Evdev
import Files
import Foundation
import Gestures
import Playback
import TestSupport
import Testing
import Timeline
import TouchFormats

/// The limits of palms on recordings of 32 touchpads, with devices left out, and on palms that
/// were changed. `PRINT_PALMS=1` prints the counts.
@Suite("Palms of real hands", .requiresShared("corpus/labels.v2.jsonl"))
struct PalmCorpusTests {
  private struct Label: Decodable {
    let file: String
    let device: String?
    let deviceName: String
    var isPalm: Bool { file.contains("/none/") }
  }

  private typealias Touchpad = (label: Label, recording: LoadedRecording)

  /// The recordings of touchpads.
  private static func touchpads() throws -> [Touchpad] {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let labels = try String(
      contentsOf: Corpus.folder.appending(path: "labels.v2.jsonl"), encoding: .utf8
    ).split(separator: "\n").map { try decoder.decode(Label.self, from: Data($0.utf8)) }
    return try labels.compactMap { label in
      var options = ReplayOptions()
      if let device = label.device {
        options.device = try EvemuDescription.read(
          path: Corpus.folder.appending(path: device).path)
      }
      let recording = try LoadedRecording(
        path: Corpus.folder.appending(path: label.file).path, options: options)
      return recording.mainTrack?.touchArea.kind == .touchpad ? (label, recording) : nil
    }
  }

  private static func profile(
    pressure: Double? = nil, minimumDuration: Double? = nil, briefDuration: Double? = nil,
    firstPressure: Double? = nil
  ) -> Profile {
    var profile = Profile.standard
    if let pressure { profile.palm.pressure = pressure }
    if let minimumDuration { profile.palm.minimumDuration = minimumDuration }
    if let briefDuration { profile.palm.briefDuration = briefDuration }
    if let firstPressure { profile.palm.firstPressure = firstPressure }
    return profile
  }

  /// The limits by pressure and flicker alone, without those of brief contacts.
  private static let former = profile(pressure: 0.42, minimumDuration: 0.08, briefDuration: 0)
  private static let firstFrame = profile(firstPressure: 0.36)

  private func note(_ text: @autoclosure () -> String) {
    if ProcessInfo.processInfo.environment["PRINT_PALMS"] != nil { print(text()) }
  }

  // MARK: Fingers

  @Test("No finger of a touchpad is lost, and one in 550 where the first frame decides")
  func fingers() throws {
    var touches = 0
    var lost = [0, 0]
    for (label, recording) in try Self.touchpads() where !label.isPalm {
      for track in recording.tracks {
        touches += Set(track.frames.flatMap { $0.contacts.map(\.id) }).count
        for (index, profile) in [Profile.standard, Self.firstFrame].enumerated() {
          var filter = PalmFilter(profile.palm)
          for frame in track.frames {
            filter.judge(frame)
            lost[index] += filter.newPalms.count
          }
        }
      }
    }
    note("\(touches) touches of fingers, lost: \(lost[0]), first frame \(lost[1])")
    #expect(touches > 500)
    #expect(lost[0] == 0)
    #expect(Double(lost[1]) <= 0.005 * Double(touches))
  }

  @Test("Limits that leave a margin to the fingers of other devices hold for those of each device")
  func devicesLeftOut() throws {
    var hands: [String: Hand] = [:]
    for (label, recording) in try Self.touchpads() where !label.isPalm {
      for track in recording.tracks { hands[label.deviceName, default: Hand()].add(track.frames) }
    }
    for (name, hand) in hands {
      let others = hands.filter { $0.key != name }.values
      let hardest = others.map(\.hardest).max() ?? 0
      let shortest = others.map(\.shortest).min() ?? 0
      note(
        "\(name): pressure \(hand.hardest), others \(hardest); "
          + "shortest \(hand.shortest), others \(shortest)")
      #expect(hand.hardest < 1.05 * hardest, "\(name)")
      #expect(hand.shortest > 0.82 * shortest, "\(name)")
    }
    let palm = Profile.standard.palm
    #expect(palm.pressure >= 1.05 * (hands.values.map(\.hardest).max() ?? 1))
    #expect(palm.briefDuration <= 0.82 * (hands.values.map(\.shortest).min() ?? 0))
  }

  /// What the fingers of a device reach.
  private struct Hand {
    /// The highest pressure that a contact exceeds for the duration of the limit.
    var hardest = 0.0
    /// Seconds of the shortest contact that lifts.
    var shortest = Double.infinity

    mutating func add(_ frames: [ContactFrame]) {
      var samples: [Contact.ID: [(time: Timestamp, pressure: Double)]] = [:]
      var starts: [Contact.ID: Timestamp] = [:]
      for frame in frames {
        for (id, start) in starts
        where !frame.contacts.contains(where: { $0.id == id }) {
          starts[id] = nil
          let duration = frame.time.seconds(since: start)
          if !frame.cancelled.contains(id), duration > 0 { shortest = min(shortest, duration) }
        }
        for contact in frame.contacts {
          if starts[contact.id] == nil, !contact.isResumed { starts[contact.id] = frame.time }
          if let pressure = contact.pressure, frame.totalPressure == nil {
            samples[contact.id, default: []].append((frame.time, pressure))
          }
        }
      }
      for contact in samples.values {
        for (index, first) in contact.enumerated() {
          var least = first.pressure
          for sample in contact[index...] {
            least = min(least, sample.pressure)
            if least <= hardest { break }
            let duration = sample.time.seconds(since: first.time)
            if duration >= Profile.standard.palm.minimumDuration {
              hardest = least
              break
            }
          }
        }
      }
    }
  }

  // MARK: Palms

  @Test("Palms that press less, begin late or lose contacts give fewer gestures")
  func changedPalms() throws {
    var total = [0, 0, 0]
    var taps = [0, 0, 0]
    var perDevice: [String: [Int]] = [:]
    var perChange: [String: [Int]] = [:]
    for (label, recording) in try Self.touchpads() where label.isPalm {
      var random = SeededGenerator(seed: 1)
      for change in Change.all {
        var changed = recording
        for index in changed.tracks.indices {
          changed.tracks[index].frames = change.apply(changed.tracks[index].frames, &random)
        }
        let profiles = [Self.former, Profile.standard, Self.firstFrame]
        for (index, profile) in profiles.enumerated() {
          let gestures = changed.records(profile)
          let count = gestures.count
          taps[index] += gestures.count { $0.gesture.kind == .tap }
          total[index] += count
          perDevice[label.deviceName, default: [0, 0, 0]][index] += count
          perChange[change.name, default: [0, 0, 0]][index] += count
        }
      }
    }
    note("gestures of \(Change.all.count) changes: former limits, standard, first frame")
    note("\(total) taps \(taps) \(perDevice) \(perChange)")
    #expect(perChange["none"] == [0, 0, 0])
    #expect(Double(total[1]) < 0.8 * Double(total[0]))
    #expect(total[2] <= total[1])
    for (device, counts) in perDevice { #expect(counts[1] <= counts[0], "\(device)") }
  }

  /// A change of a palm's frames.
  private enum Change {
    case none
    /// Less pressure.
    case scaled(by: Double)
    /// The recording begins after a share of its duration.
    case late(Double)
    /// Every other contact is missing, and the rest presses less.
    case halved(scale: Double)
    /// The contacts that press as palms do are missing.
    case light
    /// Contacts come and go at a pressure of the sensor.
    case threshold(Double)

    static let all: [Change] =
      [.none, .light] + [0.95, 0.9, 0.85, 0.8, 0.7, 0.6, 0.5].map { .scaled(by: $0) }
      + (1...7).map { .late(Double($0) / 8) }
      + [1, 1, 1, 1, 0.9, 0.8, 0.7, 0.6].map {
        .halved(scale: $0)
      } + [0.3, 0.4, 0.5, 0.6].map { .threshold($0) }

    var name: String {
      switch self {
      case .none: "none"
      case .scaled(let factor): factor >= 0.8 ? "scaled 0.8-0.95" : "scaled 0.5-0.7"
      case .late: "late"
      case .halved(let scale): scale == 1 ? "halved" : "halved and scaled"
      case .light: "light"
      case .threshold: "threshold"
      }
    }

    func apply(_ frames: [ContactFrame], _ random: inout SeededGenerator) -> [ContactFrame] {
      switch self {
      case .none: return frames
      case .scaled(let factor): return Change.scale(frames, by: factor)
      case .late(let share):
        guard let first = frames.first?.time, let last = frames.last?.time else { return frames }
        let start = first.advanced(bySeconds: share * last.seconds(since: first))
        return frames.filter { $0.time >= start }
      case .halved(let scale):
        var gone: [Contact.ID: Bool] = [:]
        for id in Set(frames.flatMap { $0.contacts.map(\.id) }).sorted() {
          gone[id] = Bool.random(using: &random)
        }
        return Change.scale(Change.filter(frames) { gone[$0.id] == false }, by: scale)
      case .light:
        let heavy = frames.flatMap { frame in
          frame.contacts.filter { $0.pressure ?? 0 >= 0.42 }.map(\.id)
        }
        return Change.filter(frames) { !heavy.contains($0.id) && $0.pressure != nil }
      case .threshold(let limit): return Change.raise(frames, to: limit)
      }
    }

    private static func scale(_ frames: [ContactFrame], by factor: Double) -> [ContactFrame] {
      frames.map { frame in
        var frame = frame
        frame.totalPressure = frame.totalPressure.map { $0 * factor }
        for index in frame.contacts.indices {
          frame.contacts[index].pressure = frame.contacts[index].pressure.map { $0 * factor }
        }
        return frame
      }
    }

    private static func filter(
      _ frames: [ContactFrame], _ isKept: (Contact) -> Bool
    ) -> [ContactFrame] {
      frames.map { frame in
        var frame = frame
        frame.contacts = frame.contacts.filter(isKept)
        if frame.contacts.isEmpty { frame.totalPressure = nil }
        return frame
      }
    }

    /// A contact begins each time that it rises above the limit.
    private static func raise(_ frames: [ContactFrame], to limit: Double) -> [ContactFrame] {
      var ids: [Contact.ID: Contact.ID] = [:]
      var last = 0
      return frames.map { frame in
        var frame = frame
        let contacts = frame.contacts.filter { $0.pressure ?? 0 >= limit }
        ids = ids.filter { id, _ in contacts.contains { $0.id == id } }
        frame.contacts = contacts.map { contact in
          var contact = contact
          if ids[contact.id] == nil { last += 1 }
          contact.id = ids[contact.id] ?? last
          contact.pressure = contact.pressure.map { ($0 - limit) * 0.8 }
          return contact
        }
        for (old, new) in zip(contacts, frame.contacts) { ids[old.id] = new.id }
        frame.contacts.sort { $0.id < $1.id }
        return frame
      }
    }
  }
}
