import Conversion
import FoundationEssentials
import SystemPackage

struct ConvertCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert", abstract: "Write recordings, or parts of them, in another format.",
    discussion: """
      The format is that of --to-format or of the name of OUT: .evemu and .events are evemu, .yml \
      and .yaml libinput, .raw and .bin raw events of 24 bytes (.raw32 of 16). OUT appears, or is \
      replaced, when it is complete. What the format cannot hold is noted.

      The keys of keyboards are left out, since they may be what somebody typed; --keep-keys keeps \
      them. Buttons are kept, and the keys that interrupt touches: power, sleep, phone, screen lock.

      A part is a recording of its own: touches that are down where it begins touch down there, and \
      those that are down where it ends touch up there. What was assumed of the device for the whole \
      recording is written into the device description of the part.

      The recordings of a folder are written into the folder OUT, which is made if it is missing, \
      each under its name with the ending of --to-format.

      EXAMPLES
        replay convert Traces/swipes-two-fingers.yml swipes.evemu
        replay convert --from 1.5 --to 3 Traces/swipes.evemu part.evemu
        replay convert --fingers 1-2 Traces/swipes-three-fingers.evemu two.evemu
        replay convert --description pad.desc Traces/rotate-clockwise.yml turn.raw
        replay convert --to-format evemu Traces/swipe-left.raw - | replay run -
        replay convert --to-format libinput Traces converted
      """)

  @Argument(file: "The recording, or a folder of recordings; - is standard input.")
  var input: String

  @OptionGroup var output: RecordingOutputOptions

  @Option(
    help: .value(
      "ids", "Keep only these touches, by their ids (see run --touches), as in 1-2 or 1,3."),
    transform: parsed("ids from 1, as in 2, 1-2 or 1,3") { RecordingCut.fingers(parsing: $0) })
  var fingers: [ClosedRange<Int>]?

  @Option(
    file: "Write the device description (evemu) to this file, for --device; OUT then holds only "
      + "events, unless its format is libinput.")
  var description: String?

  @Flag(help: "Keep the keys of keyboards, which may be what somebody typed.")
  var keepKeys = false

  @OptionGroup var jobs: JobsOption
  @OptionGroup(title: "Reading options") var reading: ReadingOptions
  @OptionGroup(title: "Reading options") var part: PartOptions
  @OptionGroup var verbosity: VerbosityOptions

  /// The note on a size: recordings have a resolution in whole units per mm, which is inexact.
  static let sizeNote = "no recording holds the size of --size; give it again to read this one"

  func validate() throws {
    try Files.checkStandardInput([input, reading.device])
    let path = try output.path()
    _ = try output.format(of: path)
    if InputFiles.isFolder(input) {
      try reject(if: description != nil, "--description is for one recording")
      return try checkFolder(path)
    }
    try Files.refuse(path, asOneOf: [input, reading.device])
    if let description { try Files.refuse(description, asOneOf: [input, reading.device, path]) }
  }

  func run(_ console: Console) throws {
    let path = try output.path()
    let target = try output.format(of: path)
    let options = try reading.replayOptions(part: part)
    if InputFiles.isFolder(input) { return try convertFolder(to: path, target, options, console) }
    console.progress.expect(readingTwice: input)
    let outcome = try convert(input, to: path, target, options, progress: console.progress.update)
    if options.size != nil { console.note(path, ConvertCommand.sizeNote) }
    report(outcome, of: input, in: path, target, console)
    console.confirm(path, path == "-" ? nil : outcome.events.counted("event"))
    if let description { console.confirm(description) }
  }

  func convert(
    _ input: String, _ source: ByteSource? = nil, to path: String, _ target: RecordingFormat,
    _ options: ReplayOptions, progress: @escaping (Int) -> Void
  ) throws(FileError) -> RecordingConversion.Outcome {
    var conversion = RecordingConversion(input: input, target: target)
    conversion.source = source
    conversion.options = options
    conversion.descriptionPath = description
    conversion.keepsKeys = keepKeys
    conversion.cut = RecordingCut(from: part.from, to: part.to, fingers: fingers)
    conversion.progress = progress
    return try conversion.run(to: path)
  }

  /// Notes the anomalies of a recording, and the content that the written one lacks.
  func report(
    _ outcome: RecordingConversion.Outcome, of input: String, in path: String,
    _ target: RecordingFormat, _ console: Console
  ) {
    for anomaly in outcome.anomalies.occurred {
      console.note(input, .anomaly(anomaly.anomaly, count: anomaly.count))
    }
    for loss in outcome.losses {
      console.warnOfLoss(in: path, "\(target.rawValue) does not hold \(loss)")
    }
    if outcome.keys > 0 {
      console.warnOfLoss(
        in: path, "\(outcome.keys.counted("key event")) left out (--keep-keys keeps them)")
    }
    if outcome.events == 0 { console.note(path, "holds no events") }
  }
}

