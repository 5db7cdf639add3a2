public import Playback

extension TouchpadAnalysis {
  /// The measurements: a name and a text for each line.
  package var rows: [(name: String, text: String)] {
    let sides = zip(["left", "top", "right", "bottom"], margins)
    let rate = reportRate.map { "\($0.text(decimals: 1)) Hz" } ?? "unknown"
    let gap = longestGap.map { ", longest gap \(($0 * 1000).text(decimals: 1)) ms" } ?? ""
    var rows = [
      ("size", sizeText),
      (
        "margins",
        sides.map { "\($0) \($1.text(decimals: 1))" }.joined(separator: ", ")
          + " mm that no finger reached"
      ),
      ("report rate", rate + gap),
    ]
    let pressure =
      device.axes[AbsoluteCode.multitouchPressure] ?? device.axes[AbsoluteCode.pressure]
    for (name, axis) in [
      ("pressure", pressure), ("touch major", device.axes[AbsoluteCode.touchMajor]),
      ("touch minor", device.axes[AbsoluteCode.touchMinor]),
    ] {
      guard let axis else { continue }
      let unit = axis.resolution > 0 ? ", \(axis.resolution) units per mm" : ""
      rows.append((name, "\(axis.minimum) to \(axis.maximum)\(unit)"))
    }
    if let positionNoise {
      let fuzz = device.axes[AbsoluteCode.positionX]?.fuzz ?? 0
      let pressure = pressureNoise.map { ", pressure \($0.text(decimals: 0...1))" } ?? ""
      rows.append(
        ("noise", "x and y \(positionNoise.text(decimals: 0...1)) units, fuzz \(fuzz)\(pressure)"))
    }
    rows.append(("faults", faultText))
    if keyPresses > 0 { rows.append(("typing", keyPresses.counted("key press", "key presses"))) }
    return rows
  }

  /// The faults that occur, as in `2 touches that flicker, 1 lost event`.
  private var faultText: String {
    let counts = [
      (jumps, "jump", "jumps"), (flickers, "touch that flickers", "touches that flicker"),
      (
        thresholdCrossings, "touch that crosses libinput's threshold",
        "touches that cross libinput's threshold"
      ),
      (undeclaredSlots, "undeclared slot", "undeclared slots"),
      (lostEvents, "lost event", "lost events"),
    ]
    let texts = counts.filter { $0.0 > 0 }.map { $0.0.counted($0.1, $0.2) }
    return texts.isEmpty ? "none" : texts.joined(separator: ", ")
  }

  package static let distributionTitles = [
    "TOUCHES", "VALUE", "LEAST", "5 %", "MEDIAN", "95 %", "MOST",
  ]
  fileprivate static let quantiles = [0, 0.05, 0.5, 0.95, 1]

  /// The rows of a table of the touches' values.
  package var distributionRows: [[String]] {
    parts.flatMap { part in
      Measure.allCases.compactMap { measure in
        part.distributions[measure].map { values in
          ["\(part.touches) \(part.part)", measure.title]
            + Self.quantiles.map { values.quantile($0).text(decimals: 0...2) }
        }
      }
    }
  }
}

extension TouchpadAnalysis.Measure {
  /// The title of a row, as in `first pressure`.
  package var title: String { self == .duration ? "seconds" : rawValue.replacing("_", with: " ") }
}

extension TouchpadAnalysis: JSONObject {
  package func add(to line: inout JSONLine) {
    line.add("v", JSONLine.schemaVersion)
    line.add("device", device.name)
    line.add("size", sizeVerdict.rawValue)
    for (key, size) in [
      ("declared_mm", declaredSize), ("measured_mm", measuredSize), ("reach", reach),
    ] {
      if let size { line.add(key, x: size.width, y: size.height, decimals: 3) }
    }
    line.add("margins_mm", list: JSONLine.texts(margins))
    line.add("report_rate_hz", reportRate, decimals: 3)
    line.add("longest_gap_s", longestGap, decimals: 6)
    line.add("jumps", jumps)
    line.add("flickers", flickers)
    line.add("threshold_crossings", thresholdCrossings)
    line.add("undeclared_slots", undeclaredSlots)
    line.add("lost_events", lostEvents)
    line.add("position_noise", positionNoise, decimals: 2)
    line.add("pressure_noise", pressureNoise, decimals: 2)
    line.add("key_presses", keyPresses)
    line.add("parts", parts)
  }
}

