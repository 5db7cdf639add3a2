import Conversion
import LibinputOffline
import Touchpads

struct TouchpadSuggestCommand: ResultsCommand {
  static let configuration = CommandConfiguration(
    commandName: "suggest",
    abstract: "Try settings of libinput and of our own on recordings, and print those that help.",
    discussion: """
      Each value is played through libinput. Errors are palms and thumbs that move the pointer, \
      scroll or click, and fingers to which nothing happens, of a hundred touches and a minute of \
      the recordings, with the range of 95 % confidence. They are those of recordings that were \
      left out while the value was chosen. Where a range is wide, there are not enough recordings.

      -o writes the suggestion besides the table: a file that ends in .quirks is a section for \
      /etc/libinput/local-overrides.quirks, .lua a plugin for libinput 1.30, .yml a profile of \
      replay, and .md a page for a bug.

      EXAMPLES
        replay touchpad suggest session
        replay touchpad suggest session -o local-overrides.quirks
        replay touchpad suggest session -o 10-palms.lua
        replay touchpad suggest session -o report.md
      """)

  @OptionGroup var input: TouchpadInput
  @OptionGroup var library: LibinputLibraryOption
  @OptionGroup var jobs: JobsOption
  @OptionGroup var results: ResultOptions
  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    try results.check(
      inputs: input.files + [library.library] + input.others,
      others: ["quirks", "lua", "yml", "md"])
  }

  func run(_ console: Console) throws {
    let worker = try library.makeWorker()
    let recordings = try input.read(console)
    if recordings.isEmpty { return }
    let analysis = try TouchpadAnalysis(recordings, measuredSize: input.measuredSize)
    let trials = SettingTrials(recordings, worker.options)
    let search = try SettingSearch(trials, analysis, jobs: jobs.count)
    let outputs = SettingOutputs(
      analysis, search, library: worker.version,
      model: recordings.lazy.compactMap(\.input.model).first)
    let text: String?
    switch Files.ending(of: results.output) {
    case "quirks": text = outputs.quirks
    case "lua": text = outputs.plugin
    case "yml": text = outputs.profile
    case "md": text = outputs.report
    default: return printSettings(search.rows, console, isJSON: results.isJSON)
    }
    if let text {
      console.append(Array(text.utf8))
    } else {
      console.reportUnmet(
        results.output ?? "-", "not written: no setting for such a file is suggested")
    }
    // The table is on standard output, besides the file, which stays if that cannot be written.
    console.finish()
    let table = Console(verbosity)
    table.outlivesReader = true
    printSettings(search.rows, table, isJSON: false)
    table.flush()
  }
}

struct TouchpadTestCommand: ResultsCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Print how many palms act, and fingers are ignored, before and with a setting.",
    discussion: """
      A setting is a file of libinput's quirks (.quirks), or a profile of replay (.yml). Before is \
      libinput without local quirks, or the standard profile.

      EXAMPLES
        replay touchpad test local-overrides.quirks session
        replay touchpad test palms.yml session
      """)

  @Argument(file: "A file of quirks, or a profile.")
  var setting: String

  @OptionGroup var input: TouchpadInput

  @OptionGroup var library: LibinputLibraryOption
  @OptionGroup var results: ResultOptions
  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    let found = (InputFiles.isFolder(setting) ? "the folder " : "") + setting.printable
    let format = RecordingConversion.target(forName: setting)
    try reject(
      if: InputFiles.isFolder(setting) || format != nil && format != .libinput,
      "the first argument is a setting, a .quirks or .yml; found \(found)")
    try results.check(inputs: input.files + [setting, library.library] + input.others)
  }

  func run(_ console: Console) throws {
    console.restrictOutput(toReadersOf: [setting])
    let isProfile = ["yml", "yaml"].contains(Files.ending(of: setting))
    let profile = isProfile ? try ProfileFile.read(path: setting) : nil
    _ = try ByteSource(path: setting)
    let options = LibinputWorker.Options(
      program: LibinputLibraryOptions.program,
      library: library.library ?? LibinputWorker.usualLibrary)
    let trials = SettingTrials(try input.read(console), options)
    if trials.recordings.isEmpty { return }
    let before = try profile == nil ? trials.errors() : trials.errors(of: .standard)
    var row = SettingSearch.Row(nil, .tried, before: before)
    row.after = try profile.map(trials.errors(of:)) ?? trials.errors(ofQuirks: setting)
    printSettings([row], console, isJSON: results.isJSON, of: setting)
  }
}

/// Prints settings, each with its errors on separate lines.
private func printSettings(
  _ rows: [SettingSearch.Row], _ console: Console, isJSON: Bool, of path: String? = nil
) {
  if isJSON {
    for row in rows { console.print(row.json) }
    return
  }
  if rows.isEmpty {
    console.print(
      "nothing to try: these recordings lack fingers or palms, or both pressure and size")
  }
  for row in rows {
    let cells = row.cells
    console.printGap()
    console.printHeading("\(path ?? cells[0]): \(cells[1])")
    let titles = SettingSearch.Row.titles.map { $0.lowercased() }
    console.printProperties([2, 3].map { (titles[$0], cells[$0]) }, width: 15)
  }
}
