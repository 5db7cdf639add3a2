#if Library
  import Files

  /// A file of a library with the indexed properties of its recording, as a line of JSON.
  public struct LibraryEntry: Hashable, JSONObject {
    public struct Device: Hashable, JSONObject {
      public var name: String
      /// The bus, vendor, product and version in hexadecimal digits, as in `0011:0002:0007:01b1`.
      public var identity: String
      /// The kind, `touchpad` or `touchscreen`; nil if the touch area is unknown.
      public var kind: String?
      /// The size of the touch area in mm.
      public var width: Double?
      public var height: Double?
      /// Whether the size is an assumption.
      public var isSizeAssumed: Bool?
    }

    /// A gesture of a recording by its labels.
    public struct Label: Hashable, JSONObject {
      /// The kinds as which it may be recognized.
      public var gestures: [String]
      public var touches: Int?
      public var taps: Int?
      public var direction: String?
      public var name: String?
      /// The start in seconds from the first event.
      public var start: Double
      public var end: Double
    }

    /// A gesture of an answer.
    public struct Found: Hashable, JSONObject {
      public var gesture: String
      /// `recognized`, `ended` or `cancelled`.
      public var state: String?
      public var touches: Int?
      public var taps: Int?
      public var direction: String?
      public var name: String?
    }

    /// Attempts of a recognizer that failed for the same reason.
    public struct Failure: Hashable, JSONObject {
      /// The recognizer; nil for contacts that are palms.
      public var gesture: String?
      /// The reason, as in `deviation`; see ``Gestures/FailureReason/Cause``.
      public var reason: String
      public var count: Int
      /// The time of the first failure in seconds from the first event, and its sentence.
      public var time: Double
      public var sentence: String
    }

    /// The gestures under a profile by a version, with the cancelled ones.
    public struct Answer: Hashable, JSONObject {
      public var profile: String
      public var profileHash: String
      public var version: String
      public var gestures: [Found]
      /// The records of the gestures as lines of JSON; nil if they were not requested.
      var records: [String]?
      /// The failures; nil if they were not requested.
      public var failures: [Failure]?
      /// The comparison with the labels; nil without labels.
      public var found: Int?
      public var missed: Int?
      public var falseReports: Int?
    }

    /// The absolute path.
    public var file: String
    /// The SHA-256 hash of the content in hexadecimal digits; nil if the content could not be read.
    public var hash: String?
    public var bytes: Int
    /// Whether the file was gone at the last check.
    public var isMissing: Bool
    /// The reason why the recording could not be read; nil if it could.
    public var error: String?
    public var format: String?
    public var duration: Double?
    public var reportRate: Double?
    public var contacts: Int?
    public var palms: Int?
    public var maxTouches: Int?
    /// The devices, beginning with the first that was touched.
    public var devices: [Device] = []
    /// The labels; nil for a file without labels, empty if its label has no gestures.
    public var labels: [Label]?
    public var tags: [String] = []
    /// The requested answers, the newest first.
    public var answers: [Answer] = []

    public func add(to line: inout JSONLine) {
      line.add("v", JSONLine.schemaVersion)
      line.add("file", file)
      line.add("hash", hash)
      line.add("bytes", bytes)
      if isMissing { line.add("missing", true) }
      line.add("error", error)
      line.add("format", format)
      line.add("device", devices.first)
      if devices.count > 1 { line.add("devices", devices) }
      addMeasures(to: &line)
      if let labels { line.add("labels", labels) }
      if !tags.isEmpty { line.add("tags", list: tags.map(JSONLine.quoted)) }
      if !answers.isEmpty { line.add("answers", answers) }
    }

    func addMeasures(to line: inout JSONLine) {
      line.add("duration_s", duration, decimals: 6)
      line.add("report_rate_hz", reportRate, decimals: 3)
      line.add("touches", contacts)
      line.add("palms", palms)
      line.add("max_touches", maxTouches)
    }
  }

  // MARK: - Parts

  extension LibraryEntry.Device {
    public func add(to line: inout JSONLine) {
      if !name.isEmpty { line.add("name", name) }
      line.add("id", identity)
      line.add("kind", kind)
      line.add("width_mm", width, decimals: 2)
      line.add("height_mm", height, decimals: 2)
      if let isSizeAssumed { line.add("size_assumed", isSizeAssumed) }
    }
  }

  extension LibraryEntry.Label {
    public func add(to line: inout JSONLine) {
      line.add("gestures", list: gestures.map(JSONLine.quoted))
      addProperties(to: &line)
    }

    /// Adds all members but the kinds.
    func addProperties(to line: inout JSONLine) {
      line.add(touches: touches, taps: taps, direction: direction, name: name)
      line.add("start_s", start, decimals: 6)
      line.add("end_s", end, decimals: 6)
    }

    /// The label in a few words, as in `swipe or pan left`.
    public var summary: String {
      LibraryEntry.Found(
        gesture: gestures.joined(separator: " or "), touches: touches, taps: taps,
        direction: direction, name: name
      ).summary
    }
  }

  extension LibraryEntry.Found {
    public func add(to line: inout JSONLine) {
      line.add("gesture", gesture)
      line.add("state", state)
      line.add(touches: touches, taps: taps, direction: direction, name: name)
    }

    /// The gesture in a few words, as in `tap, 2 touches, 2 taps` and `pan left, cancelled`.
    public var summary: String {
      var text = [gesture, direction, name].compactMap { $0 }.joined(separator: " ")
      if let touches, touches > 1 { text += ", \(touches) touches" }
      if let taps, taps > 1 { text += ", \(taps) taps" }
      if state == "cancelled" { text += ", cancelled" }
      return text
    }
  }

  extension LibraryEntry.Failure {
    public func add(to line: inout JSONLine) {
      line.add("gesture", gesture)
      line.add("reason", reason)
      line.add("count", count)
      line.add("time_s", time, decimals: 6)
      line.add("sentence", sentence)
    }
  }

  extension LibraryEntry.Answer {
    public func add(to line: inout JSONLine) {
      line.add("profile", profile)
      line.add("profile_hash", profileHash)
      line.add("version", version)
      line.add("gestures", gestures)
      if let failures { line.add("failures", failures) }
      addScore(to: &line)
    }

    func addScore(to line: inout JSONLine) {
      line.add("found", found)
      line.add("missed", missed)
      line.add("false_reports", falseReports)
    }
  }

  extension [LibraryEntry.Found] {
    /// Gestures in a few words, as in `tap (3 times); swipe left`; `nothing` for none.
    public var summary: String {
      if isEmpty { return "nothing" }
      var parts: [(text: String, count: Int)] = []
      for text in map(\.summary) {
        if parts.last?.text == text {
          parts[parts.count - 1].count += 1
        } else {
          parts.append((text, 1))
        }
      }
      return parts.map { $0.count > 1 ? "\($0.text) (\($0.count) times)" : $0.text }
        .joined(separator: "; ")
    }
  }
#endif
