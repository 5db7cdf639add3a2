import Foundation
import LibinputOffline
import Playback
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
  /// The part of the interface that the plugin uses, and a touchpad.
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

    """

  /// Prints the plugin's output for some frames.
  private static let frames = """
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

  /// Prints a recording in evemu's format with the frames as the plugin passes them on.
  private static let filter = """
    local info, frame = pad.axes[evdev.ABS_MT_TOOL_TYPE], {}
    for line in io.lines(arg[2]) do
      local time, type, code, value = line:match("^E: (%S+) (%x+) (%x+) (%S+)$")
      if not time then
        print(line)
      elseif tonumber(type, 16) ~= 0 then
        local usage = tonumber(type, 16) * 0x10000 + tonumber(code, 16)
        frame[#frame + 1] = { usage = usage, value = math.tointeger(value) }
      else
        if info then print(string.format("A: 37 %d %d 0 0 0", info.minimum, info.maximum)) end
        for _, event in ipairs(pad.body(pad, frame, 0) or frame) do
          local type, code = event.usage // 0x10000, event.usage % 0x10000
          print(string.format("E: %s %04x %04x %d", time, type, code, event.value))
        end
        print(line)
        info, frame = nil, {}
      end
    end
    """

  /// Runs the plugin with a limit in Lua; returns the output of a program that follows the stub.
  private func run(
    _ program: String, limit: Int, of recordings: [TouchpadRecording], _ arguments: String...
  ) throws -> String {
    let folder = try TemporaryFolder()
    var row = SettingSearch.Row(.palmPressure, .suggested, before: SettingErrors())
    row.setting = TouchpadSetting(
      quirks: [Quirk(key: "AttrPalmPressureThreshold", value: String(limit))])
    let outputs = SettingOutputs(
      try TouchpadAnalysis(recordings), SettingSearch(rows: [row]), library: "libinput", model: nil)
    let plugin = try folder.write("palm.lua", try #require(outputs.plugin))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/lua5.4")
    process.arguments = [try folder.write("stub.lua", Self.stub + program), plugin] + arguments
    process.standardOutput = FileHandle(forWritingAtPath: try folder.write("output", ""))
    process.standardError = FileHandle(forWritingAtPath: try folder.write("errors", ""))
    try process.run()
    process.waitUntilExit()
    #expect(try folder.text("errors").isEmpty)
    return try folder.text("output")
  }

  @Test("A touch that presses harder is marked as a palm once, until another one begins")
  func marks() throws {
    let recordings = try Session(recordings: 1, touches: 2).recordings()
    #expect(
      try run(Self.frames, limit: 80, of: recordings) == """
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

  @Test(
    "libinput ignores what the plugin marks, and nothing else that the quirk's limit lets pass",
    .requiresLibinput)
  func answers() throws {
    let session = try Session(recordings: 1, touches: 21)
    let recordings = try session.recordings()
    // The palms press with 96, 103 and 110.
    let limit = 103
    let quirks = try session.folder.write(
      "palms.quirks",
      "[A]\nMatchUdevType=touchpad\nMatchName=*\nAttrPalmPressureThreshold=\(limit)\n")
    func events(_ path: String, quirks: String? = nil) throws -> [LibinputEvent] {
      var options = LibinputWorker.Options(program: program)
      options.quirks = quirks
      let recording = try LibinputRecording(Recording(path: path))
      return try LibinputWorker(options).play(recording.input).events
    }
    for name in ["typing.evemu", "touches.evemu"] {
      let path = session.folder.file(name)
      let marked = try session.folder.write(
        "marked-" + name, try run(Self.filter, limit: limit, of: recordings, path))
      let answer = try events(marked)
      #expect(!answer.isEmpty)
      #expect(try answer == events(path, quirks: quirks))
      #expect(try (answer == events(path)) == (name == "touches.evemu"))
    }
  }
}
