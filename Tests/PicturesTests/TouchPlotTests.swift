import Contacts
import Evdev
import Files
import Playback
import TestSupport
import Testing
import Timeline
import TouchFormats
import VectorGraphics

@testable import Pictures

struct TouchPlotTests {
  private func plot(_ trace: String) throws -> Plot {
    try #require(try Plot.touches(path: "Traces/\(trace)").first)
  }

  private func lane(_ title: String, _ plot: Plot) throws -> Lane {
    try #require(plot.lanes.first { $0.title == title })
  }

  @Test("Each finger has a trail, and each gesture a band with its name")
  func trailsAndBands() throws {
    let plot = try plot("swipes.evemu")
    #expect(plot.stage?.trails.map(\.name) == ["1", "2", "3", "4"])
    #expect(
      try lane("gestures", plot).bands.map(\.text)
        == ["swipe left", "swipe right", "swipe up", "swipe down"])
    #expect(try lane("fingers", plot).bands.count == 4)
  }

  @Test("A recognizer's lane is from the touch down to its failure, with both numbers")
  func failedRecognizer() throws {
    let plot = try plot("swipes.evemu")
    let press = try lane("longPress", plot)
    let (band, mark) = (try #require(press.bands.first), try #require(press.marks.first))
    #expect(band.kind == .failed && band.time.lowerBound == 0)
    #expect(mark.time == band.time.upperBound && mark.parameter == "longPress.allowableMovement")
    let (measured, limit) = (try #require(mark.measured), try #require(mark.limit))
    #expect(measured > limit && mark.unit == "mm")
    #expect(mark.text.contains("moved 4.3 mm, at most 3.4 mm allowed"))
  }

  @Test("A continuous gesture is possible up to its begin, and then itself")
  func continuousGesture() throws {
    let plot = try plot("pinch-out.evemu")
    let band = try #require(try lane("pinch", plot).bands.first)
    #expect(band.kind == .possible && band.time.lowerBound == 0)
    let outcome = try lane("pinch", plot).bands[1]
    #expect(outcome.kind == .recognized && outcome.time.lowerBound == band.time.upperBound)
    #expect(outcome.time.lowerBound > 0.2)
    #expect(try lane("gestures", plot).bands == [outcome])
  }

  @Test(
    "The gestures are those of a run, the cancelled ones with the word",
    arguments: [
      ("interrupted-pan.evemu", ["pan, cancelled", "tap"]), ("ends-in-pan.raw", ["pan, cancelled"]),
      ("interrupted-pinch.evemu", ["pinch, cancelled"]),
    ])
  func cancelledGestures(trace: String, texts: [String]) throws {
    let plot = try plot(trace)
    let bands = try lane("gestures", plot).bands
    #expect(bands.map(\.text) == texts && bands.first?.kind == .cancelled)
    #expect(plot.facts.first { $0.name == "gestures" }?.text == "\(texts.count)")
  }

  @Test("Fingers that are down together have lanes of their own")
  func fingersTogether() throws {
    let plot = try plot("pinch-out.evemu")
    let first = try #require(plot.lanes.first)
    let second = plot.lanes[1]
    #expect(first.bands.map(\.text) == ["1"] && second.bands.map(\.text) == ["2"])
  }

  @Test("Palms are marked with their reason, and the limits of pressure are drawn")
  func palms() throws {
    let plot = try plot("palm.evemu")
    #expect(plot.stage?.trails.allSatisfy(\.isPalm) == true)
    #expect(try lane("fingers", plot).marks.first?.text.contains("is a palm: pressure") == true)
    #expect(
      try lane("pressure", plot).limits.map(\.parameter) == ["palm.heavyPressure", "palm.pressure"])
  }

  @Test("A touchscreen has no limits of palms")
  func touchscreen() throws {
    #expect(try lane("pressure", plot("swipes.evemu")).limits.isEmpty)
  }

  @Test("Events are in the order of time, with touches before what they caused")
  func orderOfEvents() throws {
    let events = try plot("swipes.evemu").events
    #expect(events.map(\.time) == events.map(\.time).sorted())
    #expect(events.first?.text == "touch 1 began at 51.0, 60.1 mm")
    #expect(events.count { $0.kind == .recognized } == 4)
  }

  @Test("Each device that was touched has a plot")
  func plotsOfDevices() throws {
    let plots = try Plot.touches(path: "Traces/two-devices.yml")
    #expect(plots.count == 2 && Set(plots.map(\.title)).count == 2)
  }

  @Test("A part is plotted with the times of the whole recording")
  func plottedPart() throws {
    var options = ReplayOptions()
    options.cut = RecordingCut(from: 0.9, to: 1.3)
    let plot = try #require(try Plot.touches(path: "Traces/swipes.evemu", options: options).first)
    #expect(plot.stage?.trails.count == 1)
    #expect(plot.range.lowerBound > 0.8 && plot.range.upperBound < 1.4)
  }

  /// A recording of two touchpads, each tapped by one finger after the other.
  private func taps(_ counts: [Int]) throws -> [UInt8] {
    let sink = ByteSink()
    let writer = try RecordingFormat.libinput.makeWriter(sink)
    let devices = counts.indices.map {
      RecordedDevice(description: SampleTrace.device, node: "/dev/input/event\($0)")
    }
    try writer.begin(devices)
    for (device, count) in counts.enumerated() {
      var encoder = SlotEncoder(description: SampleTrace.device)
      var events: [InputEvent] = []
      for index in 0..<count {
        let contact = Contact(id: index + 1, position: Point(x: 50, y: 30))
        for (time, contacts) in [(0.0, [contact]), (0.05, [])] {
          let time = Timestamp(seconds: Double(index) + time)
          encoder.encode(ContactFrame(time: time, contacts: contacts), into: &events)
        }
      }
      try writer.write(events, device: device)
    }
    try writer.finish()
    return sink.bytes
  }

  @Test(
    "The touches of all devices count for a picture",
    arguments: [([3000, 2000], true), ([3000, 2001], false), ([5000, 1], false)])
  func touchesOfDevices(counts: [Int], isAllowed: Bool) throws {
    let source = ByteSource(name: "taps.yml", bytes: try taps(counts))
    let options = ReplayOptions()
    let recording = try Recording(source, options: options)
    var budget = TouchBudget()
    if isAllowed {
      let plots = try Plot.touches(
        of: recording, options: options, within: &budget)
      #expect(plots.map { $0.stage?.trails.count } == counts)
    } else {
      let error = #expect(throws: FileError.self) {
        try Plot.touches(of: recording, options: options, within: &budget)
      }
      #expect(error?.expected.hasPrefix("at most 5000 touches in a picture") == true)
    }
  }

  @Test("A recording with more touches than its share of the points is drawn")
  func smallShare() throws {
    let options = ReplayOptions()
    var budget = TouchBudget(recordings: 50)
    for count in [2000, 2900] {
      let source = ByteSource(name: "taps.yml", bytes: try taps([count]))
      let plots = try Plot.touches(
        of: try Recording(source, options: options), options: options,
        within: &budget)
      #expect(plots[0].stage?.trails.count == count)
    }
  }

  @Test("The same recording gives the same bytes")
  func determinism() throws {
    let texts = try (0..<2).map { _ in
      SVGFile.text(Picture(try Plot.touches(path: "Traces/phone-session.evemu")))
    }
    #expect(texts[0] == texts[1])
  }
}

