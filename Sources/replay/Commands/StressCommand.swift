import Checking
import Conversion
import Lab
import Pictures

struct StressCommand: ResultsCommand {
  static let configuration = CommandConfiguration(
    commandName: "stress", abstract: "Measure how much noise the gestures of a trace survive.",
    discussion: """
      Each gesture is tried, amount by amount, with tremor (mm), a lower report rate, dropped frames, \
      jitter of the times, smaller, larger and turned paths, fingers that touch down one after the \
      other, lost events (SYN_DROPPED) and a device without resolution. Random ones are drawn with \
      many seeds. The table has the gesture that survives least of each; with --verbose, a table for each \
      gesture has how many draws it survives, with the interval of that share (95 % confidence).

      The margin is the largest amount up to which 99 % of draws are shown to survive. With fewer draws less can be shown, with fewer than \(StressDraws.fewest) nothing. \
      The draws are of one recording: they tell nothing about other people's gestures.

      EXAMPLES
        replay stress Traces/swipes.evemu
        replay stress --expected swipe,direction=left Traces/swipes.evemu
        replay stress --only tremor,rate --draws 400 Traces/pinch-out.evemu
        replay stress --fail-below tremor=0.5mm,rate=60Hz Traces/swipes.evemu
        replay stress --only tremor=2mm --seed 12 --save worse.evemu Traces/tap.evemu
        replay stress --only tremor Examples/Samples/people/swipe-2.evemu -o s.svg
        replay stress --json Traces/swipes.evemu | jq '.margins[].margin'
      """)

  @OptionGroup var input: RecordingPaths
  @OptionGroup var question: ExpectedOption

  @Option(
    help: .value(
      "names",
      "Only these perturbations, or only one amount of them, as in tremor=1mm,rate: "
        + "\(StressAmountOption.names.joined(separator: ", "))."),
    completion: .list(StressAmountOption.names), transform: StressAmountOption.list)
  var only: [StressAmountOption]?

  @Option(help: .value("count", "The most draws of each amount of a random perturbation."))
  var draws: Int?

