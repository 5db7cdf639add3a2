#if Library
  import Checking
  import Evdev
  import Files
  import Gestures
  import Lab
  import Playback
  import TouchFormats

  /// The labels of one file: the gestures of its recording, and the options of reading it.
  struct FileLabels: Sendable {
    /// The gestures; nil for a file without labels.
    var gestures: [ScoreLabel.Gesture]?
    /// A device description for a recording without one.
    var device: DeviceDescription?
    /// The hash of ``device``, or empty.
    var deviceHash = ""
    /// The hash of all properties, which reveals a change.
    var hash = ""
    /// Whether labels, or a description in them, could not be read, and are unknown.
    var isUnreadable = false

    static let none = FileLabels()
  }

  /// A folder that was added to a library.
  struct LibraryFolder: Hashable, Sendable {
    var path: String
    /// The file of labels for the folder; nil if labels are found beside recordings.
    var labels: String?
  }

  /// Finds the labels of files: a `labels.v2.jsonl` in the file's folder or in one above it, up to
  /// the added folder, or else the expectations beside the file. Each file of labels and each
  /// device description is read once.
  struct LabelFinder {
    /// A file of labels, by the paths of its recordings.
    private struct Sheet {
      var labels: [String: ScoreLabel] = [:]
      var folder = ""
      var isUnreadable = false
    }

    private var sheets: [String: Sheet] = [:]
    /// The folders without a file of labels, so that each is searched once for all of its files.
    private var unlabelledFolders: Set<String> = []
    /// The device descriptions by their paths; nil for one that cannot be read.
    private var devices: [String: (description: DeviceDescription, hash: String)?] = [:]
    /// The folders of the library, the longest path first.
    private let folders: [LibraryFolder]
    private let report: (FileError) -> Void

    /// `report` gets each file of labels or description that cannot be read: new files are indexed
    /// without it, and files in the library keep their labels.
    init(_ folders: [LibraryFolder], report: @escaping (FileError) -> Void) {
      self.folders = folders.sorted { $0.path.utf8.count > $1.path.utf8.count }
      self.report = report
    }

    /// The labels of a file by its canonical path, or those in a file that was named for it.
    mutating func labels(of path: String, named: String?) -> FileLabels {
      let root = folders.first { path.hasPrefix(CanonicalPath.bounds(of: $0.path).first) }
      let sheet = sheet(for: path, in: root, named: named ?? root?.labels)
      guard let sheet, let label = sheet.labels[path] else {
        return sheet?.isUnreadable == true ? FileLabels(isUnreadable: true) : expectations(of: path)
      }
      var labels = FileLabels(gestures: label.gestures)
      var text = label.gestures.map(\.identity).joined(separator: "\n")
      if let device = label.device {
        if let (description, hash) = self.device(sheet.folder + device) {
          labels.device = description
          labels.deviceHash = hash
          text += hash
        } else {
          labels.isUnreadable = true
        }
      }
      labels.hash = SHA256.hexadecimal("labels \(text)".utf8)
      return labels
    }

    /// The file of labels that has, or is unreadable and may have, the label of a path.
    private mutating func sheet(
      for path: String, in root: LibraryFolder?, named: String?
    ) -> Sheet? {
      if let named { return sheet(named) }
      var folder = CanonicalPath.folder(of: path)
      let last = root?.path ?? folder
      while folder.utf8.count >= last.utf8.count {
        let sheet = sheet(in: folder)
        if let sheet, sheet.isUnreadable || sheet.labels[path] != nil { return sheet }
        guard folder != "/" else { break }
        folder = CanonicalPath.folder(of: folder)
      }
      return nil
    }

    /// The labels of a folder; nil without any.
    private mutating func sheet(in folder: String) -> Sheet? {
      if unlabelledFolders.contains(folder) { return nil }
      if let known = sheets[folder] { return known }
      let names = ["labels.v2.jsonl", "labels.jsonl"]
      if names.contains(where: { InputFiles.exists(CanonicalPath.inside(folder, $0)) }) {
        return sheet(folder)
      }
      unlabelledFolders.insert(folder)
      return nil
    }

    private mutating func sheet(_ path: String) -> Sheet {
      if let known = sheets[path] { return known }
      var sheet = Sheet()
      do {
        let (labels, folder) = try ScoreLabel.read(path: path)
        sheet.folder = folder
        for label in labels { sheet.labels[CanonicalPath.of(folder + label.file)] = label }
      } catch {
        report(error)
        sheet.isUnreadable = true
      }
      sheets[path] = sheet
      return sheet
    }

    private mutating func device(
      _ path: String
    ) -> (description: DeviceDescription, hash: String)? {
      if let known = devices[path] { return known }
      var device: (description: DeviceDescription, hash: String)?
      do {
        let hash = try SHA256.hexadecimal(ByteSource(path: path))
        device = (try EvemuDescription.read(path: path), hash)
      } catch {
        report(error)
      }
      devices.updateValue(device, forKey: path)
      return device
    }
  }

  extension ScoreLabel.Gesture {
    /// A text that is equal for equal labels.
    fileprivate var identity: String {
      let kinds = kinds.map(\.rawValue).joined(separator: "|")
      let tolerated = tolerated.map(\.rawValue).sorted().joined(separator: "|")
      return [
        kinds, tolerated, "\(start)", "\(end)", touches.map { "\($0)" } ?? "-",
        taps.map { "\($0)" } ?? "-", direction ?? "-", name ?? "-", motion?.rawValue ?? "-",
      ].joined(separator: "\t")
    }
  }

  // MARK: - Expectations

  extension LabelFinder {
    /// The gestures of the `NAME.gestures.jsonl` beside a recording, as labels.
    private func expectations(of path: String) -> FileLabels {
      do {
        let file = try ExpectationFile.read(path: ExpectationFile.path(forTrace: path))
        guard let file else { return .none }
        let text = file.lines.map(\.text).joined(separator: "\n")
        return FileLabels(
          gestures: file.lines.compactMap(LabelFinder.gesture),
          hash: SHA256.hexadecimal("expectations \(text)".utf8))
      } catch {
        report(error)
        return FileLabels(isUnreadable: true)
      }
    }

    /// An expected gesture as a label; nil for a line without a kind, or for a cancelled gesture.
    private static func gesture(_ line: ExpectationFile.Line) -> ScoreLabel.Gesture? {
      guard let kind = line.text(of: "gesture").flatMap(Gesture.Kind.init) else { return nil }
      if let state = line.text(of: "state"), !["recognized", "ended"].contains(state) {
        return nil
      }
      let start = line.number(of: "start_s") ?? line.number(of: "time_s") ?? 0
      return ScoreLabel.Gesture(
        kinds: [kind], start: start, end: max(start, line.number(of: "time_s") ?? .infinity),
        touches: line.number(of: "touches").map { Int(exactly: $0) ?? 0 },
        taps: line.number(of: "taps").map { Int(exactly: $0) ?? 0 },
        direction: line.text(of: "direction"),
        name: line.text(of: "name"), motion: nil, tolerated: [])
    }
  }
#endif
