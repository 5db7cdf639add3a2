#if Library
  import RecordingLibrary

  struct LibraryTagCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
      commandName: "tag", abstract: "Add tags to recordings, or remove them.",
      discussion: """
        The last argument is the file, the folder or the hash; those before it are tags. Tags belong to the \
        content: they stay when a file moves.

        EXAMPLES
          replay library tag slow reviewed Traces/pan.evemu
          replay library tag --remove slow Traces/pan.evemu
          replay library list tags
        """)

    @Argument(
      file: "Tags, and last the file, the folder or the first digits of a content hash.",
      as: "tag ... file")
    var words: [String]

    @Flag(help: "Remove these tags.")
    var remove = false

    @OptionGroup var library: LibraryOptions
    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
      try reject(
        if: words.count <= 1, "expected a tag and a file, as in 'replay library tag slow a.evemu'")
      for tag in words.dropLast() where !RecordingLibrary.isTag(tag) {
        throw ValidationError(
          "'\(tag.printable)': a tag is a word of letters, digits and -_.:/+=@, of at most "
            + "\(RecordingLibrary.maximumTagLength) bytes")
      }
    }

    func run(_ console: Console) throws {
      let opened = try library.openExisting()
      let paths = try library.paths(of: words[words.count - 1], in: opened)
      let tags = Array(words.dropLast())
      let count = try opened.tag(paths, adding: remove ? [] : tags, removing: remove ? tags : [])
      let names = tags.joined(separator: ", ").printable
      console.summarize("\(count.counted("recording")) \(remove ? "without" : "with") \(names)")
    }
  }

  struct LibraryRemoveCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Remove recordings from the library; the files stay.",
      discussion: """
        EXAMPLES
          replay library remove old-recordings
          replay library remove --missing        those whose files are gone
        """)

    @Argument(file: "Files, folders, or the first digits of content hashes.", as: "file|hash")
    var names: [String] = []

    @Flag(help: "Remove the recordings whose files are gone.")
    var missing = false

    @OptionGroup var library: LibraryOptions
    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
      try reject(if: missing == !names.isEmpty, "expected the recordings to remove, or --missing")
    }

    func run(_ console: Console) throws {
      let opened = try library.openExisting()
      var paths: [String] = []
      for name in names { paths += try library.paths(of: name, in: opened) }
      let count = try opened.remove(missing ? nil : paths)
      console.summarize("\(count.counted("recording")) removed from the library")
    }
  }
#endif
