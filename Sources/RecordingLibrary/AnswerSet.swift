#if Library
  public import Files
  public import Gestures
  import Playback

  /// A set of answers: `uikit`, `0.1.0` (of the standard profile), `uikit@0.1.0` or `my.yml`.
  public struct AnswerSet: Hashable, Sendable {
    public var profile: String
    /// The version of the answers; nil for the newest answer to each recording.
    public var version: String?

    public init(profile: String = Profile.standard.name, version: String? = nil) {
      self.profile = profile
      self.version = version
    }

    /// Reads a profile, a version (the current one or one of the library), or `PROFILE@VERSION`.
    public init(parsing text: String, versions: Set<String>) {
      let versions = versions.union([AnswerSource.currentVersion])
      if versions.contains(text) {
        self.init(version: text)
      } else if let at = text.lastIndex(of: "@"),
        versions.contains(String(text[text.index(after: at)...]))
      {
        self.init(profile: String(text[..<at]), version: String(text[text.index(after: at)...]))
      } else {
        self.init(profile: text)
      }
    }

    /// The id of a version's answer, as a subquery with a profile's name and a version as
    /// arguments. Of an edited profile it is the current answer, or the newest.
    static func newestAnswer(to recording: String) -> String {
      """
      (SELECT n.id FROM answer n JOIN profile q ON q.id = n.profile_id
        WHERE n.recording_id = \(recording) AND q.name = ? AND n.version = ?
        ORDER BY n.is_current DESC, n.id DESC LIMIT 1)
      """
    }
  }

  /// The source of answers: this version of the program under a profile.
  public struct AnswerSource: Hashable, Sendable {
    /// The rules and numbers of the recognizers.
    public let profile: Profile
    /// The SHA-256 hash of the profile in the form of `replay profile`.
    public let hash: String
    /// The version of the program, or another name for the answers of this build.
    public let version: String

    /// The version of this program.
    public static let currentVersion = Version.number

    public init(profile: Profile = .standard, version: String = AnswerSource.currentVersion) {
      self.profile = profile
      self.version = version
      hash = SHA256.hexadecimal(ProfileFile.text(profile).utf8)
    }
  }

  /// One side of a comparison: answers that are in the library, or that this program can compute.
  public enum ComparedAnswers: Sendable {
    case stored(AnswerSet)
    /// The answers of this program; missing ones are computed.
    case computed(AnswerSource)

    /// Reads a profile, a version or `PROFILE@VERSION`, as ``AnswerSet/init(parsing:versions:)``.
    public init(parsing text: String, versions: Set<String>) throws(FileError) {
      let set = AnswerSet(parsing: text, versions: versions)
      if let version = set.version, version != AnswerSource.currentVersion {
        self = .stored(set)
      } else {
        self = .computed(AnswerSource(profile: try ProfileFile.find(set.profile)))
      }
    }
  }
#endif
