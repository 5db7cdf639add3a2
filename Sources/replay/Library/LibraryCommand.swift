#if Library
  import FoundationEssentials
  import RecordingLibrary
  import SystemPackage

  struct LibraryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "library",
      abstract: "Keep an index of recordings: add folders, search, tag, compare profiles.",
      discussion: """
        The library has the content hash, the format, the device, the touch area, the duration, the labels \
        and the tags of each recording, and what was recognized in it under which profile by which version. \
        It is a database of SQLite, by default in $XDG_DATA_HOME/touchstone (or ~/.local/share); the \
        recordings stay where they are.

        EXAMPLES
          replay library add Traces
          replay library list
          replay library search --expected swipe --device 'Synaptics*'
          replay library search --reason palm
          replay library show Traces/swipes.evemu
          replay library tag slow Traces/pan.evemu
          replay library compare standard uikit -o pages
          replay library export -o recordings.csv
        """,
      subcommands: [
        LibraryAddCommand.self, LibraryListCommand.self, LibrarySearchCommand.self,
        LibraryShowCommand.self, LibraryTagCommand.self, LibraryCompareCommand.self,
        LibraryExportCommand.self, LibraryRemoveCommand.self,
      ])
  }

  struct LibraryOptions: ParsableArguments {
    @Option(
      file: "The library; by default touchstone/library.sqlite in $XDG_DATA_HOME or ~/.local/share."
    )
    var library: String?

    var path: String { library ?? RecordingLibrary.defaultPath() }

    func validate() throws {
      try reject(if: library == "-", "--library takes a file, not a stream")
      try reject(if: library == "", "--library takes the name of a file")
    }

    func open(_ access: RecordingLibrary.Access) throws(FileError) -> RecordingLibrary {
      if library == nil, access == .writing { try RecordingLibrary.makeDefaultFolder() }
      return try RecordingLibrary(path: path, access: access)
    }

    /// Opens the library for results, which only its readers may read.
    func read(for console: Console) throws(FileError) -> RecordingLibrary {
      console.restrictOutput(toReadersOf: [path])
      return try open(.reading)
    }

    /// Opens an existing library to change it; throws for a missing one, which is not created.
    func openExisting() throws(FileError) -> RecordingLibrary {
      _ = try open(.reading)
      return try open(.writing)
    }

    /// The files with a name, in the form of an argument; throws if the library has none.
    func paths(of name: String, in library: RecordingLibrary) throws(FileError) -> [String] {
      let paths = try library.paths(of: name)
      if !paths.isEmpty { return paths }
      throw FileError(
        file: name, expected: "a file, a folder or a hash in the library",
        found: "no such recording in \(path); 'replay library add' adds it",
        systemError: .noSuchFileOrDirectory)
    }
  }

  extension LibraryEntry {
    /// The duration, the device, the recognized gestures, and the path as the last, longest cell.
    var cells: [String] {
      let recognized = error == nil ? answers.first?.gestures.summary ?? "" : "broken"
      // Further properties of a file, as in [missing, tag slow].
      let marks = (isMissing ? ["missing"] : []) + tags.map { "tag \($0)" }
      return [
        duration.map(Cell.seconds) ?? "", deviceName.printable.prefix(columns: 24),
        recognized.printable.prefix(columns: 36),
        shortened(path: file) + (marks.isEmpty ? "" : " [\(marks.joined(separator: ", "))]"),
      ]
    }

    /// The name of the first device, or its ids.
    private var deviceName: String {
      guard let device = devices.first else { return "" }
      if !device.name.isEmpty { return device.name }
      return device.identity == "0000:0000:0000:0000" ? "" : device.identity
    }
  }

  /// A path in the form that a person in the current folder would write.
  func shortened(path: String) -> String {
    let folder = FileManager.default.currentDirectoryPath
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }
#else
  /// `replay library` without the trait `Library`: explains how to get it.
  struct LibraryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "library",
      abstract: "Keep an index of recordings (in a build with the trait Library).",
      discussion: LibraryCommand.explanation)

    static let explanation = """
      This replay is built without libraries of recordings, which need SQLite. Released programs \
      have them. To build one: install SQLite's headers (Debian: libsqlite3-dev), then

        swift build -c release --product replay --traits default,Library
      """

    @Argument(parsing: .captureForPassthrough, help: .hidden)
    var arguments: [String] = []

    func run() throws { throw ValidationError(LibraryCommand.explanation) }
  }
#endif