extension TouchpadAnalysis.PartMeasures: JSONObject {
  package func add(to line: inout JSONLine) {
    line.add("part", part.rawValue)
    line.add("recordings", recordings)
    line.add("touches", touches)
    for (tool, name) in [(ToolType.finger, "finger_tools"), (ToolType.palm, "palm_tools")] {
      line.add(name, tools[tool])
    }
    for measure in TouchpadAnalysis.Measure.allCases {
      guard let values = distributions[measure] else { continue }
      let quantiles = TouchpadAnalysis.quantiles.map(values.quantile)
      line.add(measure.rawValue, list: JSONLine.texts(quantiles))
    }
  }
}

extension JSONLine {
  fileprivate static func texts(_ numbers: [Double]) -> [String] {
    numbers.map { $0.text(decimals: 1...6) }
  }
}

// MARK: - Settings

extension ErrorCount: JSONObject {
  /// The count in words, as in `2 of 40, 5 per 100 (1.4 to 16.5), 1.2 per minute (0.3 to 4)`.
  package var text: String {
    func range(_ ends: ClosedRange<Double>, times scale: Double = 1) -> String {
      [ends.lowerBound, ends.upperBound].map { ($0 * scale).text(decimals: 0...1) }
        .joined(separator: " to ")
    }
    guard let share else { return "no touches" }
    let hundred = "\((share * 100).text(decimals: 0...1)) per 100 (\(range(interval, times: 100)))"
    let text = "\(errors) of \(touches), \(hundred)"
    guard let perMinute, let ends = perMinuteInterval else { return text }
    return "\(text), \(perMinute.text(decimals: 0...1)) a minute (\(range(ends)))"
  }

  package func add(to line: inout JSONLine) {
    line.add("recordings", recordings.count)
    line.add("touches", touches)
    line.add("errors", errors)
    guard let share else { return }
    line.add("share", share, decimals: 6)
    line.add("interval", list: JSONLine.texts([interval.lowerBound, interval.upperBound]))
    line.add("per_minute", perMinute, decimals: 3)
    if let ends = perMinuteInterval {
      line.add("per_minute_interval", list: JSONLine.texts([ends.lowerBound, ends.upperBound]))
    }
  }
}

extension SettingErrors: JSONObject {
  package func add(to line: inout JSONLine) {
    line.add("palms", unintended())
    line.add("fingers", fingers())
  }
}

extension SettingSearch.Row: JSONObject {
  package func add(to line: inout JSONLine) {
    line.add("v", JSONLine.schemaVersion)
    line.add("kind", kind?.rawValue)
    line.add("verdict", verdict.rawValue)
    line.add("setting", setting?.text)
    line.add("before", before)
    line.add("after", after)
  }

  package static let titles = ["SETTING", "RESULT", "PALMS THAT ACT", "FINGERS IGNORED"]

  /// The cells of a row of a table.
  package var cells: [String] {
    func change(_ count: (SettingErrors) -> ErrorCount) -> String {
      let old = count(before)
      return after.map { "\(old.errors) of \(old.touches), then \(count($0).text)" } ?? old.text
    }
    return [
      setting?.text ?? kind?.rawValue ?? "", verdictText, change { $0.unintended() },
      change { $0.fingers() },
    ]
  }
}

/// The measurements of a recording's touchpad.
public enum TouchpadMeasurement {
  /// The measurements as a line of JSON; throws unless the recording is of one touchpad.
  public static func json(of recording: Recording) throws(FileError) -> String {
    try TouchpadAnalysis([TouchpadRecording(recording, part: .unlabelled)]).json
  }
}
