#if Library
  public import Evdev
  public import Files
  import GRDB
  import Gestures
  import Playback
  import Synchronization
  import SystemPackage

  /// The options of adding files to a library.
  public struct LibraryAddition: Sendable {
    /// The profile and the version of the answers.
    public var source = AnswerSource()
    /// A file of labels, or a folder with one; nil looks for labels beside recordings.
    public var labels: String?
    /// Whether all files are read again, even unchanged ones.
    public var readsAll = false
    /// Whether files that are gone are removed instead of being marked as missing.
    public var removesMissing = false
    /// The number of threads.
    public var jobs = ParallelWork.usualJobs

    public init() {}
  }

  /// The result for an added file.
  public enum LibraryEvent: Sendable {
    /// A recording that is new to the library under this path, or has changed.
    case added(String)
    case changed(String)
    /// A recording that is already in the library.
    case unchanged(String)
    /// A recording that cannot be read, stored with its error.
    case broken(String, FileError)
    /// A file in an added folder that is not a recording, and the kind of file.
    case skipped(String, kind: String)
    /// A file of the library that is gone.
    case missing(String)
    /// A path, a file of labels or a description that cannot be read.
    case failed(FileError)
  }

  extension RecordingLibrary {
    /// Adds recordings and folders of them, or again those that were added before: reads files
    /// whose size or time of modification has changed or that could not be read, replays those with
    /// another content or other labels, and marks missing ones. `progress` gets the number of bytes
    /// done and of all, `body` the result for each file, on the caller's thread.
    public func add(
      _ paths: [String], _ addition: LibraryAddition, progress: (Int, Int) -> Void = { _, _ in },
      _ body: (LibraryEvent) -> Void
    ) throws(FileError) {
      let paths = paths.isEmpty ? try folders() : paths
      try withoutActuallyEscaping(body) { body throws(FileError) in
        var plan = LibraryPlan(
          paths, addition, known: try knownFolders(), namedLabels: try namedLabels(),
          report: { body(.failed($0)) })
        try read { try plan.compare(with: $0) }
        try perform(plan, addition, progress, body)
      }
    }

    /// The device description in the labels of a file by a path of ``paths(of:)``, with which a
    /// recording without one is read; nil without such a label.
    public func description(for path: String) throws(FileError) -> DeviceDescription? {
      let named = try read {
        try String.fetchOne($0, sql: "SELECT labels FROM file WHERE path = ?", arguments: [path])
      }
      var failure: FileError?
      var finder = LabelFinder(try knownFolders()) { failure = $0 }
      let labels = finder.labels(of: path, named: named)
      if let failure { throw failure }
      return labels.device
    }

    /// The folders that were added, in order.
    public func folders() throws(FileError) -> [String] {
      try knownFolders().map(\.path)
    }

    private func knownFolders() throws(FileError) -> [LibraryFolder] {
      try read { database in
        try Row.fetchAll(database, sql: "SELECT path, labels FROM folder ORDER BY path").map {
          LibraryFolder(path: $0["path"], labels: $0["labels"])
        }
      }
    }

    /// The files of labels for single files, by the paths of these.
    private func namedLabels() throws(FileError) -> [String: String] {
      try read { database in
        let rows = try Row.fetchAll(
          database, sql: "SELECT path, labels FROM file WHERE labels IS NOT NULL")
        return Dictionary(uniqueKeysWithValues: rows.map { ($0["path"], $0["labels"]) })
      }
    }

    /// The most products of a transaction, for which other processes have to wait.
    private static let maximumBatchSize = 100

    private func perform(
      _ plan: LibraryPlan, _ addition: LibraryAddition, _ progress: (Int, Int) -> Void,
      _ body: (LibraryEvent) -> Void
    ) throws(FileError) {
      for event in plan.events { body(event) }
      let work = plan.work
      let total = work.reduce(0) { $0 + $1.bytes }
      var done = 0
      var batch: [LibraryProduct] = []
      var failure: FileError?
      // Set for the threads that read files when the library can no longer be written.
      let isStopped = Atomic(false)
      func write(_ least: Int) {
        guard failure == nil, batch.count >= least, !batch.isEmpty else { return }
        do {
          let events = try self.write { database in
            try batch.map(LibraryWriter(database, addition.source).write)
          }
          for event in events { body(event) }
        } catch {
          failure = error
          isStopped.store(true, ordering: .relaxed)
        }
        batch.removeAll(keepingCapacity: true)
      }
      ParallelWork.run(work.count, jobs: addition.jobs) { index in
        isStopped.load(ordering: .relaxed)
          ? nil : LibraryProduct(work[index], addition.source, self)
      } consume: { (index, product: LibraryProduct?) in
        guard let product, failure == nil else { return }
        batch.append(product)
        write(RecordingLibrary.maximumBatchSize)
        done += work[index].bytes
        progress(done, total)
      }
      write(1)
      if let failure { throw failure }
      for event in try self.write({ try LibraryWriter.finish(plan, addition, $0) }) {
        body(event)
      }
    }
  }

  // MARK: - Plan

  struct LibraryWork: Sendable {
    var path: String
    /// Whether the caller named the file; a file of a folder need not be a recording.
    var isNamed: Bool
    var bytes: Int
    var modified: Int64
    var labels: FileLabels
    /// The separate file of labels for this file; nil for the one of its folder, or beside it.
    var namedLabels: String?
    /// The content and labels of the last time; nil for a new file.
    var previous: (hash: String?, labelHash: String, isAnswered: Bool)?
    /// Whether a known content is replayed again.
    var replaysAgain: Bool
  }

  /// The plan of the files to read, without those that have not changed.
  struct LibraryPlan {
    private(set) var work: [LibraryWork] = []
    private(set) var events: [LibraryEvent] = []
    /// The canonical paths of all found files.
    private(set) var found: Set<String> = []
    /// The canonical paths of the added folders.
    private(set) var folders: [LibraryFolder] = []
    /// Paths that do not exist, but may be in the library.
    private(set) var gone: [String] = []
    private let addition: LibraryAddition

    init(
      _ paths: [String], _ addition: LibraryAddition, known: [LibraryFolder],
      namedLabels: [String: String], report: @escaping (FileError) -> Void
    ) {
      self.addition = addition
      let labels = addition.labels.map(CanonicalPath.of)
      let roots = paths.map(CanonicalPath.of)
      for path in roots where InputFiles.isFolder(path) {
        let former = known.first { $0.path == path }
        folders.append(LibraryFolder(path: path, labels: labels ?? former?.labels))
      }
      let added = Set(folders.map(\.path))
      var finder = LabelFinder(folders + known.filter { !added.contains($0.path) }, report: report)
      for path in roots {
        guard InputFiles.exists(path) else {
          gone.append(path)
          continue
        }
        for entry in InputFiles.expand([path]) {
          switch entry {
          case .failure(let error): events.append(.failed(error))
          case .skipped(let path, let kind): events.append(.skipped(path, kind: kind))
          case .file(let file):
            // Labels of a folder replace those of its files.
            let former = labels == nil ? namedLabels[file.path] : nil
            let named = labels ?? former
            add(
              file, labels: finder.labels(of: file.path, named: named),
              namedLabels: file.isNamed ? named : former)
          }
        }
      }
    }

    private mutating func add(_ file: InputFile, labels: FileLabels, namedLabels: String?) {
      // A file that occurs twice, or also within a folder, counts once.
      guard found.insert(file.path).inserted else { return }
      var status = stat()
      guard stat(file.path, &status) == 0 else {
        events.append(.failed(.cannotRead(file.path, Errno(rawValue: errno))))
        return
      }
      guard status.st_mode & S_IFMT == S_IFREG else {
        events.append(.skipped(file.path, kind: "not a regular file"))
        return
      }
      let modified = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
      work.append(
        LibraryWork(
          path: file.path, isNamed: file.isNamed, bytes: Int(status.st_size), modified: modified,
          labels: labels, namedLabels: namedLabels, replaysAgain: addition.readsAll))
    }

    /// Removes the files that have not changed, and have an answer or a broken content, from the
    /// plan.
    mutating func compare(with database: Database) throws {
      let statement = try database.makeStatement(
        sql: """
          SELECT f.bytes, f.modified_ns, f.hash, f.labels, f.label_hash, f.is_missing, f.error,
            EXISTS (
              SELECT 1 FROM answer a JOIN profile p ON p.id = a.profile_id
              WHERE a.recording_id = f.recording_id AND p.name = :name AND p.hash = :hash
                AND a.version = :version AND a.is_current AND (f.label_hash = '' OR EXISTS (
                  SELECT 1 FROM score s WHERE s.answer_id = a.id AND s.file_id = f.id))
            ) AS is_answered
          FROM file f WHERE f.path = :path
          """)
      let source = addition.source
      work = try work.compactMap { item -> LibraryWork? in
        let row = try Row.fetchOne(
          statement,
          arguments: [
            "name": source.profile.name, "hash": source.hash, "version": source.version,
            "path": item.path,
          ])
        guard let row else { return item }
        let isSame =
          row["bytes"] == item.bytes && row["modified_ns"] == item.modified
          && row["label_hash"] == item.labels.hash && (row["labels"] as String?) == item.namedLabels
          && row["is_missing"] == false
        // Without a hash, it could not be read: permissions change neither its size nor its time.
        let isKnownBroken = (row["error"] as String?) != nil && (row["hash"] as String?) != nil
        let isDone = row["is_answered"] == true || isKnownBroken
        // The file is read when its labels can be read again: until then it keeps its present ones.
        if item.labels.isUnreadable || isSame && isDone && !addition.readsAll {
          events.append(.unchanged(item.path))
          return nil
        }
        var item = item
        item.previous = (row["hash"], row["label_hash"], row["is_answered"])
        return item
      }
      for path in gone {
        let isWithin = CanonicalPath.isWithin(path)
        let known: SQLRequest<Int> = "SELECT 1 FROM file WHERE \(isWithin) LIMIT 1"
        if try known.fetchOne(database) == nil {
          events.append(.failed(.cannotRead(path, .noSuchFileOrDirectory)))
        }
      }
    }
  }
#endif
