import Files
import Playback
import SensorFormats
import SensorPlayback
import Sensors
import Timeline

extension FuzzTarget {
  /// Reads a table of accelerations, writes it, and searches it for shakes; also reads it as
  /// labels.
  ///
  /// Promises: at most a sample for each byte; a written table is read back; every record of
  /// `shake` and `ball` is JSON and conforms to its schema; a ball stays in its box; a shake starts
  /// before it ends.
  static let accelerations = FuzzTarget("accelerations", words: words, seeds: seeds) { bytes in
    var reader = ByteReader(Array(bytes.prefix(1)))
    let choice = reader.byte()
    let table = Array(bytes.dropFirst())
    do throws(FileError) {
      if choice & 3 == 3 { return try readLabels(table, choice) }
      let rate = choice & 4 == 0 ? nil : 50.0
      let samples = try AccelerationReader.read(
        ByteSource(name: "input", bytes: table), rate: rate)
      promise(samples.count <= table.count, "at most a sample for each byte")
      rewrite(samples)
      roll(samples, isTextbook: choice & 128 != 0)
      try search(table, rate, choice)
    } catch {
      check(error, in: table)
    }
  }

  private static func readLabels(_ table: [UInt8], _ choice: UInt8) throws(FileError) {
    let source = ByteSource(name: "input", bytes: table)
    let labels = try ShakeLabels(source, class: choice & 4 == 0 ? nil : Int(choice >> 3))
    promise(labels.intervals.count <= table.count, "at most a label for each byte")
    _ = ShakeScore([], labels: labels.intervals)
  }

  private static func rewrite(_ samples: [AccelerationSample]) {
    guard !samples.isEmpty else { return }
    do {
      let sink = ByteSink()
      let writer = try AccelerationWriter(sink)
      for sample in samples { try writer.write(sample) }
      try writer.finish()
      let copy = try AccelerationReader.read(ByteSource(name: "copy", bytes: sink.bytes))
      promise(copy.count == samples.count, "a written table has as many rows")
      for (copy, sample) in zip(copy, samples) {
        let error = (copy.acceleration - sample.acceleration).largestAxis
        promise(
          error <= sample.acceleration.largestAxis * 1e-15 && isNear(copy.time, sample.time),
          "a written table is read back: \(copy), not \(sample)")
      }
    } catch {
      broken("a table that was written can be read: \(error)")
    }
  }

  /// Whether times differ by no more than their digits beyond those of a Double.
  private static func isNear(_ one: Timestamp, _ other: Timestamp) -> Bool {
    Double(one.microseconds.magnitude / (1 << 51))
      >= abs(
        Double(one.microseconds) - Double(other.microseconds))
  }

  private static let ballSchema = JSONSchema("ball")

  /// Rolls a ball, if the recording is short: there are points for all of its time.
  private static func roll(_ samples: [AccelerationSample], isTextbook: Bool) {
    guard let first = samples.first, let last = samples.last,
      (0...30).contains(last.time.seconds(since: first.time))
    else { return }
    let box = BallBox(width: 320, height: 460, ballSize: 50)
    let track = BallTrack(samples, box: box, isTextbook: isTextbook)
    for point in track.points {
      promise(
        (0...box.width).contains(point.x) && (0...box.height).contains(point.y),
        "a ball stays in its box: \(point)")
    }
    for point in track.points.suffix(3) { check(json: point.json, ballSchema) }
  }

  private static let shakeSchema = JSONSchema("shake")

  private static func search(
    _ table: [UInt8], _ rate: Double?, _ choice: UInt8
  ) throws(FileError) {
    let path = TemporaryFiles.input(table)
    let rules = ShakeDetector.Rule.allCases
    var search = ShakeSearch(rule: rules[Int(choice >> 3) % rules.count], rate: rate)
    if choice & 64 != 0 { search.range = 2 }
    var count = 0
    let summary = try search.run(ByteSource(path: path)) { record in
      count += 1
      check(json: record.json, shakeSchema)
      let shake = record.shake
      promise(
        shake.start <= shake.time && shake.start <= shake.end, "a shake starts before it ends")
    }
    promise(count <= summary.samples, "shakes are fewer than samples")
    promise(summary.duration.isFinite && summary.duration >= 0, "a recording lasts some time")
  }

  private static let words = [
    "time", "timestamp", "(s)", "(ms)", "(ns)", "seconds_elapsed", "x", "y", "z", "acceleration_x",
    "Acceleration x (m/s^2)", "ACCELEROMETER X (m/s²)", "(g)", "(mg)", "loggingTime(txt)", "start",
    "end",
    "class", "label", ",", ";", "\t", "1e308", "-0", "nan", "\"", "\r\n", "#",
  ]

  private static let seeds: [[UInt8]] = {
    var script = MotionScript(duration: 2)
    script.actions = [.init(start: 0.2, .shake(duration: 1.2, frequency: 4, peak: 2.5, axis: .x))]
    var sensor = SensorModel()
    sensor.rate = 30
    let samples = AccelerometerSimulator(script, sensor: sensor, seed: 1)
    var rows = "time(s),acceleration_x(g),acceleration_y(g),acceleration_z(g)\n"
    var plain = ""
    for sample in samples {
      let (x, y, z) = (sample.acceleration.x, sample.acceleration.y, sample.acceleration.z)
      rows += "\(sample.time.seconds),\(x),\(y),\(z)\n"
      plain += "\(Int(x * 1000)) \(Int(y * 1000)) \(Int(z * 1000))\n"
    }
    let texts: [(UInt8, String)] = [
      (0, rows), (8, rows), (16, rows), (4, plain), (4, "x,y,z\n0,0,-9.81\n1,2,-9.81\n"),
      (3, "start,end,class\n1.0,2.5,1\n4,5,2\n"), (3, "timestamp,label\n1,0\n2,1\n3,0\n4,2\n"),
      (0, "time (ms);x (m/s²);y (m/s²);z (m/s²)\n0;0,1;0,2;9,8\n10;0,1;0,2;9,8\n"),
    ]
    return texts.map { [$0] + Array($1.utf8) }
  }()
}
