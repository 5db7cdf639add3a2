import ArgumentParser
import Evdev
import Files
import Pictures
import Touchpads

struct TouchpadAnalyzeCommand: ResultsCommand {
  static let configuration = CommandConfiguration(
    commandName: "analyze",
    abstract: "Print the size, the values and the faults of a touchpad.",
    discussion: """
      The size comes first, since everything else is measured with it. Values are the greatest of \
      each touch, in the device's own units, in which libinput has its thresholds.

      EXAMPLES
        replay touchpad analyze session --measured-size 104x75mm
        replay touchpad analyze session -o values.svg
        replay touchpad analyze --json session | jq .parts
        replay touchpad analyze --palms a.evemu --fingers b.evemu
      """)

  @OptionGroup var input: TouchpadInput
  @OptionGroup var results: ResultOptions
  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    try results.check(inputs: input.files + input.others, draws: true)
  }

  func run(_ console: Console) throws {
    let recordings = try input.read(console, needsLabels: false)
    if recordings.isEmpty { return }
    let analysis = try TouchpadAnalysis(recordings, measuredSize: input.measuredSize)
    if results.drawing != nil {
      return try results.draw(Plot.values(of: analysis), madeOf: input.files, console)
    }
    if results.isJSON { return console.print(analysis.json) }
    console.printHeading(analysis.device.name)
    console.printProperties(analysis.rows)
    console.printGap()
    let titles = TouchpadAnalysis.distributionTitles
    console.printTable(
      titles.prefix(2).map { .left($0) } + titles.dropFirst(2).map { .right($0) },
      analysis.distributionRows, indent: 2)
  }
}

extension Plot {
  /// Plots the distribution of the values of fingers, palms and thumbs: the share of touches that
  /// do not exceed each value.
  static func values(of analysis: TouchpadAnalysis) -> [Plot] {
    TouchpadAnalysis.Measure.allCases.compactMap { measure in
      let parts = analysis.parts.filter { $0.distributions[measure] != nil }
      let ends = parts.compactMap { $0.distributions[measure]?.quantile(1) }
      guard let most = ends.max(), most > 0 else { return nil }
      var plot = Plot(title: "\(analysis.device.name): \(measure.title)")
      plot.axis = Axis(title: measure.title, unit: measure == .duration ? "s" : "")
      plot.range = 0...most
      plot.lanes = parts.enumerated().map { color, part in
        var lane = Lane(
          title: "\(part.touches) \(part.part)", unit: "%", group: "result", height: 4,
          range: 0...104)
        let values = part.distributions[measure]?.values ?? []
        let shares = values.indices.map { Double($0 + 1) / Double(values.count) * 100 }
        lane.series = [
          Lane.Series(
            name: lane.title, color: color, isPalm: part.part.isUnintended,
            times: [0, values[0]] + values + [most], values: [0, 0] + shares + [100])
        ]
        return lane
      }
      return plot
    }
  }
}
