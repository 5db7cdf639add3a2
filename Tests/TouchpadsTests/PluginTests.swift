import Foundation
import LibinputOffline
import TestSupport
import Testing

@testable import Touchpads

/// The plugin for libinput, run by Lua with a stub of libinput's interface.
@Suite(
  "Plugins",
  .enabled("needs Lua (Debian's package lua5.4)") {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/lua5.4")
  })
struct PluginTests {
  /// The part of the interface that the plugin uses, a touchpad, and frames of it.
  private static let stub = """
    evdev = { ABS_MT_SLOT = 0x3002f, ABS_MT_TRACKING_ID = 0x30039, ABS_MT_PRESSURE = 0x3003a,
      ABS_MT_TOUCH_MAJOR = 0x30030, ABS_MT_TOOL_TYPE = 0x30037, ABS_MT_POSITION_X = 0x30035 }
    local found
    libinput = {}
    function libinput:register(versions) assert(versions[1] == 1); return 1 end
    function libinput:connect(name, body) assert(name == "new-evdev-device"); found = body end
    dofile(arg[1])
    local names = {}
    for name, usage in pairs(evdev) do names[usage] = name end
    local function device(name)
      local own = { axes = {} }
      function own:info() return { bustype = 3, vid = 0x1234, pid = 0x5678 } end
      function own:name() return name end
      function own:usages() return { [evdev.ABS_MT_PRESSURE] = true } end
      function own:udev_properties() return { ID_INPUT_TOUCHPAD = "1" } end
      function own:set_absinfo(usage, info) self.axes[usage] = info end
      function own:connect(event, body) assert(event == "evdev-frame"); self.body = body end
      return own
    end
    local other = device("Other")
    found(other)
    assert(other.body == nil)
    local pad = device("Pressure")
    found(pad)
    assert(pad.axes[evdev.ABS_MT_TOOL_TYPE].maximum == 2)
    for _, events in ipairs({
      { { "ABS_MT_TRACKING_ID", 1 }, { "ABS_MT_PRESSURE", 50 } },
      { { "ABS_MT_PRESSURE", 80 } },
      { { "ABS_MT_PRESSURE", 81 } },
      { { "ABS_MT_PRESSURE", 90 } },
      { { "ABS_MT_SLOT", 1 }, { "ABS_MT_TRACKING_ID", 2 }, { "ABS_MT_PRESSURE", 30 } },
      { { "ABS_MT_SLOT", 0 }, { "ABS_MT_TOOL_TYPE", 0 }, { "ABS_MT_POSITION_X", 5 } },
      { { "ABS_MT_TRACKING_ID", -1 } },
      { { "ABS_MT_TRACKING_ID", 3 }, { "ABS_MT_PRESSURE", 95 } },
    }) do
      local frame = {}
      for _, event in ipairs(events) do
        frame[#frame + 1] = { usage = evdev[event[1]], value = event[2] }
      end
      local changed = pad.body(pad, frame, 0)
      local texts = {}
      for _, event in ipairs(changed or {}) do
        texts[#texts + 1] = names[event.usage] .. " " .. event.value
      end
      print(changed and table.concat(texts, ", ") or "unchanged")
    end
    """

  @Test("A touch that presses harder is marked as a palm once, until another one begins")
  func marks() throws {
    let folder = try TemporaryFolder()
    let recordings = try Session(recordings: 1, touches: 2).recordings()
    let analysis = try TouchpadAnalysis(recordings)
    var row = SettingSearch.Row(.palmPressure, .suggested, before: SettingErrors())
    row.setting = TouchpadSetting(quirks: [Quirk(key: "AttrPalmPressureThreshold", value: "80")])
    let outputs = SettingOutputs(
      analysis, SettingSearch(rows: [row]), library: "libinput", model: nil)
    let plugin = try folder.write("palm.lua", try #require(outputs.plugin))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/lua5.4")
    process.arguments = [try folder.write("stub.lua", Self.stub), plugin]
    process.standardOutput = FileHandle(forWritingAtPath: try folder.write("output", ""))
    process.standardError = FileHandle(forWritingAtPath: try folder.write("errors", ""))
    try process.run()
    process.waitUntilExit()
    #expect(try folder.text("errors").isEmpty)
    #expect(
      try folder.text("output") == """
        unchanged
        unchanged
        ABS_MT_PRESSURE 81, ABS_MT_TOOL_TYPE 2
        unchanged
        unchanged
        ABS_MT_SLOT 0, ABS_MT_POSITION_X 5
        unchanged
        ABS_MT_TRACKING_ID 3, ABS_MT_TOOL_TYPE 0, ABS_MT_PRESSURE 95, ABS_MT_TOOL_TYPE 2

        """)
  }
}
