import Shapes

/// How well the standard set recognizes the drawings of files, without teaching.
struct StandardSet {
  /// The classes of the files and their standard shapes; other classes are unknown.
  private static let names = [
    "arrow": "arrow", "caret": "caret", "check": "check", "circle": "circle",
    "delete_mark": "delete-mark", "left_curly_brace": "left-brace",
    "left_sq_bracket": "left-bracket", "pigtail": "pigtail", "question_mark": "question-mark",
    "rectangle": "rectangle", "right_curly_brace": "right-brace",
    "right_sq_bracket": "right-bracket", "star": "star", "triangle": "triangle", "v": "v",
    "x": "x", "X": "x", "arrowhead": "arrow", "five_point_star": "star",
  ]

  /// The files, with what their drawings are.
  let files: [(name: String, file: StrokeFile)]

  /// A row for each class of the set, then the rows of all of them and of the other classes.
  var table: String {
    var rows: [[String]] = []
    var totals: [[String]] = []
    for (name, file) in files {
      let trials = StandardSet.trials(of: file)
      for (number, className) in file.classNames.enumerated() {
        guard let shape = StandardSet.names[className] else { continue }
        let own = trials.indices.filter { file.classes[$0] == number }.map { trials[$0] }
        rows.append([
          "`\(className)`, \(name)", "`\(shape)`", "\(own.count)",
          percent(Statistics.accuracy(own)), percent(Statistics.recognized(own)), "",
        ])
      }
      let estimate = Estimation(
        userCount: file.userCount, drawingCount: trials.count(where: \.isKnown))
      let others = trials.count { !$0.isKnown }
      totals.append([
        "all of them, \(name)", "", "\(trials.count - others)",
        estimate(trials, Statistics.accuracy).text, estimate(trials, Statistics.recognized).text,
        "",
      ])
      if others == 0 { continue }
      let ofOthers = Estimation(userCount: file.userCount, drawingCount: others)
      totals.append([
        "other classes, \(name)", "", "\(others)", "", "",
        ofOthers(trials, Statistics.wronglyAccepted).text,
      ])
    }
    return Tables.table(
      ["class", "shape", "drawings", "named, %", "named and accepted, %", "wrongly accepted, %"],
      rows + totals)
  }

  /// What a classifier of the set says of all drawings, in their order.
  private static func trials(of file: StrokeFile) -> [Trial] {
    var classifier = ShapeClassifier(.standard)
    return file.drawings.indices.map { index in
      let match = classifier.classify(file.drawings[index])
      let name = names[file.classNames[file.classes[index]]]
      return Trial(
        user: file.users[index], score: match?.score ?? 0, isKnown: name != nil,
        isRight: name != nil && match?.name == name, isAccepted: match?.isAccepted ?? false)
    }
  }
}
