import FoundationEssentials
import LibinputOffline
import Playback

/// Tries settings on recordings: quirks with the real libinput, and profiles with this program.
package struct SettingTrials: Sendable {
  package var recordings: [TouchpadRecording]
  package var options: LibinputWorker.Options
  package var configuration = LibinputConfiguration.tapping
  /// The quirks of all settings: the measured size, if the device has none.
  package var common: [Quirk] = []

  package init(_ recordings: [TouchpadRecording], _ options: LibinputWorker.Options) {
    self.recordings = recordings
    self.options = options
  }

  /// The errors without a setting: with libinput's own quirks, and none of the machine's.
  package func errors() throws(FileError) -> SettingErrors { try errors(of: TouchpadSetting()) }

  package func errors(of setting: TouchpadSetting) throws(FileError) -> SettingErrors {
    if let palm = setting.palm {
      var profile = Profile.standard
      profile.palm = palm
      return errors(of: profile)
    }
    let quirks = common + setting.quirks
    let section = recordings.first.map { first in
      QuirkSection(device: first.device, model: first.input.model, quirks: quirks)
    }
    let lines = quirks.isEmpty ? SettingTrials.nothing : section?.lines ?? []
    return try withQuirks(lines) { worker throws(FileError) in try errors(worker) }
  }

  /// A section for no device, since libinput refuses a file without one.
  private static let nothing = ["[None]", "MatchName=none", "AttrPalmPressureThreshold=130"]

  package func errors(ofQuirks path: String) throws(FileError) -> SettingErrors {
    var options = options
    options.quirks = path
    let worker = LibinputWorker(options)
    do throws(LibinputError) { try worker.check() } catch { throw error.of(path) }
    return try errors(worker)
  }

  /// The errors of this program's recognizers with a profile.
  package func errors(of profile: Profile) -> SettingErrors {
    SettingErrors(
      recordings: recordings.map { recording in
        let answers = recording.loaded.records(profile).map { record in
          record.gesture.start...max(record.gesture.start, record.gesture.time)
        }
        return (recording.part, recording.errors(answers))
      })
  }

  /// Whether libinput knows keys: an unknown one disables all quirks.
  package func knows(_ keys: [String]) throws(FileError) -> Bool {
    if keys.isEmpty { return true }
    let lines = keys.map { key in
      "\(key)=" + (key.hasSuffix("Hint") ? "10x10" : key.hasSuffix("Range") ? "10:8" : "10")
    }
    return try withQuirks(["[Key]", "MatchUdevType=touchpad"] + lines) { worker throws(FileError) in
      do throws(LibinputError) {
        try worker.check()
        return true
      } catch {
        if case .quirks = error { return false }
        throw error.of(options.library)
      }
    }
  }

  /// Runs a body with a libinput that reads some lines in place of the machine's own quirks.
  private func withQuirks<Value>(
    _ lines: [String], _ body: (LibinputWorker) throws(FileError) -> Value
  ) throws(FileError) -> Value {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "replay-\(UUID().uuidString).quirks").path
    try ByteSink.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: path, madeOf: [])
    defer { try? FileManager.default.removeItem(atPath: path) }
    var options = options
    options.quirks = path
    return try body(LibinputWorker(options))
  }

  private func errors(_ worker: LibinputWorker) throws(FileError) -> SettingErrors {
    var result = SettingErrors()
    for recording in recordings {
      let answer: LibinputAnswer
      do throws(LibinputError) {
        answer = try worker.play(recording.input, configuration)
      } catch {
        throw error.of(recording.path)
      }
      let times = answer.events.filter { recording.isAnswer($0) }.map { $0.time...$0.time }
      result.recordings.append((recording.part, recording.errors(times)))
    }
    return result
  }
}

extension TouchpadRecording {
  /// Whether libinput did what desktops show: everything but holds.
  fileprivate func isAnswer(_ event: LibinputEvent) -> Bool {
    guard event.device == touchpad else { return false }
    return switch event.content {
    case .motion(let dx, let dy, _, _): dx != 0 || dy != 0
    case .scroll(let horizontal, let vertical): (horizontal ?? 0) != 0 || (vertical ?? 0) != 0
    case .button(_, let isPressed, let isTap): isPressed && isTap
    case .gesture(let gesture): gesture.kind != .hold
    case .touch, .key, .toggle: false
    }
  }
}
