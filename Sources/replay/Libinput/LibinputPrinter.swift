import LibinputOffline

/// Prints libinput's answers as a table or as JSON Lines.
final class LibinputPrinter {
  private let console: Console
  private let records: RecordPrinter
  private let settings: [String]
  /// The errors of libinput's log, and settings without effect, with their recordings.
  private var complaints: [(text: String, files: [String])] = []

  /// - Parameter settings: The names of the settings that were asked for.
  init(_ console: Console, _ results: ResultOptions, settings: [String], showsFiles: Bool) {
    self.console = console
    self.settings = settings
    records = RecordPrinter(
      console, results,
      [
        .right("START", 9), .right("TIME", 9), .left("EVENT", 10), .left("STATE", 9),
        .right("TOUCHES"), .left("DETAILS"),
      ], showsFiles: showsFiles)
  }

  private func print(_ record: LibinputRecord, cells: () -> [String]) {
    records.print(record, of: record.file, styles: [2: .bold], cells: cells)
  }

  func printDevices(_ played: PlayedRecording) {
    for (index, info) in played.answer.devices.enumerated() {
      let name = played.recording.input.devices[index].description.name
      let assumed = played.recording.assumptions[index]
      print(played.record(index, .device(info, name: name, assumptions: assumed))) {
        let details =
          [info.details(name)]
          + (assumed.isEmpty ? [] : ["assumed: " + assumed.joined(separator: "; ")])
        return [
          "", "", "device", info.isAccepted ? "" : "refused", "", details.joined(separator: "; "),
        ]
      }
    }
    for line in played.answer.log where line.priority == .error {
      let text = line.text.firstRange(of: ": ").map { String(line.text[$0.upperBound...]) }
      complain("libinput: \(text ?? line.text)", of: played.path)
    }
    let devices = played.answer.devices
    for name in settings where devices.allSatisfy({ $0.lackedSettings.contains(name) }) {
      complain("the device has no such setting: --\(name)", of: played.path)
    }
  }

  private func complain(_ text: String, of file: String) {
    if let index = complaints.firstIndex(where: { $0.text == text }) {
      if complaints[index].files.last != file { complaints[index].files.append(file) }
    } else if complaints.count < LibinputPrinter.maximumComplaints {
      complaints.append((text, [file]))
    }
  }

  private static let maximumComplaints = 50

  /// Notes the complaints, each once with the number of its recordings.
  func finish() {
    for (text, files) in complaints {
      let others = files.count > 1 ? " and \((files.count - 1).counted("other"))" : ""
      console.note(files[0] + others, text)
    }
  }

  /// Prints each event, or actions, and the log among them.
  func printEvents(_ played: PlayedRecording, eachEvent: Bool) {
    var lines = played.answer.log.filter { $0.priority < .error }[...]
    func printLog(until time: Timestamp?) {
      while let line = lines.first, time.map({ (line.time ?? .min) < $0 }) ?? true {
        lines.removeFirst()
        let record = played.record(line.device, .log(line))
        let time = line.time.map { seconds($0, record) } ?? ""
        print(record) { ["", time, "log", "", "", line.text] }
      }
    }
    if eachEvent {
      for event in played.answer.events {
        printLog(until: event.time)
        print(event, of: played)
      }
    } else {
      for action in played.actions {
        printLog(until: action.start)
        print(action, of: played)
      }
    }
    printLog(until: nil)
    if played.answer.isLogCut {
      console.warnOfLoss(in: played.path, "libinput's log is longer than is kept")
    }
  }

  private func print(_ action: LibinputAction, of played: PlayedRecording) {
    let record = played.record(action.device, .action(action))
    print(record) {
      [
        seconds(action.start, record), seconds(action.end, record), action.name,
        action.state ?? "", action.fingers.map { String($0) } ?? "",
        (action.details + place(record)).joined(separator: ", "),
      ]
    }
  }

  private func print(_ event: LibinputEvent, of played: PlayedRecording) {
    let record = played.record(event.device, .event(event))
    let (name, state, touches, details) = event.cells
    print(record) {
      [
        "", seconds(event.time, record), name, state, touches,
        (details + place(record)).joined(separator: ", "),
      ]
    }
  }

