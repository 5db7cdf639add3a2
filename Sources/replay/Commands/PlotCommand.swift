import FoundationEssentials
import Pictures
import SensorPlayback

struct PlotCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot",
    abstract: "Draw recordings: paths, measurements and what recognizers decided.",
    discussion: """
      Touches: the fingers' paths in mm, and below them the gestures, each finger's pressure, \
      displacement and speed with the limits that decided, and every recognizer. Accelerations: \
      the axes, the shakes, and what the rule of shakes measured against its limits. Locations: the \
      track on a map, and speed, altitude and accuracy; 'replay locate -o' draws them filtered.

      With --expected, the verdict on that gesture comes first: whether it was recognized, and if \
      not, the limits that decided, drawn where they act.

      An .svg or .png is a picture, an .html plays the recordings in a browser without network. \
      Without -o, the name of the first recording with .html is written into the current folder.

      EXAMPLES
        replay plot Traces/swipes.evemu
        replay plot Traces/palm.evemu -o palm.svg
        replay plot Traces/pan.evemu --expected swipe -o pan.svg
        replay plot Examples/Samples/shakes.csv -o shakes.png
        replay plot Examples/Samples/walk.nmea -o walk.svg
        replay plot --from 0.9 --to 1.3 Traces/swipes.evemu -o part.png
        replay plot --compare before.evemu after.evemu -o compared.html
        replay plot --compare-profile textbook Traces/swipes.evemu -o compared.html
      """)

  @OptionGroup var input: RecordingPaths

  @OptionGroup var picture: PictureOutputOptions

  @OptionGroup var question: ExpectedOption

  @Flag(help: "Show two recordings beside each other, with what differs marked (.html).")
  var compare = false

  @Option(
    file: "Show a recording beside itself under the rules of another profile (.html).",
    as: "name|file")
  var compareProfile: String?

  @Flag(help: "Add a lane with what libinput makes of the recording (docs/Libinput.md).")
  var libinput = false

  @OptionGroup var profile: ProfileOption
  @OptionGroup(title: "Options of --libinput") var library: LibinputLibraryOptions
  @OptionGroup(title: "Reading options") var reading: ReadingOptions
  @OptionGroup(title: "Reading options") var part: PartOptions
  @OptionGroup(title: "Reading options") var orientation: OrientationOptions
  @OptionGroup var verbosity: VerbosityOptions

  private static let maximumPlots = 50

  private var inputs: [String] {
    (input.inputs + [reading.device] + otherFiles + profile.files).compactMap { $0 }
  }

  private var otherFiles: [String] { [compareProfile].compactMap(\.self) + library.files }

  private var isComparison: Bool { compare || compareProfile != nil }

  func validate() throws {
    try Files.checkStandardInput(inputs)
    try picture.check(inputs: inputs)
    try reject(
      if: compare && compareProfile != nil, "--compare and --compare-profile exclude each other")
    try reject(
      if: isComparison && question.expected != nil,
      "--expected is for pictures of one recording each, not for comparisons")
    try reject(if: compare && input.paths.count != 2, "--compare takes two recordings")
    try reject(
      if: compareProfile != nil && input.paths.count != 1, "--compare-profile takes one recording")
    try reject(
      if: libinput && (compareProfile != nil || part.hasCut),
      "--libinput excludes --compare-profile, --from and --to")
    try reject(if: !libinput && !library.files.isEmpty, "--library and --quirks are for --libinput")
    try reject(
      if: isComparison && picture.format(for: input.paths) != .html,
      "comparisons are pages: name an .html")
    try reject(
      if: compareProfile != nil && input.paths.contains("-"),
      "--compare-profile reads a recording twice, which standard input cannot")
  }

  func run(_ console: Console) throws {
    let output = picture.path(for: input.paths)
    try Files.refuse(output, asOneOf: inputs)
    try ByteSink.check(output)
    let options = try reading.replayOptions(profile: profile, part: part, orientation: orientation)
    let walk = try RecordingWalk(input, console, options, .any)
    var plots: [Plot] = []
    var count = 0
    var tracks: TrackPlot?
    let most = isComparison ? 2 : min(walk.files.count, Self.maximumPlots)
    var budget = TouchBudget(recordings: most)
    walk.visit { file, _ throws(FileError) in
      count += 1
      if count > Self.maximumPlots { return }
      let more = try self.plots(of: file, options, &tracks, &budget, console)
      for note in more.flatMap(\.notes) { console.note(file.path, note) }
      plots += more
    }
    try reject(
      if: count > Self.maximumPlots,
      "a picture has at most \(Self.maximumPlots) recordings, found \(count)")
    // Tracks may share a map.
    plots += tracks?.plots ?? []
    if plots.isEmpty { return }
    try reject(
      if: isComparison && plots.count != 2,
      "a comparison takes two plots, found \(plots.count): a recording has one for each device")
    try PictureFile.write(
      plots, to: output, format: picture.format(for: input.paths), isComparison: isComparison,
      madeOf: options.files + otherFiles + walk.sources)
    console.confirm(output)
  }

  /// The plots of a recording; a track is added to the tracks that may share a map with it.
  private func plots(
    of file: WalkedRecording, _ options: ReplayOptions, _ tracks: inout TrackPlot?,
    _ budget: inout TouchBudget, _ console: Console
  ) throws(FileError) -> [Plot] {
    let (path, source) = (file.path, file.source)
    var detected = file.content
    if detected == nil { detected = try RecordingContent.detect(source, format: reading.format) }
    guard let content = detected else {
      let isScript = [".touch", ".motion", ".location"].contains(where: path.hasSuffix)
      do throws(FileError) { _ = try file.open(options) } catch {
        var error = error
        if isScript {
          error.found += " ('replay script' and 'replay simulate' make recordings of scripts)"
        }
        throw error
      }
      return []
    }
    if content != .touches, compareProfile != nil || question.expected != nil {
      let reason = question.expected == nil ? "to compare profiles" : "for --expected"
      throw FileError(
        file: path, expected: "a recording of touches, \(reason)", found: "a recording of sensors")
    }
    switch content {
    case .touches: return try touches(file, options, &budget)
    case .accelerations, .accelerationsAndLocations:
      if case .accelerationsAndLocations = content { console.noteLocations(of: path) }
      let search = ShakeSearch(rate: options.reportRate)
      return [try Plot.accelerations(source, search: search, cut: options.cut)]
    case .locations:
      var plot = isComparison ? TrackPlot() : tracks ?? TrackPlot()
      console.note(try plot.addTrack(source, cut: options.cut), of: path)
      if isComparison { return plot.plots }
      tracks = plot
      return []
    }
  }

  private func touches(
    _ file: WalkedRecording, _ options: ReplayOptions, _ budget: inout TouchBudget
  ) throws(FileError) -> [Plot] {
    var plots = try Plot.touches(
      of: file.open(options, keepsEvents: false), options: options,
      expecting: question.expected, within: &budget)
    if let compareProfile {
      var others = options
      others.profile = try ProfileFile.find(compareProfile)
      // Only the first of several devices is drawn, since two plots can be compared.
      let more = try Plot.touches(of: file.open(others), options: others, within: &budget)
      plots = Array(plots.prefix(1) + more.prefix(1))
      for (index, name) in [options.profile.name, others.profile.name].enumerated()
      where plots.indices.contains(index) {
        plots[index].title += ", profile \(name)"
      }
    }
    if libinput {
      try LibinputRecognizer(library).addLanes(to: &plots, file.open(options), options)
    }
    if file.path == "-" || !file.canReopen { return plots }
    return plots.map { plot in
      var plot = plot
      plot.commands = commands(file.path)
      return plot
    }
  }

  /// The commands that read a part of a recording with the options of this command.
  private func commands(_ path: String) -> [[String]] {
    let file = path.hasPrefix("-") ? "./" + path : path
    let times = ["--from", "{from}", "--to", "{to}"]
    return [
      ["replay", "convert"] + times + reading.arguments + [file, "part.evemu"],
      ["replay", "explain"] + times + reading.arguments
        + orientation.arguments + profile.arguments + question.arguments + [file],
    ]
  }
}

