struct InfoCommand: ResultsCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Print what recordings are: format, device, size, report rate and anomalies.",
    discussion: """
      A part of a recording: write it first with 'replay convert --from 1 --to 3 IN OUT'.

      EXAMPLES
        replay info Traces/two-devices.yml
        replay info --json Traces | jq '{file, max_touches}'
      """)

  @OptionGroup var input: RecordingPaths

  @OptionGroup var jobs: JobsOption
  @OptionGroup var results: ResultOptions
  @OptionGroup(title: "Reading options") var reading: ReadingOptions
  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    try results.check(inputs: input.inputs + [reading.device])
  }

  func run(_ console: Console) throws {
    let options = try reading.replayOptions()
    let walk = try RecordingWalk(input, console, options)
    walk.visit(jobs: jobs.count) {
      [isJSON = results.isJSON] file, console, progress throws(FileError) in
      let info = try RecordingInfo(file.open(options, keepsEvents: false, progress: progress))
      for note in info.notes { console.note(file.path, note) }
      if isJSON { return console.print(info.json) }
      console.printGap()
      console.printHeading(info.file)
      console.printProperties(info.rows)
    }
  }
}

extension RecordingInfo {
  var rows: [(name: String, text: String)] {
    var rows = [("format", format.rawValue)]
    for device in devices { rows += device.rows }
    if events == 0 {
      rows.append(("events", "none"))
      return rows + anomalyRows
    }
    rows.append(
      ("duration", "\(duration.text(decimals: 1...3)) s, \(events) events in \(frames) frames"))
    let touches = "\(contacts), at most \(maxTouches) at once\(palmText)"
    rows.append(("touches", contacts == 0 ? "none" : touches))
    if let pressure {
      let (least, most) = (Cell.pressure(pressure.lowerBound), Cell.pressure(pressure.upperBound))
      rows.append(("pressure", "\(least)...\(most) of the range"))
    }
    if let contactSize {
      let ends = [contactSize.lowerBound, contactSize.upperBound].map { $0.text(decimals: 1) }
      let range = ends[0] == ends[1] ? ends[0] : ends.joined(separator: "...")
      rows.append(("contacts", "\(range) mm long"))
    }
    var rate = "unknown"
    if let reportRate, let longestGap {
      let gap = (longestGap * 1000).text(decimals: 1)
      rate = "\(reportRate.text(decimals: 1)) Hz (median), longest gap \(gap) ms"
    }
    rows.append(("report rate", rate))
    return rows + anomalyRows
  }

  private var palmText: String {
    if palms == 0 { return "" }
    if contacts == 1 { return ", a palm" }
    if palms == contacts { return ", all palms" }
    return ", \(palms) of them \(palms == 1 ? "a palm" : "palms")"
  }

  private var anomalyRows: [(name: String, text: String)] {
    let texts = anomalies.occurred.map {
      RecordingNote.anomaly($0.anomaly, count: $0.count).description
    }
    if texts.isEmpty { return [("anomalies", "none")] }
    return texts.enumerated().map { ($0.offset == 0 ? "anomalies" : "", $0.element) }
  }
}

extension RecordingInfo.Device {
  fileprivate var rows: [(name: String, text: String)] {
    var rows = [("device", title)]
    guard isTouched || description?.axes.isEmpty == false else { return rows }
    rows.append(("range", "x \(range(touchArea.x)), y \(range(touchArea.y))"))
    rows.append(("size", "\(size.millimetresText), \(origin)"))
    if let slots { rows.append(("slots", String(slots))) }
    return rows
  }

  private var title: String {
    guard let description else { return (label.map { "\($0), " } ?? "") + "no device description" }
    let identity = description.identity
    var text = description.name.isEmpty ? "unnamed" : description.name
    if identity.vendor != 0 || identity.product != 0 { text += " (\(identity.numbers))" }
    if let label, label != description.name { text += " at \(label)" }
    let kind = description.isPen ? "pen" : touchArea.kind.rawValue
    return isTouched ? "\(text), \(kind)" : text
  }

  private func range(_ axis: TouchArea.Axis) -> String {
    let density = (1 / axis.millimetresPerUnit).text(decimals: 0...1)
    let about = touchArea.scale == .assumed ? "about " : ""
    return "\(axis.minimum)...\(axis.maximum) at \(about)\(density)/mm"
  }

  private var origin: String {
    if touchArea.scale == .given { return "as given" }
    if touchArea.scale == .model { return "that of this model" }
    if touchArea.isRangeObserved { return "assumed, the range as observed" }
    if let axis = touchArea.unresolvedAxis { return "assumed, \(axis) has no resolution" }
    return touchArea.scale == .assumed ? "assumed" : "as the device reports"
  }
}

extension DeviceDescription.Identity {
  /// The vendor and the product, as in `06cb:cd5f`.
  var numbers: String {
    [vendor, product].map { number in
      String(appending: { $0.append(hexadecimal: number, digits: 4) })
    }.joined(separator: ":")
  }
}