// Converts a folder's recordings into another folder, each under its name with the new ending.
extension ConvertCommand {
  /// Throws if the output is the input folder, or in it: the next run would read it.
  func checkFolder(_ output: String) throws {
    // The folders that are to be made have no links; those above them may have some.
    func real(_ path: FilePath) -> FilePath {
      if let resolved = (path.isEmpty ? "." : path).withPlatformString({ realpath($0, nil) }) {
        defer { free(resolved) }
        return FilePath(platformString: resolved)
      }
      guard let name = path.lastComponent else { return path }
      return real(path.removingLastComponent()).appending(name).lexicallyNormalized()
    }
    try reject(
      if: real(FilePath(output)).starts(with: real(FilePath(input))),
      "\(output.printable) is in the folder that is read; name a folder beside it")
  }

  func convertFolder(
    to folder: String, _ target: RecordingFormat, _ options: ReplayOptions, _ console: Console
  ) throws {
    let walk = try RecordingWalk(RecordingPaths([input]), console, options)
    let names = outputs(of: walk.files.map(\.path), in: folder, target)
    var written = 0
    walk.visit(jobs: jobs.writingCount) { [self] file, console, progress throws(FileError) in
      guard let path = names[file.path], !file.isMember else {
        throw FileError(
          file: file.path, expected: "a recording",
          found: "a member of an archive (extract it first)")
      }
      try ConvertCommand.makeFolder(of: path)
      let outcome = try convert(
        file.path, file.source, to: path, target, options, progress: progress)
      report(outcome, of: file.path, in: path, target, console)
    } _: {
      written += 1
    }
    if written > 0 { console.confirm(folder, written.counted("recording")) }
  }

  /// The output path of each file: its name with the ending of the format, and also with its own
  /// ending if several files have the same name.
  private func outputs(
    of paths: [String], in folder: String, _ target: RecordingFormat
  ) -> [String: String] {
    func inside(_ path: String) -> String {
      String(path.dropFirst(input.count).drop { $0 == "/" })
    }
    func stem(_ path: String) -> String {
      let name = FilePath(path).lastComponent?.string ?? path
      guard RecordingConversion.target(forName: name) != nil, let dot = path.lastIndex(of: ".")
      else { return path }
      return String(path[..<dot])
    }
    let stems = Dictionary(grouping: paths, by: stem)
    let all = Set(paths)
    return Dictionary(
      paths.map { path in
        let isAlone = stems[stem(path)]?.count == 1 && !all.contains(stem(path))
        let name = inside(isAlone ? stem(path) : path)
        return (path, "\(folder)/\(name).\(target == .libinput ? "yml" : target.rawValue)")
      }, uniquingKeysWith: { first, _ in first })
  }

  private static func makeFolder(of path: String) throws(FileError) {
    let folder = FilePath(path).removingLastComponent().string
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw .cannotWrite(folder, InputFiles.exists(folder) ? .notDirectory : .permissionDenied)
    }
  }
}
