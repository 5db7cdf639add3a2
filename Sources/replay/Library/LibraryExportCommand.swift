#if Library
  import Conversion
  import RecordingLibrary

  struct LibraryExportCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
      commandName: "export",
      abstract: "Write the library as a table for other programs: CSV or JSON Lines.",
      discussion: """
        --table names the rows: recordings (one a file), gestures (one a gesture, with its state \
        and all its numbers), labels, or failures (one a recognizer and reason). The columns of a .csv are the keys of the \
        rows in .jsonl.

        EXAMPLES
          replay library export -o recordings.csv
          replay library export --table gestures --device 'Synaptics*' -o gestures.csv
          replay library export --table failures --to-format csv -o - | head -3
        """)

    @Option(name: .shortAndLong, file: "The file to write; - is standard output.")
    var output: String

    @Option(help: .format("csv or jsonl"))
    var toFormat: LibraryExportFormat?

    @Option(help: .value("rows", "The rows: recordings, gestures, labels or failures."))
    var table = LibraryTable.recordings

    @OptionGroup(title: "Conditions") var filter: LibraryFilter
    @OptionGroup var answers: AnswerSetOption
    @OptionGroup var library: LibraryOptions
    @OptionGroup var verbosity: VerbosityOptions

    private var format: LibraryExportFormat {
      get throws { try toFormat ?? LibraryExportFormat(forName: output) }
    }

    func validate() throws {
      try Files.refuse(output, asOneOf: [library.path])
      _ = try format
    }

    func run(_ console: Console) throws {
      let format = try format
      let opened = try library.open(.reading)
      let query = try filter.query(answers.set(in: opened))
      let sink = try ByteSink(path: output, madeOf: [library.path])
      var rows = 0
      if format == .csv {
        let writer = RecordTable(sink, columns: table.columns)
        try opened.forEachRow(of: table, query) { writer.add($0) }
        try writer.finish()
        rows = writer.rows
      } else {
        try opened.forEachRow(of: table, query) { row in
          rows += 1
          var line: [UInt8] = []
          row.appendJSON(to: &line)
          line.append(UInt8(ascii: "\n"))
          try sink.append(line)
        }
        try sink.finish()
      }
      console.confirm(output, rows.counted("row"))
    }
  }

  extension LibraryTable: ExpressibleByArgument {}

  enum LibraryExportFormat: String, CaseIterable, ExpressibleByArgument {
    case csv
    case jsonl

    /// The format for the name of a file; throws for other names, with a hint on what they mean.
    init(forName path: String) throws {
      self = try Files.format(
        forName: path, expected: ".csv or .jsonl", hint: LibraryExportFormat.hint,
        find: { $0 == "ndjson" ? .jsonl : Self(rawValue: $0) })
    }

    private static func hint(_ ending: String, _ stem: String) -> String {
      switch ending {
      case "parquet":
        """

        No maintained Swift library writes Parquet. Write CSV, and convert that with pyarrow or DuckDB:
          python3 -c "import pyarrow.csv as c, pyarrow.parquet as p; p.write_table(c.read_csv('\(stem).csv'), '\(stem).parquet')"
          duckdb -c "COPY (FROM '\(stem).csv') TO '\(stem).parquet'"
        """
      case "json": "\nJSON Lines are named \(stem).jsonl."
      case "sqlite", "db": "\nThe library is a database of SQLite itself; 'sqlite3' reads it."
      default: ""
      }
    }
  }
#endif
