#if Library
  import ArgumentParser
  import Files
  import Playback
  import RecordingLibrary
  import Timeline

  /// `replay library add`
  struct LibraryAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add",
      abstract: "Index recordings and folders of them; again, only what has changed.",
      discussion: """
        A file is read if its size or its time of modification has changed, and replayed if its content, its \
        labels or the profile have. Labels are found in labels.v2.jsonl in the folder of a recording or in one \
        above it, up to the folder that was added, or else in the NAME.gestures.jsonl beside it. A recording \
        that cannot be read is kept with its error; files that are gone are marked as missing.

        Without a path, the folders that were added before are read again.

        EXAMPLES
          replay library add Traces
          replay library add --profile uikit Traces
          replay library add --library team.sqlite recordings --labels labels.jsonl
          replay library add
        """)

    @Argument(
      help: ArgumentHelp("Recordings, or folders of them.", valueName: "path"), completion: .file())
    var paths: [String] = []

    @Option(
      help: ArgumentHelp(
        "The rules: standard, textbook, uikit, or a file such as 'replay profile' prints.",
        valueName: "name|file"),
      completion: .file())
    var profile = "standard"

    @Option(
      help: ArgumentHelp(
        "The labels of these recordings; by default they are found beside them.", valueName: "file"),
      completion: .file())
    var labels: String?

    @Option(
      help: ArgumentHelp(
        "Keep the answers under this name instead of the version, as those of a build to be compared.",
        valueName: "name"))
    var build: String?

    @Flag(help: "Read and replay all files, also those that have not changed.")
    var all = false

    @Flag(help: "Remove files that are gone, instead of marking them as missing.")
    var prune = false

    @OptionGroup var jobs: JobsOption
    @OptionGroup var library: LibraryOptions
    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
      if paths.contains("-") {
        throw ValidationError("- is standard input; a library has files, which can be read again")
      }
      if let build, !RecordingLibrary.isTag(build) || build.contains("@") {
        throw ValidationError("--build: expected a word such as before or 1.2.0-dev")
      }
    }

    func run() throws {
      try withConsole(verbosity) { console in
        var addition = LibraryAddition()
        let rules = try ProfileFile.find(profile)
        addition.source =
          build.map { AnswerSource(profile: rules, version: $0) }
          ?? AnswerSource(profile: rules)
        addition.labels = labels
        addition.readsAll = all
        addition.removesMissing = prune
        addition.jobs = jobs.count
        let nothing = ValidationError("nothing was added before; name a folder of recordings")
        // The check precedes the creation of a library.
        if paths.isEmpty, !InputFiles.exists(library.path) { throw nothing }
        let library = try library.open(.writing)
        if paths.isEmpty, try library.folders().isEmpty { throw nothing }
        let report = LibraryReport(console)
        defer { report.finish() }
        try library.add(paths, addition, progress: report.showProgress) { report.add($0) }
      }
    }
  }

  /// Prints the results for files while they are added.
  final class LibraryReport {
    private let console: Console
    private var added = 0
    private var changed = 0
    private var unchanged = 0
    private var broken = 0
    private var missing: [String] = []
    private var skipped = SkippedFiles()

    init(_ console: Console) { self.console = console }

    func showProgress(_ done: Int, _ total: Int) {
      console.expectWork(total)
      console.showProgress(done)
    }

    func add(_ event: LibraryEvent) {
      switch event {
      case .added(let path):
        added += 1
        console.remark(path, "added")
      case .changed(let path):
        changed += 1
        console.remark(path, "changed")
      case .unchanged: unchanged += 1
      case .broken(let path, let error):
        broken += 1
        let text = error.description
        let reason = text.hasPrefix(path) ? String(text.dropFirst(path.count)) : ": " + text
        let trimmed = reason.drop { $0 == ":" || $0 == " " }
        console.warn(LibraryPrinter.shortened(path: path), "\(trimmed); kept with this error")
      case .skipped(let full, let kind):
        let path = LibraryPrinter.shortened(path: full)
        if kind == "not a recording" {
          skipped.add(path, console)
        } else {
          console.note(path, "skipped, \(kind)")
        }
      case .missing(let path):
        missing.append(path)
        console.remark(path, "missing")
      case .failed(let error): console.report(error)
      }
    }

    /// Prints the counts.
    func finish() {
      skipped.note(console)
      let total = added + changed + unchanged + broken
      if total == 0, missing.isEmpty { return }
      var parts = ["\(total.counted("recording"))"]
      for (count, name) in [
        (added, "added"), (changed, "changed"), (unchanged, "unchanged"), (broken, "broken"),
        (missing.count, "missing"),
      ] where count > 0 { parts.append("\(count) \(name)") }
      console.summarize(parts.joined(separator: ", "))
    }
  }
#endif
