#if Library
  import RecordingLibrary

  struct LibraryShowCommand: ResultsCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Print all that is known of recordings: answers, failed attempts, labels, tags.",
      discussion: """
        EXAMPLES
          replay library show Traces/swipes.evemu
          replay library show 3f9a01c2
          replay library show --json Traces/swipes.evemu | jq .answers
        """)

    @Argument(file: "Files or folders, or the first digits of content hashes.", as: "file|hash")
    var names: [String]

    @OptionGroup var results: ResultOptions
    @OptionGroup var library: LibraryOptions
    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws { try results.check(inputs: names + [library.path]) }

    func run(_ console: Console) throws {
      let opened = try library.read(for: console)
      for name in names {
        do {
          for path in try library.paths(of: name, in: opened) {
            guard let entry = try opened.entry(of: path) else { continue }
            if results.isJSON {
              console.print(entry.appendJSON)
              continue
            }
            console.printGap()
            console.printHeading(shortened(path: entry.file))
            console.printProperties(entry.rows)
          }
        } catch {
          console.report(error)
        }
      }
    }
  }

  extension LibraryEntry {
    /// All known properties, a name and a text for each line.
    fileprivate var rows: [(name: String, text: String)] {
      var rows: [(name: String, text: String)] = []
      if isMissing { rows.append(("missing", "the file was gone when its folder was last added")) }
      if let error { rows.append(("error", error)) }
      if let hash { rows.append(("hash", hash)) }
      if let format { rows.append(("format", "\(format), \(bytes) bytes")) }
      for device in devices { rows.append(("device", device.text)) }
      if let duration {
        let touches = (contacts ?? 0).counted("touch", "touches")
        let palms = self.palms.map { $0 > 0 ? ", \($0.counted("palm"))" : "" } ?? ""
        rows.append(("duration", "\(Cell.seconds(duration)), \(touches)\(palms)"))
      }
      if !tags.isEmpty { rows.append(("tags", tags.joined(separator: ", "))) }
      if let labels {
        rows.append(("labels", labels.isEmpty ? "no gestures" : ""))
        rows += labels.map { ("", "\($0.summary) at \(Cell.seconds($0.start))") }
      }
      for answer in answers {
        rows.append((answer.profile, answer.text))
        rows += (answer.failures ?? []).map { ("", $0.text) }
      }
      return rows
    }
  }

  extension LibraryEntry.Device {
    fileprivate var text: String {
      var parts = [name.isEmpty ? "unnamed" : name]
      if identity != "0000:0000:0000:0000" { parts[0] += " (\(identity))" }
      if let kind { parts.append(kind) }
      if let width, let height {
        let size = Size(width: width, height: height).millimetresText
        parts.append(isSizeAssumed == true ? "\(size) assumed" : size)
      }
      return parts.joined(separator: ", ")
    }
  }

  extension LibraryEntry.Answer {
    fileprivate var text: String {
      var text = "\(gestures.summary) (version \(version)"
      if let found, let missed, let falseReports {
        text += "; of the labels \(found) found, \(missed) missed, \(falseReports) false"
      }
      return text + ")"
    }
  }

  extension LibraryEntry.Failure {
    fileprivate var text: String {
      let place = count > 1 ? "\(count) times, first at" : "at"
      return "failed \(gesture ?? "contact"):\(reason), \(place) \(Cell.seconds(time)): \(sentence)"
    }
  }
#endif
