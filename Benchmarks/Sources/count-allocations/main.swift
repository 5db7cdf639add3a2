// Prints the allocations of each stage per event or frame, in the steady state: the difference
// between a long and a short input, divided by the difference of their lengths.
import CAllocations
import Evdev
import Files
import GeneratedDrawings
import GeneratedTraces
import Gestures
import Shapes
import Stages
import SystemPackage
import TouchFormats
import ViewTrees

/// Allocations of `body` for `count` units minus those for 0 units.
func report(_ name: String, unit: String, _ body: (_ count: Int) throws -> Void) rethrows {
  let short = 100_000
  let long = 600_000
  try body(short)
  let first = allocation_count()
  try body(short)
  let second = allocation_count()
  try body(long)
  let third = allocation_count()
  let extra = Double(third - second) - Double(second - first)
  let each = extra / Double(long - short)
  let rounded = (each * 10_000).rounded() / 10_000
  print("\(name): \(rounded) allocations per \(unit) (\(Int(extra)) in \(long - short))")
}

precondition(allocation_count() > 0, "allocations are not counted here")

let formats: [RecordingFormat] = [.raw, .evemu, .libinput, .evtest, .getevent]
let folder = CommandLine.arguments.dropFirst().first ?? "."

func path(_ format: RecordingFormat, _ workload: Workload, _ count: Int) throws -> String {
  let path = "\(folder)/\(workload.rawValue)-\(count).\(format.rawValue)"
  try TraceWriter.write(workload, as: format, events: count, to: path)
  return path
}

/// Files are written before allocations are counted.
func paths(_ format: RecordingFormat, _ workload: Workload) throws -> [Int: String] {
  [
    100_000: try path(format, workload, 100_000), 600_000: try path(format, workload, 600_000),
  ]
}

for format in formats {
  let paths = try paths(format, .mixed)
  try report("\(format.rawValue) to events", unit: "event") { count in
    guard let path = paths[count] else { fatalError("no such length") }
    _ = try Stages.read(Stages.reader(format, ByteSource(path: path)))
  }
}

for workload in Workload.allCases {
  let events = EventStream.events(workload, count: 10_000)
  report("events to contacts, \(workload.rawValue)", unit: "event") { count in
    var tracker = SlotTracker(description: EventStream.device)
    for _ in 0..<count / 10_000 { _ = Stages.track(events, by: &tracker) }
  }
}

for workload in Workload.allCases {
  let round = workload.round()
  report("contacts to gestures, \(workload.rawValue)", unit: "frame") { count in
    let stage = Stages.stage()
    Stages.recognize(round, frames: 0..<count, on: stage)
  }
}

let moving = Workload.moving.round()
report("contacts to gestures, moving, four frames a picture", unit: "frame") { count in
  let stage = Stages.stage()
  for first in stride(from: 0, to: count, by: 4) {
    stage.application.send((first..<first + 4).lazy.map { moving[$0] })
  }
}

/// A view that requests all coalesced and predicted touches, as a drawing application does.
final class Sketch: View {
  var sum = 0.0
  override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    for touch in touches {
      for step in event.coalescedTouches(for: touch) { sum += step.point.x }
      for step in event.predictedTouches(for: touch) { sum += step.point.x }
    }
  }
}

report("contacts to a sketch, moving, four frames a picture", unit: "frame") { count in
  let application = Application()
  let window = Window(touchArea: Workload.touchArea)
  application.addWindow(window)
  let sketch = Sketch(frame: window.bounds)
  sketch.isMultipleTouchEnabled = true
  window.addSubview(sketch)
  for first in stride(from: 0, to: count, by: 4) {
    application.send((first..<first + 4).lazy.map { moving[$0] })
  }
  precondition(sketch.sum != 0)
}

let tree = ViewTree.strips(of: 10, levels: 4)
report("hit testing, \(tree.viewCount) views", unit: "hit") { count in
  precondition(tree.hit(times: count) == count)
}

for strokes in [1, 3] {
  let drawings = GeneratedDrawings.questions(strokes: strokes)
  var classifier = ShapeClassifier(GeneratedDrawings.set(strokes: strokes, examplesOfEach: 3))
  report("shapes of \(strokes) strokes, 48 examples", unit: "drawing") { count in
    for index in 0..<count / 10 {
      precondition(classifier.classify(drawings[index % drawings.count]) != nil)
    }
  }
}

report("reasons why recognizers give up", unit: "reason") { count in
  _ = Explanation.makeReasons(count)
}

for workload in Workload.allCases {
  let paths = try paths(.evemu, workload)
  try report("file to gestures, \(workload.rawValue)", unit: "event") { count in
    guard let path = paths[count] else { fatalError("no such length") }
    _ = try Stages.replay(path)
  }
}
