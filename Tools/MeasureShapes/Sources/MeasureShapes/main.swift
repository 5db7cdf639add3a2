// MeasureShapes FOLDER [DRAWS]: measures how well shapes are recognized on the strokes in
// ../shared/data/strokes, beside peers, and writes the tables into FOLDER; 10 draws of examples by
// default. It takes minutes. Without FOLDER (`-`) the tables are printed. MeasureShapes --standard
// prints the table of the standard set only, in seconds.
import Foundation
import ShapePeers
import Shapes

let arguments = Array(CommandLine.arguments.dropFirst())
guard let output = arguments.first else {
  progress("usage: MeasureShapes FOLDER [DRAWS] | --standard")
  exit(64)
}
let draws = arguments.count > 1 ? Int(arguments[1]) ?? 10 : 10
let folder =
  (ProcessInfo.processInfo.environment["TOUCHSTONE_SHARED"] ?? "../shared") + "/data/strokes"
let singleStrokes = try StrokeFile("\(folder)/unistrokes.ndjson.gz")
let severalStrokes = try StrokeFile("\(folder)/multistrokes.ndjson.gz")

progress("the standard set")
let standardTable = StandardSet(
  files: [("single", singleStrokes), ("several", severalStrokes)]
).table
if output == "--standard" {
  print(standardTable.text, terminator: "")
  exit(0)
}

progress("single strokes")
var single = Measurement(
  strokes: "single", file: singleStrokes, draws: draws,
  naming: [.own(1), .own(3), .own(9), .others(4), .eachOther(1), .eachOther(4)],
  refusal: [.own(1), .own(3), .own(9), .others(4), .eachOther(1), .eachOther(4)])
single.measure(ClassifierContender())
single.measure(MatcherContender<StrokeMatcher>("StrokeMatcher"))
single.measure(MatcherContender<CloudMatcher>("CloudMatcher"))
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
  strokes: "several", file: severalStrokes, draws: draws,
  naming: [.own(1), .own(3), .own(9)] + [1, 2, 4, 8, 30].map { .eachOther($0) },
  refusal: [.own(1), .own(3), .own(9), .eachOther(1), .eachOther(4)])
several.measure(ClassifierContender())
several.measure(MatcherContender<CloudMatcher>("CloudMatcher"))
several.measure(PeerContender<DollarP>(several.file))
several.measure(PeerContender<DollarPPlus>(several.file))
several.measure(PeerContender<DollarQ>(several.file))

let imitations = Tables.imitations(
  [
    (.otherOrders, "single", singleStrokes), (.trembling, "several", severalStrokes),
    (.displaced, "several", severalStrokes), (.icons, "several", singleStrokes),
  ], draws: max(1, draws / 2))

progress("drawings that are no shape")
let nonShapes = NonShapeMeasurement(
  file: single.file, splits: [.own(1), .own(3), .own(9), .eachOther(4)], draws: draws)

let tables = [
  ("shapes.csv", Tables.recognizers([single, several])),
  ("shapes-targets.csv", Wanted.table(single: single, several: several)),
  ("shapes-standard.csv", standardTable),
  ("shapes-imitations.csv", imitations),
  ("shapes-nonshapes.csv", nonShapes.table),
  ("shapes-scores.csv", Tables.scores([single, several])),
]
for (name, table) in tables {
  if output == "-" {
    print("\(name)\n\(table.text)")
  } else {
    try table.write(to: name, in: output)
  }
}
