import Checking

extension Console {
  /// Prints a verdict: its reason in bold, then the recognized gestures and the remedies, then the
  /// assumptions behind the numbers.
  func print(_ verdict: Verdict, followedByMore: Bool = false) {
    let limit = Table.limit(on: output)
    for (index, sentence) in verdict.sentences.enumerated() {
      for line in sentence.wrapped(toColumns: limit) {
        print(index == 0 ? output.styled(line, .bold) : line)
      }
    }
    for assumption in verdict.assumptions where !verdict.isRecognized {
      for line in assumption.sentence.wrapped(toColumns: limit) {
        print(output.styled(line, .yellow))
      }
    }
    if followedByMore { print("") }
  }
}
