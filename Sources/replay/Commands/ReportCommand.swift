import Checking
import Conversion
import FoundationEssentials
import Pictures

struct ReportCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Write a page for a bug report, with the recording within it.",
    discussion: """
      The page has what a reader needs to see the fault: the plot of the recording, its device, the \
      profile where it differs from the standard one, what was recognized and, with --expected, why \
      a gesture was not, first of all. --note adds your own words, and --libinput what the desktop's \
      library makes of it. --extract writes the recording \
      that is within a page. An .md is a summary to paste into an issue, without the recording.

      Within the page are the touched devices only, with their touches and buttons: what was typed on \
      a keyboard is never in it, and neither are folders, comments and the name of the computer. \
      --anonymise also removes the names of the devices, of the recording and of the profile, the \
      system, and the date.

      EXAMPLES
        replay report Traces/pan.evemu --expected swipe -o report.html
        replay report Traces/pan.evemu --expected swipe --note "slow?" -o report.md
        replay report Traces/two-devices.yml --anonymise -o report.html
        replay report --from 1.5 --to 4 Traces/swipes.evemu -o part.html
        replay report --extract report.html -o recording.evemu
      """)

  @Argument(file: "The recording; - is standard input.")
  var recording: String?

  @Option(
    name: .shortAndLong,
    file: "The page to write, as in report.html, or a summary, as in report.md; or with --extract "
      + "the recording, which is otherwise named after the page; - is standard output.")
  var output: String?

  @OptionGroup var question: ExpectedOption

  @Option(help: .value("text", "Your own words, which are shown with the verdict."))
  var note: String?

  @Flag(
    name: [.customLong("anonymise"), .customLong("anonymize")],
    help: "Leave out all names and the date: the recording begins at 0.")
  var anonymise = false

  @Option(file: "Write the recording that is within this page.", as: "page")
  var extract: String?

  @Flag(help: "Add a lane with what libinput makes of the recording (docs/Libinput.md).")
  var libinput = false

  @OptionGroup var profile: ProfileOption
  @OptionGroup(title: "Options of --libinput") var library: LibinputLibraryOptions
  @OptionGroup(title: "Reading options") var reading: ReadingOptions
  @OptionGroup(title: "Reading options") var part: PartOptions
  @OptionGroup(title: "Reading options") var orientation: OrientationOptions
  @OptionGroup var verbosity: VerbosityOptions

  private var inputs: [String] {
    ([recording, extract, reading.device] + profile.files + library.files).compactMap { $0 }
  }

  func validate() throws {
    try Files.checkStandardInput(inputs)
    if let output { try Files.refuse(output, asOneOf: inputs) }
    try reject(if: !libinput && !library.files.isEmpty, "--library and --quirks are for --libinput")
    if extract != nil {
      try reject(
        if: recording != nil, "--extract takes a page, and no recording; -o names what is written")
      try reject(
        if: question.expected != nil || note != nil || anonymise || libinput,
        "--expected, --note, --anonymise and --libinput are for writing a page")
      return
    }
    try reject(if: recording == nil, "missing the recording; --extract PAGE reads a page")
    guard let output else {
      throw ValidationError("missing the page to write, as in -o report.html")
    }
    try reject(
      if: !["", "html", "htm", "md"].contains(Files.ending(of: output)),
      "\(output.printable): a report is a page; name it .html, or .md for a summary (--extract "
        + "writes a recording, 'replay plot' a picture)")
    try reject(
      if: libinput && Files.ending(of: output) == "md",
      "\(output.printable): a summary has no lanes for --libinput; name it .html")
  }

  func run(_ console: Console) throws {
    if let extract { return try extractRecording(of: extract, console) }
    if let recording, let output { try write(recording, to: output, console) }
  }

  // MARK: Writing

  private func write(_ recording: String, to output: String, _ console: Console) throws(FileError) {
    var options = try reading.replayOptions(profile: profile, part: part, orientation: orientation)
    let isNamed = Profile.named.contains { $0.name == options.profile.name }
    if anonymise, !isNamed { options.profile.name = "custom" }
    try ByteSink.check(output)
    console.progress.expect(readingTwice: recording)
    try refuseOtherContent(recording)
    let shared = try SharedRecording(
      path: recording, options: options, isAnonymous: anonymise, progress: console.progress.update)
    let title = anonymise ? "a recording" : Files.name(of: recording)
    var report = try BugReport(shared, title: title, options: options, note: note)
    if let expected = question.expected { try report.answer(expected) }
    if libinput { try report.addLanes(LibinputRecognizer(library).addLanes) }
    report.device = report.info.rows
    report.versions = versions
    report.arguments = arguments
    let isSummary = Files.ending(of: output) == "md"
    let sink = try ByteSink(path: output, madeOf: [recording] + options.files + library.files)
    try sink.append(isSummary ? report.summary : report.page)
    try sink.finish()
    for note in report.notes { console.note(recording, note) }
    for loss in shared.losses where !isSummary {
      console.warnOfLoss(in: output, "the recording within it does not have \(loss)")
    }
    var parts = [report.gestures.count.counted("gesture")]
    if !isSummary { parts.append("a recording of \(report.attachment.bytes.count) bytes") }
    if let verdict = report.verdict, let sentence = verdict.sentences.first {
      parts.append(sentence)
    }
    console.confirm(output, parts.joined(separator: ", "))
  }

  /// Throws for recordings of sensors, which have no touches to report.
  private func refuseOtherContent(_ path: String) throws(FileError) {
    guard InputFiles.expand([path]).first?.file?.isRegular == true, reading.format == nil
    else { return }
    let content = try RecordingContent.detect(ByteSource(path: path))
    guard let content, content != .touches else { return }
    throw FileError(file: path, expected: "a recording of touches", found: content.phrase)
  }

  /// The options with which the recording is read, with the names of files but not their folders;
  /// an anonymous report has no names of files.
  private var arguments: [String] {
    var (reading, profile) = (reading, profile)
    reading.device = anonymise ? nil : reading.device.map(Files.name)
    let isNamed = Profile.named.contains { $0.name == profile.profile }
    profile.profile = anonymise && !isNamed ? "standard" : Files.name(of: profile.profile)
    profile.shapes = anonymise ? nil : profile.shapes.map(Files.name)
    let times = [("--from", part.from), ("--to", part.to)].flatMap { name, time in
      time.map { [name, $0.shortestText] } ?? []
    }
    return times + reading.arguments + orientation.arguments + profile.arguments
  }

  /// The programs that made the page, without the name of the computer.
  private var versions: [(name: String, text: String)] {
    var rows = [("replay", ReplayCommand.configuration.version)]
    // Recordings cannot express these options.
    let size = reading.size.map {
      "--size \($0.width.shortestText)x\($0.height.shortestText)mm"
    }
    let matrix = orientation.transform.map { "--matrix \"\($0.text)\"" }
    let words = [size, matrix].compactMap { $0 }.joined(separator: " ")
    if !words.isEmpty { rows.append(("options", words)) }
    if anonymise { return rows }
    if let system = ReportCommand.systemName { rows.append(("system", system)) }
    if let kernel = RecordingSystem.current.kernel { rows.append(("kernel", kernel)) }
    if profile.profile != "standard" { rows.append(("profile", Files.name(of: profile.profile))) }
    if let shapes = profile.shapes {
      rows.append(("shapes", "\(Files.name(of: shapes)), which is not in the report"))
    }
    return rows
  }

  /// The name of the distribution with its version, as in `Debian GNU/Linux 12 (bookworm)`.
  private static var systemName: String? {
    let text = try? String(contentsOfFile: "/etc/os-release", encoding: .utf8)
    let line = text?.split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }
    return line.map { $0.dropFirst(12).filter { $0 != "\"" } }
  }

  // MARK: Extracting

  private func extractRecording(of page: String, _ console: Console) throws {
    let attachment = try RecordingAttachment(page: ByteSource(path: page))
    let format = attachment.format
    if let output, let target = RecordingConversion.target(forName: output), target != format {
      throw ValidationError(
        "\(output.printable): the page has a recording in \(format.rawValue); name it "
          + ".\(attachment.fileExtension) ('replay convert' writes other formats)")
    }
    let path = try output ?? usualName(of: page, attachment)
    let sink = try ByteSink(path: path, madeOf: [page])
    try sink.append(attachment.bytes)
    try sink.finish()
    console.confirm(
      path, "\(attachment.bytes.count) bytes of \(format.rawValue), as they were sent")
  }

  /// The name of the page in the current folder, with another ending. No part of it comes from the
  /// page, and an existing file is not replaced unless it is named.
  private func usualName(of page: String, _ attachment: RecordingAttachment) throws -> String {
    let name = page == "-" ? "report" : Files.name(of: page)
    let stem = name.split(separator: ".").dropLast().joined(separator: ".")
    let path = "\(stem.isEmpty ? name : stem).\(attachment.fileExtension)"
    try reject(if: InputFiles.exists(path), "\(path.printable) exists; -o names the file to write")
    return path
  }
}
