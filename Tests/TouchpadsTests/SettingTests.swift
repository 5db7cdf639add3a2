import Contacts
import Evdev
import Files
import LibinputOffline
import Playback
import TestSupport
import Testing

@testable import Touchpads

@Suite("Settings of a touchpad")
struct SettingTests {
  private func count(_ recordings: (errors: Int, touches: Int)...) -> ErrorCount {
    ErrorCount(
      recordings: recordings.map { .init(errors: $0.errors, touches: $0.touches, seconds: 60) })
  }

  @Test("A range is wider where recordings differ, and all of 0 to 1 for a single recording")
  func intervals() {
    let alike = count((10, 40), (10, 40), (10, 40), (10, 40))
    let different = count((0, 40), (0, 40), (20, 40), (20, 40))
    #expect(alike.share == 0.25 && different.share == 0.25)
    #expect(alike.interval.lowerBound > 0.12 && alike.interval.upperBound < 0.42)
    #expect(different.interval.upperBound - different.interval.lowerBound > 0.45)
    #expect(count((0, 100)).interval.upperBound > 0.7)
    #expect(count((0, 40), (0, 40)).interval.lowerBound == 0)
    #expect(count((0, 40), (0, 40)).interval.upperBound < 0.13)
    #expect(alike.perMinute == 10)
    #expect(ErrorCount(recordings: []).text == "no touches")
  }

  @Test("A section matches the touchpad, whatever its name holds, and the model without versions")
  func section() {
    let device = DeviceDescription(
      name: "A[b]*\n#\"ü", identity: .init(bus: 3, vendor: 0x6cb, product: 0, version: 1))
    let section = QuirkSection(
      device: device, model: "dmi:bvnX:svnLENOVO:pn20XW:pvrThinkPad:",
      quirks: [Quirk(key: "AttrPalmPressureThreshold", value: "60")])
    #expect(
      section.lines == [
        "[A?b??????]", "MatchUdevType=touchpad", "MatchName=A?b??????", "MatchVendor=0x06CB",
        "MatchDMIModalias=dmi:*svnLENOVO:pn20XW:*", "AttrPalmPressureThreshold=60",
      ])
  }

  @Test("A key that libinput does not know is recognized by asking it", .requiresLibinput)
  func keys() throws {
    let trials = SettingTrials([], LibinputWorker.Options(program: program))
    for kind in TouchpadSetting.Kind.allCases where kind != .profile {
      #expect(try trials.knows(kind.keys), "\(kind)")
    }
    #expect(try !trials.knows(["AttrPalmPressureThreshold", "AttrNonsense"]))
  }

  @Test(
    "A threshold between fingers and palms is suggested, on recordings that were left out",
    .requiresLibinput)
  func suggestion() throws {
    let recordings = try Session().recordings()
    let trials = SettingTrials(recordings, LibinputWorker.Options(program: program))
    let search = try SettingSearch(trials, TouchpadAnalysis(recordings), jobs: 2)
    let row = try #require(search.rows.first { $0.kind == .palmPressure })
    #expect(row.verdict == .suggested)
    #expect(row.before.unintended().errors == 80)
    #expect(row.after?.unintended().errors == 0)
    #expect(row.after?.fingers().errors == row.before.fingers().errors)
    let value = try #require(row.setting?.quirks.first.flatMap { Int($0.value) })
    #expect(60 < value && value <= 95)
    #expect(search.suggested(.pressureRange) == nil)
    let outputs = SettingOutputs(
      try TouchpadAnalysis(recordings), search, library: "libinput", model: nil)
    let quirks = try #require(outputs.quirks)
    #expect(quirks.hasSuffix("MatchProduct=0x5678\nAttrPalmPressureThreshold=\(value)\n"))
    let folder = try TemporaryFolder()
    let after = try trials.errors(ofQuirks: try folder.write("local.quirks", quirks))
    #expect(after.unintended().errors == 0)
    let report = outputs.report
    #expect(!report.contains(recordings[0].path))
    #expect(report.contains("AttrPalmPressureThreshold=\(value)"))
  }

  @Test("Few recordings are not enough for any threshold", .requiresLibinput)
  func few() throws {
    let recordings = try Session(touches: 6).recordings()
    let trials = SettingTrials(recordings, LibinputWorker.Options(program: program))
    let search = try SettingSearch(trials, TouchpadAnalysis(recordings), jobs: 2)
    #expect(search.rows.first { $0.kind == .palmPressure }?.verdict == .notEnough)
    #expect(search.suggestedQuirks.isEmpty)
    let size = Size(width: 80, height: 60)
    let wrong = try SettingSearch(
      trials, TouchpadAnalysis(recordings, measuredSize: size), jobs: 2)
    #expect(wrong.rows.first { $0.kind == .palmPressure }?.verdictText == "the size is wrong")
  }

  @Test("A size is suggested where the device has none and the ruler has one", .requiresLibinput)
  func sizes() throws {
    let folder = try Session(recordings: 1, touches: 6, resolution: 0).folder
    var options = ReplayOptions()
    options.size = .init(width: 100, height: 60)
    let recordings = try ["taps", "typing"].map { step in
      let path = folder.file("\(step).evemu")
      return try TouchpadRecording(
        Recording(path: path, options: options), part: TouchpadLabels().part(of: path),
        size: options.size)
    }
    let trials = SettingTrials(recordings, LibinputWorker.Options(program: program))
    let analysis = try TouchpadAnalysis(recordings, measuredSize: options.size)
    let search = try SettingSearch(trials, analysis, jobs: 2)
    #expect(search.suggestedQuirks.map(\.line) == ["AttrSizeHint=100x60"])
    let hint = search.rows.first { $0.kind == .resolutionHint }
    #expect(hint?.verdict == .alternative)
    #expect(hint?.setting?.text == "AttrResolutionHint=40x40")
  }
}
