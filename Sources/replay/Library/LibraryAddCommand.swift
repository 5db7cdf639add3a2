#if Library
  import RecordingLibrary

  struct LibraryAddCommand: ConsoleCommand {
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

    @Argument(file: "Recordings, or folders of them.", as: "path")
    var paths: [String] = []

    @Option(
      help: .value(
        "name|file",
        "The rules: standard, textbook, uikit, or a file such as 'replay profile' prints."),
      completion: .file())
    var profile = "standard"

    @Option(file: "The labels of these recordings; by default they are found beside them.")
    var labels: String?

    @Option(
      help: .value(
        "name",
        "Keep the answers under this name instead of the version, as those of a build to be "
          + "compared."))
    var build: String?

    @Flag(help: "Read and replay all files, also those that have not changed.")
    var all = false

    @Flag(help: "Remove files that are gone, instead of marking them as missing.")
    var prune = false

    @OptionGroup var jobs: JobsOption
    @OptionGroup var library: LibraryOptions
    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
      try reject(
        if: paths.contains("-"),
        "- is standard input; a library has files, which can be read again")
      if let build, !RecordingLibrary.isTag(build) || build.contains("@") {
        throw ValidationError("--build: expected a word such as before or 1.2.0-dev")
      }
    }

    func run(_ console: Console) throws {
      var addition = LibraryAddition()
      let rules = try ProfileFile.find(profile)
      addition.source =
        build.map { AnswerSource(profile: rules, version: $0) } ?? AnswerSource(profile: rules)
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
      try library.add(paths, addition, progress: console.progress.update(_:of:)) { report.add($0) }
    }
  }

  /// Prints the results for files while they are added.
  final class LibraryReport {
    private let console: Console
    private var counts: [String: Int] = [:]
    private var skipped = SkippedFiles()

    init(_ console: Console) { self.console = console }

    func add(_ event: LibraryEvent) {
      switch event {
      case .added(let path): count("added", path)
      case .changed(let path): count("changed", path)
      case .missing(let path): count("missing", path)
      case .unchanged: counts["unchanged", default: 0] += 1
      case .broken(let path, let error):
        counts["broken", default: 0] += 1
        let text = error.description
        let reason = text.hasPrefix(path) ? String(text.dropFirst(path.count)) : ": " + text
        let trimmed = reason.drop { $0 == ":" || $0 == " " }
        console.warn(shortened(path: path), "\(trimmed); kept with this error")
      case .skipped(let full, let kind):
        let path = shortened(path: full)
        if kind == "not a recording" {
          skipped.add(path, console)
        } else {
          console.note(path, "skipped, \(kind)")
        }
      case .failed(let error): console.report(error)
      }
    }

    private func count(_ name: String, _ path: String) {
      counts[name, default: 0] += 1
      console.remark(path, name)
    }

    func finish() {
      skipped.note(console)
      if counts.isEmpty { return }
      let total = counts.values.reduce(0, +) - counts["missing", default: 0]
      let parts = ["added", "changed", "unchanged", "broken", "missing"].compactMap { name in
        counts[name].map { "\($0) \(name)" }
      }
      console.summarize(([total.counted("recording")] + parts).joined(separator: ", "))
    }
  }
#endif