struct TouchCollectorTests {
  private func collector() throws -> TouchCollector {
    TouchCollector(try #require(try Recording(path: "Traces/tap.evemu").tracks.first))
  }

  private func frame(_ ids: some Sequence<Int>, x: Double) -> ContactFrame {
    ContactFrame(
      time: .zero, contacts: ids.map { Contact(id: $0, position: Point(x: x, y: Double($0))) })
  }

  @Test("A minute of ten fingers at 120 Hz is drawn as it is")
  func fullMinute() throws {
    var collector = try collector()
    for index in 0..<7200 { collector.add(frame(1...10, x: 1), at: Double(index) / 120) }
    #expect(collector.stride == 1 && collector.trails.allSatisfy { $0.times.count == 7200 })
  }

  @Test("A longer recording is thinned evenly, in bounded memory")
  func thinning() throws {
    var collector = try collector()
    for index in 0..<40_000 { collector.add(frame(1...10, x: 1), at: Double(index) / 120) }
    collector.finish()
    #expect(collector.stride == 4)
    for trail in collector.trails {
      #expect((5000...15_000).contains(trail.times.count))
      #expect(trail.times.first == 0 && trail.times == trail.times.sorted())
      #expect(trail.times.last == 39_999.0 / 120 && trail.widths.count == trail.times.count)
    }
  }

  @Test(
    "More touches than a picture shows are refused",
    arguments: [(Plot.maximumTouches, false), (Plot.maximumTouches + 1, true)])
  func touchLimit(count: Int, isOverfull: Bool) throws {
    var collector = try collector()
    for id in 1...count { collector.add(frame([id], x: 1), at: Double(id)) }
    #expect(collector.isOverfull == isOverfull)
    #expect(collector.trails.count == Plot.maximumTouches)
  }

  @Test("Trails end as the frames say")
  func trailEnds() throws {
    var collector = try collector()
    collector.add(frame(1...3, x: 1), at: 0)
    var next = frame([3], x: 2)
    next.cancelled = [2]
    collector.add(next, at: 0.1)
    #expect(collector.trails.map(\.ending) == [.up, .cancelled, .end])
  }

  @Test("Times that step back do not turn lines back")
  func backwardTimes() throws {
    var collector = try collector()
    for time in [0.2, 0.1, 0.3] { collector.add(frame([1], x: 1), at: time) }
    #expect(collector.trails[0].times == [0.2, 0.2, 0.3])
  }
}