  @Option(
    help: .value("number", "Repeat the draw of one seed, and print what became of each gesture."))
  var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      """
      End with exit code 1 if a gesture's margin is below this, as in tremor=1mm; may be repeated. A \
      rate or a smaller path is below if the margin is at more Hz, or at a larger factor.
      """, valueName: "amount"),
    transform: StressAmountOption.limits)
  var failBelow: [[StressAmountOption]] = []

  @Option(
    file:
      "With --seed and one amount: also write the perturbed recording, in the format of its name.")
  var save: String?

  @OptionGroup var results: ResultOptions
  @OptionGroup var jobs: JobsOption
  @OptionGroup var profile: ProfileOption
  @OptionGroup(title: "Reading options") var reading: ReadingOptions
  @OptionGroup(title: "Reading options") var part: PartOptions
  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    let inputs = input.inputs + [reading.device] + profile.files
    try results.check(inputs: inputs, draws: true)
    try reject(
      if: results.drawing != nil && seed != nil,
      "--seed repeats one draw, which has no curves to draw")
    try reject(draws, unless: (1...100_000).contains, "--draws takes a number from 1 to 100000")
    try reject(
      if: seed != nil && (draws != nil || !failBelow.isEmpty),
      "--seed repeats one draw, which excludes --draws and --fail-below")
    let tried = Set(steps.map(\.grade))
    for grade in limits.keys.sorted(by: { $0.name < $1.name }) {
      try reject(if: !tried.contains(grade), "--fail-below \(grade.name): --only leaves it out")
      try reject(
        draws, unless: { !grade.isRandom || $0 >= StressDraws.fewest },
        "--fail-below \(grade.name) needs --draws \(StressDraws.fewest) or more: fewer cannot show "
          + "that 99 % survive")
    }
    if let save { try checkSave(save, inputs: inputs + [results.output]) }
  }

  private func checkSave(_ path: String, inputs: [String?]) throws {
    let isOneAmount = steps.count == 1 && steps[0].amounts.count == 1
    let isOneRecording = input.paths.count == 1 && input.filesFrom == nil
    try reject(
      if: seed == nil || !isOneAmount || !isOneRecording,
      "--save takes one recording, one amount and a seed, as in --only tremor=1mm --seed 12")
    try Files.refuseStandardOutput(path, for: "--save")
    try Files.refuse(path, asOneOf: inputs)
    try reject(
      if: RecordingConversion.target(forName: path) == nil,
      "the name \"\(path.printable)\" does not determine the format")
  }

  /// The perturbations to try, each with all given amounts, or the default ones.
  private var steps: [StressSteps] {
    guard let only else { return StressSteps.all }
    var order: [StressGrade] = []
    for choice in only where !order.contains(choice.grade) { order.append(choice.grade) }
    return order.map { grade in
      let amounts = only.filter { $0.grade == grade }.compactMap(\.amount)
      return StressSteps(grade, amounts: amounts.isEmpty ? nil : amounts)
    }
  }

  /// The amounts to survive; of several for a perturbation the one that perturbs most.
  private var limits: [StressGrade: Double] {
    Dictionary(grouping: failBelow.joined(), by: \.grade).compactMapValues { limits in
      let amounts = limits.map { $0.amount ?? $0.grade.amounts[0] }
      return StressSteps(limits[0].grade, amounts: amounts).amounts.last
    }
  }

  func run(_ console: Console) throws {
    if let drawing = results.drawing { try ByteSink.check(drawing) }
    let options = try reading.replayOptions(profile: profile, part: part)
    var plots: [Plot] = []
    let walk = try RecordingWalk(input, console, options)
    let showsFiles = walk.hasSeveralFiles
    var total = StressMargins()
    var recordings = 0
    var judged = 0
    walk.visit(passes: 1) { file, _ throws(FileError) in
      let trace = try file.open(options).load()
      for note in trace.notes { console.note(file.path, note) }
      let name = Files.name(of: file.path)
      let progress = showsFiles ? "amounts of \(name.printable)" : "amounts"
      let test = test(trace, options) { console.progress.update($0, of: $1, progress) }
      if test.subjects.isEmpty {
        console.note(file.path, "no \(question.expected?.phrase ?? "gesture") to lose")
      }
      if results.drawing == nil, !results.isJSON, seed == nil, !test.subjects.isEmpty {
        var margins = StressMargins()
        for subject in test.subjects {
          margins.add(subject, subject.title)
          total.add(subject, "\(name): \(subject.title)")
        }
        recordings += 1
        print(margins, of: file.path, showsLosses: true, console)
      }
      for subject in test.subjects {
        if results.drawing != nil {
          plots += Plot.stress(subject, of: file.path)
        } else if results.isJSON {
          console.print(subject.json)
        } else if seed != nil || console.isVerbose {
          console.printGap()
          print(subject, of: file.path, console)
        }
        judged += subject.curves.count { $0.required != nil }
        reportUnmet(subject, of: file.path, console)
      }
      try saveDraw(of: trace, madeOf: [file.path] + options.files, console)
      console.flush()
    }
    if recordings > 1 {
      print(total, of: recordings.counted("recording"), showsLosses: false, console)
    }
    try results.draw(plots, madeOf: walk.sources + options.files, console)
    if !limits.isEmpty, judged == 0, console.exitCode == 0 {
      console.reportUnmet("--fail-below", "no gesture that it concerns was found")
    }
  }

  private func test(
    _ trace: LoadedRecording, _ options: ReplayOptions, progress: (Int, Int) -> Void
  ) -> StressTest {
    StressTest(
      trace, profile: options.profile, expected: question.expected, steps: steps,
      draws: seed.map { StressDraws(seed: $0) } ?? StressDraws(most: draws ?? StressDraws.usual),
      required: limits, jobs: jobs.count, progress: progress)
  }

  private func reportUnmet(_ subject: StressTest.Subject, of path: String, _ console: Console) {
    for curve in subject.curves {
      guard let point = curve.unmet, let required = curve.required else { continue }
      let text = curve.text(unmet: point, required)
      console.reportUnmet(path, "\(subject.title): \(text)")
    }
  }

  /// Writes the perturbed recording for `--save`.
  private func saveDraw(
    of trace: LoadedRecording, madeOf inputs: [String], _ console: Console
  ) throws(FileError) {
    guard let save, let seed else { return }
    try console.settle()
    let worse = steps[0].grade.applied(to: trace, amount: steps[0].amounts[0], seed: seed)
    let losses = try worse.write(
      to: save, format: RecordingConversion.target(forName: save) ?? .evemu, madeOf: inputs)
    for loss in losses { console.warnOfLoss(in: save, "the format does not hold \(loss)") }
    console.confirm(save)
  }

  /// Prints the least margin of each perturbation, its gesture and, if wanted, how that is lost.
  private func print(
    _ margins: StressMargins, of subject: String, showsLosses: Bool, _ console: Console
  ) {
    console.printGap()
    console.printHeading("\(subject): \(margins.gestures.counted("gesture"))")
    let rows = steps.map(\.grade).compactMap { grade -> [String]? in
      guard let (title, curve) = margins.least[grade] else { return nil }
      guard let point = curve.points.dropFirst(curve.shownAmounts).first else {
        return [grade.name, curve.marginText, "", ""]
      }
      return [grade.name, curve.marginText, title, point.lossText]
    }
    let columns: [Table.Column] = [
      .left("PERTURBATION"), .right("MARGIN"), .left("WEAKEST GESTURE"),
    ]
    console.printTable(columns + (showsLosses ? [.left("LOST BEYOND IT")] : []), rows, indent: 2)
  }

  private func print(_ subject: StressTest.Subject, of path: String, _ console: Console) {
    console.printHeading("\(path): \(subject.title)")
    let isOneDraw = seed != nil
    let rows = subject.curves.flatMap { curve in
      // The last survived amount implies those before it.
      let skipped = isOneDraw ? 0 : curve.points.prefix(while: \.isShown).dropLast().count
      return curve.rows(of: curve.points.dropFirst(skipped)) { point in
        if isOneDraw { return [point.survival.successes > 0 ? "yes" : "no"] }
        return [
          curve.grade.isRandom ? point.survival.description : "",
          point.isShown ? "yes" : point.isRefuted ? "no" : "open",
        ]
      }
    }
    let survival = isOneDraw ? ["SURVIVES"] : ["SURVIVING DRAWS", "99 %"]
    console.printTable(
      [.left("PERTURBATION"), .right("AMOUNT", 7)] + (survival + ["LOST"]).map { .left($0) }, rows,
      indent: 2)
  }
}

