// MeasureShapes PAGE [DRAWS]: measures how well shapes are recognized on the strokes in
// ../shared/data/strokes, beside peers, and writes the tables into PAGE; 10 draws of examples unless told.
// It takes minutes. Without PAGE (`-`) the tables are printed. MeasureShapes --standard prints that of the
// standard set only, in seconds.
import Foundation
import ShapePeers
import Shapes

let arguments = Array(CommandLine.arguments.dropFirst())
guard let page = arguments.first else {
  progress("usage: MeasureShapes PAGE [DRAWS] | --standard")
  exit(64)
}
let draws = arguments.count > 1 ? Int(arguments[1]) ?? 10 : 10
let folder = "../shared/data/strokes"
let singleStrokes = try StrokeFile("\(folder)/unistrokes.ndjson.gz")
let severalStrokes = try StrokeFile("\(folder)/multistrokes.ndjson.gz")

progress("the standard set")
let standardTable = StandardSet(
  files: [("single strokes", singleStrokes), ("several strokes", severalStrokes)]
).table
if page == "--standard" {
  print(standardTable)
  exit(0)
}

progress("single strokes")
var single = Measurement(
  file: singleStrokes, draws: draws,
  naming: [.own(1), .own(3), .own(9), .others(4), .eachOther(1), .eachOther(4)],
  refusal: [.own(1), .own(3), .own(9), .others(4), .eachOther(1), .eachOther(4)])
single.measure(ClassifierContender())
single.measure(MatcherContender<StrokeMatcher>("`StrokeMatcher`"))
single.measure(MatcherContender<CloudMatcher>("`CloudMatcher`"))
single.measure(PeerContender<DollarOne>(single.file))
single.measure(PeerContender<Protractor>(single.file))
single.measure(PeerContender<PennyPincher>(single.file))
single.measure(PeerContender<Jackknife>(single.file))
single.measure(PeerContender<FTL>(single.file))
single.measure(PeerContender<DollarP>(single.file))
single.measure(PeerContender<DollarPPlus>(single.file))
single.measure(PeerContender<DollarQ>(single.file))

progress("several strokes")
var several = Measurement(
  file: severalStrokes, draws: draws,
  naming: [.own(1), .own(3), .own(9)] + [1, 2, 4, 8, 30].map { .eachOther($0) },
  refusal: [.own(1), .own(3), .own(9), .eachOther(1), .eachOther(4)])
several.measure(ClassifierContender())
several.measure(MatcherContender<CloudMatcher>("`CloudMatcher`"))
several.measure(PeerContender<DollarP>(several.file))
several.measure(PeerContender<DollarPPlus>(several.file))
several.measure(PeerContender<DollarQ>(several.file))

/// The trials of the classifier, where the examples are the user's own or not.
func trials(_ measurement: Measurement, own: Bool) -> [Trial] {
  zip(measurement.refusal, measurement.rows[0].refusals)
    .filter { $0.0.isOwn == own }.flatMap { $0.1.trials }
}

progress("drawings that are no shape")
let nonShapes = NonShapeMeasurement(
  file: single.file, splits: [.own(1), .own(3), .own(9), .eachOther(4)], draws: draws)

let text = """
  ### Wanted and measured

  \(Wanted.table(single: single, several: several))
  ### Names of single strokes

  \(Tables.naming(single))
  ### Names of drawings of several strokes

  \(Tables.naming(several))
  ### Refusal

  Single strokes:

  \(Tables.equalErrors(single))
  Several strokes:

  \(Tables.equalErrors(several))
  \(Tables.thresholds([("single", single), ("several", several)]))
  ### The standard set

  \(standardTable)
  ### Drawings that are no shape

  \(nonShapes.table)
  ### What a score means

  \(Tables.calibration([
    ("single strokes, own examples", trials(single, own: true)),
    ("examples of others", trials(single, own: false)),
    ("several strokes, own examples", trials(several, own: true)),
    ("examples of others", trials(several, own: false)),
  ]))
  """
if page == "-" { print(text) } else { try Page.write(text, to: page) }