extension ReadingOptions {
  /// The options on a command line.
  var arguments: [String] {
    var arguments: [String] = []
    if let format { arguments += ["--format", format.rawValue] }
    if let device { arguments += ["--device", device] }
    if let size { arguments += ["--size", "\(size.width)x\(size.height)mm"] }
    if let rate { arguments += ["--rate", "\(rate)"] }
    return arguments
  }
}

extension OrientationOptions {
  /// The option in one word: earlier versions need that for a matrix that begins with a minus sign.
  var arguments: [String] { transform.map { ["--matrix=\($0.text)"] } ?? [] }
}

extension ProfileOption {
  var arguments: [String] {
    (profile == "standard" ? [] : ["--profile", profile]) + (shapes.map { ["--shapes", $0] } ?? [])
  }
}

struct PictureOutputOptions: ParsableArguments {
  @Option(name: .shortAndLong, file: "The picture to write: NAME.svg, NAME.png or NAME.html.")
  var output: String?

  @Option(help: .format("svg, png or html"))
  var toFormat: PictureFormat?

  func check(inputs: [String?]) throws {
    guard let output else { return }
    try Files.refuse(output, asOneOf: inputs)
    if toFormat != nil || PictureFormat(path: output) != nil { return }
    try Files.checkEnding(of: output, among: PictureFormat.endings)
    throw Files.undetermined(output)
  }

  /// The file to write: by default named after the first recording, in the current folder.
  func path(for recordings: [String]) -> String {
    if let output { return output }
    let name = recordings.first.map { URL(fileURLWithPath: $0) } ?? URL(fileURLWithPath: "-")
    let base = name.deletingPathExtension().lastPathComponent
    return "\(base == "-" || base == "/" ? "recording" : base).\((toFormat ?? .html).rawValue)"
  }

  func format(for recordings: [String]) -> PictureFormat {
    toFormat ?? PictureFormat(path: path(for: recordings)) ?? .html
  }
}

extension PictureFormat: ExpressibleByArgument {}
