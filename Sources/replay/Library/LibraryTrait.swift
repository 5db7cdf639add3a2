#if !Library
  import ArgumentParser

  /// `replay library` without the trait `Library`: explains how to get it.
  struct LibraryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "library",
      abstract: "Keep an index of recordings (in a build with the trait Library).",
      discussion: LibraryCommand.explanation)

    /// The instructions for building the command.
    static let explanation = """
      This replay is built without libraries of recordings, which need SQLite. Released programs have \
      them. To build one: install SQLite's headers (Debian: libsqlite3-dev), then

        swift build -c release --product replay --traits default,Library
      """

    @Argument(parsing: .captureForPassthrough, help: .hidden)
    var arguments: [String] = []

    func run() throws {
      throw ValidationError(LibraryCommand.explanation)
    }
  }
#endif
