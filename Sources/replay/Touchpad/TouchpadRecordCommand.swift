import FoundationEssentials
import SystemPackage
import Touchpads

#if Live
  import Devices
#endif

struct TouchpadRecordCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Make five short recordings of a touchpad, one after the other.",
    discussion: """
      Says what to do in each step, and records the touchpad for some seconds. With --step, a step \
      comes from a recording of another machine, as of libinput record or evemu-record. Steps \
      whose files exist are recorded once more, to another file: more recordings give narrower \
      ranges.

      Of a keyboard only the times of key presses are kept, as one key. Recordings need a build \
      with live devices, and --step none.

      EXAMPLES
        replay touchpad record session --keyboard event3
        replay touchpad record session --only typing --seconds 60
        replay touchpad record session --step typing=typing.yml --step taps=taps.evemu
      """)

  @Argument(help: "The folder of the recordings.")
  var folder: String

  @Argument(help: "The touchpad, as for live; without it, the only one.")
  var device: String?

  @Option(help: .value("device", "A keyboard, of which the times of key presses are recorded."))
  var keyboard: String?

  @Option(
    help: .value("step=file", "Take a step from a recording; may be repeated."),
    transform: TouchpadRecordCommand.step)
  var step: [RecordedStep] = []

  @Option(
    help: "Record this step only: touches, taps, scroll, typing or thumbs.",
    transform: Choice.parse)
  var only: TouchpadStep?

  @Option(help: "The length of each recording, from 1 to 3600.")
  var seconds = 20.0

  @OptionGroup var verbosity: VerbosityOptions

  typealias RecordedStep = (step: TouchpadStep, path: String)

  func validate() throws {
    try reject(if: !(1...3600).contains(seconds), "--seconds takes a number from 1 to 3600")
  }

  func run(_ console: Console) throws {
    let isNew = mkdir(folder, 0o700) == 0
    guard isNew || errno == EEXIST else {
      throw FileError.cannotWrite(folder, Errno(rawValue: errno))
    }
    // A folder stays if a recording is in it.
    defer { if isNew { rmdir(folder) } }
    for source in step {
      let recording = try Recording(path: source.path)
      if let other = recording.otherTouchDevice {
        throw FileError(
          file: recording.path, expected: "touches of a touchpad", found: other)
      }
      // Recordings of two touchpads would make the whole session useless.
      var known: TouchpadRecording?
      for file in InputFiles.expand([folder]).compactMap(\.file) where known == nil {
        known = try? TouchpadRecording(Recording(path: file.path), part: .unlabelled)
      }
      let own = try TouchpadRecording(recording, part: source.step.part)
      _ = try TouchpadAnalysis([known, own].compactMap(\.self))
      let path = file(source.step)
      try AnonymousRecording.write(recording, to: path)
      console.confirm(path)
    }
    if step.isEmpty || only != nil { try recordSteps(console) }
  }

  private static func step(_ text: String) throws -> RecordedStep {
    guard let sign = text.firstIndex(of: "=") else {
      throw ValidationError("expected a step and a file, as in typing=typing.yml")
    }
    return (step: try Choice.parse("\(text[..<sign])"), path: "\(text[text.index(after: sign)...])")
  }

  /// The file of a step: another one if the step was recorded before.
  private func file(_ step: TouchpadStep) -> String {
    var (path, number) = ("\(folder)/\(step).yml", 2)
    while FileManager.default.fileExists(atPath: path) {
      path = "\(folder)/\(step)-\(number).yml"
      number += 1
    }
    return path
  }

  #if Live
    private func recordSteps(_ console: Console) throws {
      let touchpad = try DeviceList.find(device)
      let devices = [touchpad] + (try keyboard.map { [try DeviceList.find($0)] } ?? [])
      for step in TouchpadStep.allCases where only == nil || only == step {
        console.note(step.rawValue, "\(step.instruction) Enter begins.")
        // Input that is no terminal has no person who presses Enter.
        if isatty(STDIN_FILENO) != 0, readLine() == nil { return }
        var options = RecordingSession.Options()
        options.format = .libinput
        options.duration = seconds
        options.keepsKeyTimesOnly = true
        let path = file(step)
        let session = try RecordingSession(
          devices.map { .init(device: $0, path: path) }, options: options)
        session.notices = { notice in
          if case .unplugged(let node) = notice { console.note(node, "the device was unplugged") }
        }
        try session.loop.stop(on: [SIGINT, SIGTERM, SIGHUP])
        console.summarize("recording to \(path.printable) for \(seconds.text(decimals: 0...1)) s")
        let isStopped = try session.run()
        let isInterrupted = session.loop.signal != nil
        console.noteLostFrames(session.lostFrames, of: path)
        console.confirm(path, "\(session.frames.counted("frame"))")
        if !isStopped { return console.fail(ExitStatus.deviceGone) }
        if isInterrupted { return }
      }
    }
  #else
    private func recordSteps(_ console: Console) throws {
      throw ValidationError("this replay has no live devices; --step takes recordings")
    }
  #endif
}
