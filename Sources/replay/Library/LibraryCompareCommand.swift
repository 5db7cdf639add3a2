#if Library
  import Pictures
  import RecordingLibrary
  import SystemPackage

  struct LibraryCompareCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
      commandName: "compare",
      abstract: "Print the recordings that two profiles or two versions answer differently.",
      discussion: """
        Each side is a profile (uikit, my.yml), a version (0.1.0) or both (uikit@0.1.0). Answers under a profile \
        that the library lacks are computed and kept, for which it has to be writable; those of another version \
        are the ones that it gave. A difference is better or worse if the labels say so.

        -o FOLDER draws a page for each difference, with both answers beside each other, as 'plot \
        --compare-profile' does; an older version's answers cannot be drawn, and its pages show the new ones.

        EXAMPLES
          replay library compare standard uikit
          replay library compare standard my.yml --label swipe -o pages
          replay library compare 0.1.0 standard --json |
            jq 'select(.judgement == "worse").file'
        """)

    @Argument(help: "The answers before: a profile, a version or profile@version.")
    var old: String

    @Argument(help: "The answers after, likewise.")
    var new: String

    @Flag(help: "Also print recordings of which only a number differs, such as a time.")
    var exact = false

    @OptionGroup(title: "Conditions") var filter: LibraryFilter

    @Flag(help: "Print JSON Lines, one object a line, instead of a table.")
    var json = false

    @Option(
      name: .shortAndLong,
      folder: "Draw a page for each difference in this folder, which is created.")
    var output: String?

    @Option(
      help: .value("count", "The most pages to draw; 50 by default."), transform: LimitOption.count)
    var pages = 50

    @OptionGroup var jobs: JobsOption
    @OptionGroup var library: LibraryOptions
    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
      try reject(if: old == new, "the same answers twice: \(old.printable)")
      try reject(if: output == "-", "--output takes a folder for pages")
      if let output, PictureFormat(path: output) != nil {
        throw ValidationError(
          "\(output.printable): --output takes a folder, for a page of each difference")
      }
      // The name of an existing folder may look like that of a file.
      if let output, !InputFiles.isFolder(output) { try Files.checkEnding(of: output, among: []) }
    }

    func run(_ console: Console) throws {
      // A folder that cannot be made is an error before anything is computed.
      if let output, !InputFiles.isFolder(output), mkdir(output, 0o777) != 0 {
        throw FileError.cannotWrite(output, Errno(rawValue: errno))
      }
      let opened = try library.open(.reading)
      let versions = try opened.versions()
      let before = try ComparedAnswers(parsing: old, versions: versions)
      let after = try ComparedAnswers(parsing: new, versions: versions)
      var addition = LibraryAddition()
      addition.jobs = jobs.count
      var comparison = try opened.compare(
        before, after, of: try filter.query(), isExact: exact, addition,
        progress: console.progress.update(_:of:)
      ) { event in
        if case .failed(let error) = event { console.report(error) }
      }
      if let output { draw(&comparison, of: [before, after], from: opened, in: output, console) }
      show(comparison, console)
    }

    private func show(_ comparison: LibraryComparison, _ console: Console) {
      if json {
        for difference in comparison.differences { console.print(difference.appendJSON) }
      } else if !comparison.differences.isEmpty {
        console.printTable(
          [.left("OLD"), .left("NEW"), .left("LABELS"), .path("FILE")],
          comparison.differences.map { difference in
            [
              cell(difference.old), cell(difference.new), difference.judgement?.rawValue ?? "",
              shortened(path: difference.file),
            ]
          })
      }
      if comparison.incomparable > 0 {
        console.note(
          "\(old) and \(new)",
          "\(comparison.incomparable.counted("recording")) without both answers left out")
      }
      var parts = ["\(comparison.differences.count) of \(comparison.compared) recordings differ"]
      for judgement in [LibraryDifference.Judgement.better, .worse] {
        let count = comparison.count(judgement)
        if count > 0 { parts.append("\(count) \(judgement.rawValue)") }
      }
      console.flush()
      console.summarize(parts.joined(separator: ", "))
    }

    private func cell(_ answer: LibraryEntry.Answer) -> String {
      answer.gestures.summary.printable.prefix(columns: 28)
    }

    // MARK: Drawing

    /// Draws a page for each difference.
    private func draw(
      _ comparison: inout LibraryComparison, of sides: [ComparedAnswers],
      from opened: RecordingLibrary, in folder: String, _ console: Console
    ) {
      var drawn = 0
      for index in comparison.differences.indices.prefix(pages) {
        let difference = comparison.differences[index]
        let base = FilePath(difference.file).stem ?? ""
        let page = "\(folder)/\(base)-\((difference.hash ?? "").prefix(8)).html"
        do {
          let plots = try plots(of: difference.file, sides, opened)
          if plots.isEmpty { continue }
          try PictureFile.write(
            plots, to: page, format: .html, isComparison: plots.count > 1,
            madeOf: [library.path, old, new, difference.file])
          comparison.differences[index].page = page
          drawn += 1
        } catch {
          console.report(error)
        }
      }
      let rest = comparison.differences.count - pages
      if rest > 0 {
        console.note(folder, "\(rest.counted("further difference")) not drawn (--pages draws more)")
      }
      if drawn > 0 { console.confirm(folder, drawn.counted("page")) }
    }

    /// The plots of both answers, if this program can compute them.
    private func plots(
      of path: String, _ sides: [ComparedAnswers], _ opened: RecordingLibrary
    ) throws(FileError) -> [Plot] {
      var plots: [Plot] = []
      var options = ReplayOptions()
      options.device = try opened.description(for: path)
      for side in sides {
        guard case .computed(let source) = side else { continue }
        options.profile = source.profile
        guard var plot = try Plot.touches(path: path, options: options).first else { continue }
        plot.title += ", profile \(source.profile.name)"
        plots.append(plot)
      }
      return plots
    }
  }
#endif
