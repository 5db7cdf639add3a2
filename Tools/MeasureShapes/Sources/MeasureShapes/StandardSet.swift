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

  /// The files, with what their drawings consist of.
  let files: [(strokes: String, file: StrokeFile)]

  /// Rows for each class of the set, for all of them and for the other classes.
  var table: DataTable {
    var table = DataTable(
      columns: ["strokes", "class", "shape", "drawings", "measure"] + Estimate.columns)
    for (strokes, file) in files {
      let trials = StandardSet.trials(of: file)
      for (number, className) in file.classNames.enumerated() {
        guard let shape = StandardSet.names[className] else { continue }
        let own = trials.indices.filter { file.classes[$0] == number }.map { trials[$0] }
        let shares = [
          ("named", Statistics.accuracy(own)), ("named and accepted", Statistics.recognized(own)),
        ]
        for (measure, share) in shares {
          table.rows.append(
            [strokes, className, shape, "\(own.count)", measure, percent(share), "", ""])
        }
      }
      let estimate = Estimation(
        userCount: file.userCount, drawingCount: trials.count(where: \.isKnown))
      let others = trials.count { !$0.isKnown }
      let totals = [
        ("named", estimate(trials, Statistics.accuracy)),
        ("named and accepted", estimate(trials, Statistics.recognized)),
      ]
      for (measure, total) in totals {
        table.rows.append(
          [strokes, "all of the set", "", "\(trials.count - others)", measure] + total.cells)
      }
      if others == 0 { continue }
      let ofOthers = Estimation(userCount: file.userCount, drawingCount: others)
      table.rows.append(
        [strokes, "all others", "", "\(others)", "accepted"]
          + ofOthers(trials, Statistics.wronglyAccepted).cells)
    }
    return table
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
