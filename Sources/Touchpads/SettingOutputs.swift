import Evdev
import Gestures

/// The files that a search suggests, each with its evidence.
package struct SettingOutputs: Sendable {
  let analysis: TouchpadAnalysis
  let search: SettingSearch
  /// The name of the library, as in `libinput 1.22.1`.
  let library: String
  /// The machine's model, `dmi:...`; nil omits it from match lines.
  let model: String?

  package init(
    _ analysis: TouchpadAnalysis, _ search: SettingSearch, library: String, model: String?
  ) {
    self.analysis = analysis
    self.search = search
    self.library = library
    self.model = model
  }

  /// A section for `/etc/libinput/local-overrides.quirks`; nil without suggested quirks.
  package var quirks: String? {
    let quirks = search.suggestedQuirks
    guard !quirks.isEmpty else { return nil }
    let section = QuirkSection(device: analysis.device, model: model, quirks: quirks)
    return text(evidence("#") + section.lines)
  }

  /// A profile for `replay --profile`; nil without a suggested rule.
  package var profile: String? {
    guard let palm = search.suggested(.profile)?.palm else { return nil }
    return text(
      evidence("#") + [
        "base: standard", "palm:", "  pressure: \(palm.pressure.text(decimals: 2))",
        "  heavyPressure: \(palm.heavyPressure.text(decimals: 2))",
      ])
  }

  /// A plugin for libinput 1.30 and later that marks palms by a suggested threshold, if any.
  package var plugin: String? {
    for (kind, axis) in [
      (TouchpadSetting.Kind.palmPressure, "ABS_MT_PRESSURE"), (.palmSize, "ABS_MT_TOUCH_MAJOR"),
    ] {
      guard let limit = search.suggested(kind)?.quirks.last?.value else { continue }
      let identity = analysis.device.identity
      let values = [
        "AXIS": "evdev.\(axis)", "LIMIT": limit, "VENDOR": "\(identity.vendor)",
        "PRODUCT": "\(identity.product)", "NAME": SettingOutputs.luaString(analysis.device.name),
      ]
      let locals = values.sorted { $0.key < $1.key }.map { "local \($0) = \($1)" }
      return text(evidence("--") + locals) + SettingOutputs.pluginBody
    }
    return nil
  }

  /// A page in Markdown for a bug, without names of files and times of keys or touches.
  package var report: String {
    let identity = analysis.device.identity
    var rows = [("ids", "bus \(identity.bus), \(identity.vendor):\(identity.product)")]
    if let model { rows.append(("model", model)) }
    let lines = [
      "# \(SettingOutputs.plain(analysis.device.name))", "",
      "Measured and tried by `replay touchpad` \(Version.number) with \(library).", "",
    ]
    let facts = rows.map { [$0.0, $0.1] } + analysis.rows.map { [$0.name, $0.text] }
    let page =
      lines + table(["", ""], facts)
      + table(TouchpadAnalysis.distributionTitles, analysis.distributionRows)
      + table(SettingSearch.Row.titles, search.rows.map(\.cells))
    return text(page + (quirks.map { ["```", $0 + "```"] } ?? []))
  }

  private func table(_ titles: [String], _ rows: [[String]]) -> [String] {
    let lines = [titles, titles.map { _ in "---" }] + rows
    return lines.map { "| \($0.map(SettingOutputs.plain).joined(separator: " | ")) |" } + [""]
  }

  /// A text without characters that have a meaning in Markdown.
  private static func plain(_ text: String) -> String {
    String(text.map { "|`<>[]*\\\n\r".contains($0) ? " " : $0 })
  }

  private func text(_ lines: [String]) -> String { lines.joined(separator: "\n") + "\n" }

  private func evidence(_ mark: String) -> [String] {
    let suggested = search.rows.filter { $0.verdict == .suggested }
    let count = search.rows.first?.before.recordings.count ?? 0
    let lines =
      [
        "Suggested by replay touchpad \(Version.number), tried with \(library).",
        "Size: \(analysis.sizeText).",
        "Errors of \(count.counted("recording")), and of each with what the others suggest:",
      ]
      + suggested.flatMap { row in
        let cells = row.cells
        return [
          "  \(cells[0])", "    palms that act: \(cells[2])", "    fingers ignored: \(cells[3])",
        ]
      }
    return lines.map { "\(mark) \($0)" }
  }

  private static func luaString(_ text: String) -> String {
    let escaped = text.utf8.map { byte in
      let isPlain = byte >= 0x20 && byte < 0x7f && byte != 0x22 && byte != 0x5c
      return isPlain ? String(UnicodeScalar(byte)) : "\\" + String(padding: Int(byte), to: 3)
    }
    return "\"\(escaped.joined())\""
  }

  /// The body of the plugin, by version 1 of the interface (`doc/user/lua-plugins.rst` of libinput
  /// 1.31.3). libinput's palm detection stays on, since it reads `MT_TOOL_PALM`.
  private static let pluginBody = """
    -- Tested with a stub of libinput's interface for plugins, and not in a desktop. Copy it to
    -- /etc/libinput/plugins; libinput has to be built with Lua, and the desktop to load plugins.
    local FINGER, PALM = 0, 2

    libinput:register({1})

    local function follow(device)
      local slot, palms = 0, {}
      device:connect("evdev-frame", function(_, frame, _)
        local changed, events = false, {}
        for _, event in ipairs(frame) do
          local usage, value = event.usage, event.value
          if usage == evdev.ABS_MT_SLOT then slot = value end
          if usage == evdev.ABS_MT_TOOL_TYPE and palms[slot] then
            changed = true -- a palm does not become a finger again
          else
            events[#events + 1] = event
          end
          if usage == evdev.ABS_MT_TRACKING_ID and value >= 0 and palms[slot] then
            palms[slot], changed = nil, true
            events[#events + 1] = { usage = evdev.ABS_MT_TOOL_TYPE, value = FINGER }
          end
          -- Above the limit, as libinput compares its own thresholds.
          if usage == AXIS and value > LIMIT and not palms[slot] then
            palms[slot], changed = true, true
            events[#events + 1] = { usage = evdev.ABS_MT_TOOL_TYPE, value = PALM }
          end
        end
        if changed then return events end
      end)
    end

    libinput:connect("new-evdev-device", function(device)
      local info, usages = device:info(), device:usages()
      if info.vid ~= VENDOR or info.pid ~= PRODUCT or device:name() ~= NAME then return end
      if not device:udev_properties()["ID_INPUT_TOUCHPAD"] or not usages[AXIS] then return end
      if not usages[evdev.ABS_MT_TOOL_TYPE] then
        device:set_absinfo(evdev.ABS_MT_TOOL_TYPE, { minimum = FINGER, maximum = PALM })
      end
      follow(device)
    end)

    """
}
