/// One setting of a profile that is no number: a word, or several, out of a few.
public struct ProfileChoice: Sendable {
  /// As in `pan.endsOn`.
  public let key: String
  /// The words that there are.
  public let choices: [String]
  /// Whether it is a list, of any number of them.
  public let isList: Bool
  public let summary: String
  /// The words of a profile, in the order of ``choices``.
  public let words: @Sendable (Profile) -> [String]
  /// Puts some of ``choices`` into a profile.
  public let set: @Sendable ([String], inout Profile) -> Void
}

extension Profile {
  /// Every setting of a profile that is no number, in the order in which it is written.
  public static let choices: [ProfileChoice] = [
    recognitionTiming("longPress", \.longPress.recognitionTiming),
    endsOn("longPress", \.longPress.endsOn),
    yesOrNo(
      "swipe.allowsDiagonals", \.swipe.allowsDiagonals, "standard: whether it can go diagonally"),
    word(
      "swipe.recognitionTiming", \.swipe.recognitionTiming,
      "standard: whether it waits for the fingers to lift"),
    recognitionTiming("pan", \.pan.recognitionTiming),
    endsOn("pan", \.pan.endsOn),
    edges("edgePan.edges", \.edgePan.edges, "where it begins"),
    recognitionTiming("edgePan", \.edgePan.recognitionTiming),
    endsOn("edgePan", \.edgePan.endsOn),
    recognitionTiming("pinch", \.pinch.recognitionTiming),
    endsOn("pinch", \.pinch.endsOn),
    recognitionTiming("rotation", \.rotation.recognitionTiming),
    endsOn("rotation", \.rotation.endsOn),
    recognitionTiming("tapAndDrag", \.tapAndDrag.recognitionTiming),
    endsOn("tapAndDrag", \.tapAndDrag.endsOn),
  ]

  private typealias Path<Value> = any WritableKeyPath<Profile, Value> & Sendable

  private static func recognitionTiming(
    _ recognizer: String, _ path: Path<GestureTiming>
  ) -> ProfileChoice {
    word("\(recognizer).recognitionTiming", path, "whether it waits for the fingers to lift")
  }

  private static func endsOn(
    _ recognizer: String, _ path: Path<GestureEnding>
  ) -> ProfileChoice {
    word("\(recognizer).endsOn", path, "the finger with which it ends")
  }

  private static func word<
    Value: CaseIterable & RawRepresentable<String> & SendableMetatype
  >(
    _ key: String, _ path: Path<Value>, _ summary: String
  ) -> ProfileChoice {
    ProfileChoice(
      key: key, choices: Value.allCases.map(\.rawValue), isList: false, summary: summary,
      words: { [$0[keyPath: path].rawValue] },
      set: { words, profile in
        if let value = words.first.flatMap(Value.init) { profile[keyPath: path] = value }
      })
  }

  private static func yesOrNo(
    _ key: String, _ path: Path<Bool>, _ summary: String
  ) -> ProfileChoice {
    ProfileChoice(
      key: key, choices: ["true", "false"], isList: false, summary: summary,
      words: { [$0[keyPath: path] ? "true" : "false"] },
      set: { words, profile in profile[keyPath: path] = words.first == "true" })
  }

  private static func edges(
    _ key: String, _ path: Path<EdgePanRecognizer.Edges>, _ summary: String
  ) -> ProfileChoice {
    let names: [(String, EdgePanRecognizer.Edges)] = [
      ("left", .left), ("right", .right), ("top", .top), ("bottom", .bottom),
    ]
    return ProfileChoice(
      key: key, choices: names.map(\.0), isList: true, summary: summary,
      words: { profile in
        names.filter { profile[keyPath: path].contains($0.1) }.map(\.0)
      },
      set: { words, profile in
        profile[keyPath: path] = EdgePanRecognizer.Edges(
          names.filter { words.contains($0.0) }.map(\.1))
      })
  }
}