/// The least margin of each perturbation over several gestures.
private struct StressMargins {
  private(set) var gestures = 0
  /// The curves with the least margins, each with a title for its gesture.
  private(set) var least: [StressGrade: (title: String, curve: StressCurve)] = [:]

  mutating func add(_ subject: StressTest.Subject, _ title: String) {
    gestures += 1
    for curve in subject.curves {
      if let (_, other) = least[curve.grade], other.shownAmounts <= curve.shownAmounts { continue }
      least[curve.grade] = (title, curve)
    }
  }
}

extension StressCurve {
  /// The number of amounts, from the smallest, up to which the survival of 99 % is shown.
  fileprivate var shownAmounts: Int { points.prefix(while: \.isShown).count }

  fileprivate var marginText: String {
    if grade == .missingResolution { return margin == nil ? "no" : "yes" }
    return margin.map(grade.text) ?? "none"
  }

  /// The rows of a table, of which only the first names the perturbation.
  fileprivate func rows(
    of points: some Sequence<Point>, _ cells: (Point) -> [String]
  ) -> [[String]] {
    points.enumerated().map { index, point in
      let amount = grade == .missingResolution ? "" : grade.text(point.amount)
      return [index == 0 ? grade.name : "", amount] + cells(point) + [point.lossText]
    }
  }

  /// The unmet amount in words, as in `the margin of tremor does not reach 1 mm: at 0.75 mm …`.
  fileprivate func text(unmet point: Point, _ required: Double) -> String {
    let loss = point.lossText.isEmpty ? "" : "; \(point.lossText)"
    if grade == .missingResolution { return "\(grade.name) is not survived\(loss)" }
    var text = "the margin of \(grade.name) does not reach \(grade.text(required)): "
    if grade.isRandom {
      text += "at \(grade.text(point.amount)) \(point.survival) draws survive"
      if !point.isRefuted { text += ", which does not show 99 %" }
    } else {
      text += "lost at \(grade.text(point.amount))"
    }
    return text + loss
  }
}

extension StressCurve.Point {
  /// The first loss in words, as in `seed 12: tap failed at 0.072 s: ...`; empty without one.
  var lossText: String {
    guard let firstLoss else { return "" }
    return (firstLoss.seed.map { "seed \($0): " } ?? "") + firstLoss.loss.sentence
  }
}
