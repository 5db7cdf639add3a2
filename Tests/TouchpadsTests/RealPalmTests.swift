import Lab
import LibinputOffline
import Playback
import TestSupport
import Testing

@testable import Touchpads

/// Palms and fingers of people, of which half choose a value that is tried on the others.
@Suite("Real palms", .requiresShared("corpus"), .requiresLibinput)
struct RealPalmTests {
  static func recordings(of device: String) throws -> [TouchpadRecording] {
    let folder = try LabelledFolder(path: SharedFolder.path("corpus"))
    var labels = TouchpadLabels()
    labels.add(folder)
    return folder.labels.filter { $0.deviceName == device }.map(folder.path).compactMap { path in
      guard let options = try? labels.options(of: path, ReplayOptions()),
        let recording = try? Recording(path: path, options: options)
      else { return nil }
      return try? TouchpadRecording(recording, part: labels.part(of: path))
    }
  }

  @Test(
    "The errors of further recordings are in the range that is stated",
    arguments: ["link", "zgb"])
  func range(device: String) throws {
    let all = try Self.recordings(of: device)
    #expect(all.contains { $0.part == .palms } && all.contains { $0.part == .fingers })
    let sorted = all.filter { $0.part == .palms } + all.filter { $0.part == .fingers }
    let halves = [0, 1].map { half in sorted.indices.filter { $0 % 2 == half }.map { sorted[$0] } }
    for (known, other) in [(halves[0], halves[1]), (halves[1], halves[0])] {
      let options = LibinputWorker.Options(program: program)
      let search = try SettingSearch(
        SettingTrials(known, options), TouchpadAnalysis(known), jobs: 2)
      // Each half has one or two recordings of palms.
      #expect(search.suggestedQuirks.isEmpty && search.suggested(.profile) == nil)
      for row in search.rows {
        guard let setting = row.setting, let stated = row.after else { continue }
        let found = try SettingTrials(other, options).errors(of: setting)
        for (ours, theirs) in [
          (stated.unintended(), found.unintended()), (stated.fingers(), found.fingers()),
        ] {
          #expect(ours.interval.overlaps(theirs.interval), "\(device) \(setting.text)")
        }
      }
    }
  }

  @Test("Touches of a recording resemble each other no more than is assumed")
  func correlation() throws {
    var (within, between, degrees) = (0.0, 0.0, (within: 0.0, between: 0.0))
    var sizes: [Double] = []
    for device in ["alex", "link", "lumpy", "mario", "zgb"] {
      let options = LibinputWorker.Options(program: program)
      let errors = try SettingTrials(Self.recordings(of: device), options).errors()
      let counts = errors.fingers().recordings.filter { $0.touches > 1 }
      let share = ErrorCount(recordings: counts).share ?? 0
      for count in counts {
        let (size, own) = (Double(count.touches), Double(count.errors) / Double(count.touches))
        within += size * own * (1 - own)
        between += size * (own - share) * (own - share)
        sizes.append(size)
      }
      degrees.within += Double(ErrorCount(recordings: counts).touches - counts.count)
      degrees.between += Double(counts.count - 1)
    }
    // The analysis of variance (Donner, "A review of inference procedures for the intraclass
    // correlation coefficient", 1986).
    let (inner, outer) = (within / degrees.within, between / degrees.between)
    let size = sizes.reduce(0, +) / Double(sizes.count)
    let correlation = (outer - inner) / (outer + (size - 1) * inner)
    #expect(correlation < ErrorCount.correlation, "\(correlation)")
  }
}
