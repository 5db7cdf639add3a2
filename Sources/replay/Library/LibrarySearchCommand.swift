#if Library
  import RecordingLibrary

  struct LibrarySearchCommand: ResultsCommand {
    static let configuration = CommandConfiguration(
      commandName: "search", abstract: "Print the recordings that meet every condition.",
      discussion: """
        Patterns have *, ? and [...] as in a shell, and are put into quotation marks, so that the shell leaves \
        them alone; the case of names of devices does not matter.

        EXAMPLES
          replay library search --expected swipe --device 'Synaptics*'
          replay library search --reason palm
          replay library search --expected swipe --verdict not_recognized \\
            --reason swipe:deviation
          replay library search --mistaken --answers uikit
          replay library search --tag slow --min-duration 2 --json | jq -r .file
        """)

    @OptionGroup(title: "Conditions") var filter: LibraryFilter
    @OptionGroup var answers: AnswerSetOption

    @Option(help: .value("count", "The most recordings to print."), transform: LimitOption.count)
    var limit: Int?

    @Flag(help: "Print only the number of recordings.")
    var count = false

    @OptionGroup var results: ResultOptions
    @OptionGroup var library: LibraryOptions
    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
      try reject(if: count && results.isJSON, "--count prints a number, which excludes --json")
      try results.check(inputs: [library.path])
    }

    func run(_ console: Console) throws {
      let library = try library.read(for: console)
      let query = try filter.query(answers.set(in: library), limit: limit)
      if count { return console.print("\(try library.count(query))") }
      try console.printEntries(of: query, in: library, isJSON: results.isJSON)
    }
  }

  struct LibraryListCommand: ResultsCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "Print all recordings, or what they are counted by.",
      discussion: """
        EXAMPLES
          replay library list
          replay library list devices
          replay library list failures
          replay library list --json | jq -r .file
        """)

    @Argument(
      help: .value(
        "subject",
        "What to count recordings by: \(LibraryOverview.Subject.allCases.list); by default they "
          + "are listed."), completion: .list(LibraryOverview.Subject.allCases.map(\.rawValue)))
    var subject: String?

    @OptionGroup var results: ResultOptions
    @OptionGroup var library: LibraryOptions
    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
      try results.check(inputs: [library.path])
      if let subject { let _: LibraryOverview.Subject = try Choice.parse(subject) }
    }

    func run(_ console: Console) throws {
      let library = try library.read(for: console)
      guard let subject = subject.flatMap(LibraryOverview.Subject.init) else {
        return try console.printEntries(of: LibraryQuery(), in: library, isJSON: results.isJSON)
      }
      let counts = try library.overview(subject)
      if results.isJSON {
        for count in counts { console.print(count.appendJSON) }
      } else if !counts.isEmpty {
        console.printTable(
          [.right("RECORDINGS"), .left(subject.rawValue.uppercased())],
          counts.map { ["\($0.files)", $0.name.isEmpty ? "(no name)" : $0.name] })
      } else {
        console.note(library.path, "no \(subject.rawValue)")
      }
    }
  }

  extension Console {
    /// Prints the files that meet a query, and their number.
    fileprivate func printEntries(
      of query: LibraryQuery, in library: RecordingLibrary, isJSON: Bool
    ) throws(FileError) {
      var entries: [LibraryEntry] = []
      var count = 0
      try library.search(query) { entry in
        count += 1
        if isJSON { print(entry.appendJSON) } else { entries.append(entry) }
      }
      if count == 0 {
        let total = try library.count()
        return note(shortened(path: library.path), "none of \(total.counted("recording"))")
      }
      if !isJSON {
        printTable(
          [.right("DURATION"), .left("DEVICE"), .left("RECOGNIZED"), .path("FILE")],
          entries.map(\.cells))
      }
      flush()
      summarize(count.counted("recording"))
    }
  }
#endif