  private func place(_ record: LibinputRecord) -> [String] {
    record.device.map { ["on \($0)"] } ?? []
  }

  private func seconds(_ time: Timestamp, _ record: LibinputRecord) -> String {
    Cell.seconds(time.seconds(since: record.origin))
  }
}

extension LibinputDeviceInfo {
  fileprivate func details(_ name: String) -> String {
    var parts = [name.isEmpty ? "without a name" : name]
    if let width, let height { parts.append(Size(width: width, height: height).millimetresText) }
    if !capabilities.isEmpty { parts.append(capabilities.joined(separator: " and ")) }
    if tapFingers > 0 { parts.append("taps of \(tapFingers) fingers") }
    return parts.joined(separator: ", ")
  }
}

private enum LibinputCell {
  /// The movement in words, as in `12.0 mm right` and `3.1 mm down`.
  static func movement(_ x: Double, _ y: Double) -> [String] {
    (x == 0 ? [] : ["\(Cell.millimetres(abs(x))) \(x > 0 ? "right" : "left")"])
      + (y == 0 ? [] : ["\(Cell.millimetres(abs(y))) \(y > 0 ? "down" : "up")"])
  }

  static func units(_ x: Double, _ y: Double) -> [String] {
    let factor = LibinputAction.millimetresPerUnit
    return movement(x * factor, y * factor)
  }

  /// The scale and the rotation of a gesture, as in `×1.20` and `15.0°`.
  static func turn(_ scale: Double?, _ rotation: Double?) -> [String] {
    [scale.map(Cell.scale), rotation.map(Cell.degrees)].compactMap(\.self)
  }

  static func toggle(_ number: Int?) -> String { number == 1 ? "lid" : "tablet mode" }

  /// Nil for a device without slots, for which libinput has the slot -1.
  static func slot(_ slot: Int) -> String? { slot < 0 ? nil : "slot \(slot)" }

  static func key(_ code: UInt16) -> String {
    EventNames.name(of: code, type: .key) ?? "key \(code)"
  }
}

extension LibinputAction {
  var details: [String] {
    let source: String? =
      switch kind {
      case .tap, .button, .key: code.map { LibinputCell.key(UInt16(clamping: $0)) }
      case .touch: code.flatMap(LibinputCell.slot)
      case .toggle: LibinputCell.toggle(code)
      case .gesture, .scroll, .motion: nil
      }
    let moved = translationInMillimetres.map { LibinputCell.movement($0.x, $0.y) }
    return [source].compactMap(\.self) + (moved ?? []) + LibinputCell.turn(scale, rotation)
  }
}

extension LibinputEvent {
  fileprivate var cells: (name: String, state: String, touches: String, details: [String]) {
    switch content {
    case .gesture(let gesture):
      let details =
        LibinputCell.units(gesture.dx, gesture.dy)
        + LibinputCell.turn(gesture.scale, gesture.rotation)
      return (gesture.kind.rawValue, gesture.state.rawValue, String(gesture.fingers), details)
    case .motion(let dx, let dy, _, _): return ("motion", "", "", LibinputCell.units(dx, dy))
    case .button(let code, let isPressed, let isTap):
      let name = isTap ? "tap" : "button"
      return (name, isPressed ? "pressed" : "released", "", [LibinputCell.key(code)])
    case .scroll(let horizontal, let vertical):
      let details = LibinputCell.units(horizontal ?? 0, vertical ?? 0)
      return ("scroll", details.isEmpty ? "ended" : "", "", details)
    case .touch(let slot, let state, let x, let y):
      let place = x.flatMap { x in y.map { "\(x.text(decimals: 1)), \($0.text(decimals: 1)) mm" } }
      return ("touch", state.rawValue, "", [LibinputCell.slot(slot), place].compactMap(\.self))
    case .key(let code, let isPressed):
      return ("key", isPressed ? "pressed" : "released", "", [LibinputCell.key(code)])
    case .toggle(let number, let isOn):
      return ("switch", isOn ? "on" : "off", "", [LibinputCell.toggle(number)])
    }
  }
}
