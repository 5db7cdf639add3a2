import Files
import Foundation
import SensorFormats
import Sensors
import Testing
import Timeline

@Suite struct AccelerationTableTests {
  private func read(
    _ text: String, rate: Double? = nil
  ) throws(FileError) -> (
    format: AccelerationFormat?, samples: [AccelerationSample], skipped: Int
  ) {
    let reader = AccelerationReader(ByteSource(name: "test", bytes: Array(text.utf8)), rate: rate)
    var samples: [AccelerationSample] = []
    while let sample = try reader.next() { samples.append(sample) }
    return (reader.format, samples, reader.notes.reduce(0) { $0 + $1.count })
  }

  private func isNear(_ one: Acceleration?, _ x: Double, _ y: Double, _ z: Double) -> Bool {
    guard let one else { return false }
    return (one - Acceleration(x: x, y: y, z: z)).magnitude < 1e-9
  }

  @Test("phyphox: m/s², with inverted signs")
  func phyphox() throws {
    let (format, samples, _) = try read(
      """
      "Time (s)","Acceleration x (m/s^2)","Acceleration y (m/s^2)","Acceleration z (m/s^2)","Absolute acceleration (m/s^2)"
      0.000000000E0,0.000000000E0,-9.806650000E0,1.961330000E1,0.0
      2.500000000E-2,9.806650000E0,0.0,0.0,9.8
      """)
    #expect(format == .phyphox)
    #expect(samples.map(\.time.microseconds) == [0, 25_000])
    #expect(isNear(samples.first?.acceleration, 0, 1, -2))
    #expect(isNear(samples.last?.acceleration, -1, 0, 0))
  }

  @Test("Spaces align the columns of the header as those of rows")
  func alignedHeader() throws {
    let (_, samples, skipped) = try read(
      """
        time   x    y    z
      0.0    0.1  0.2  1.0
      0.1    0.1  0.2  1.0
      """)
    #expect(samples.map(\.time.microseconds) == [0, 100_000] && skipped == 0)
    #expect(isNear(samples.first?.acceleration, 0.1, 0.2, 1))
  }

  @Test("phyphox: tabs and decimal commas")
  func commas() throws {
    let (format, samples, _) = try read(
      "\"Time (s)\"\t\"Linear Acceleration x (m/s^2)\"\t\"Linear Acceleration y (m/s^2)\"\t\"Linear Acceleration z (m/s^2)\"\n0,5\t9,80665\t0\t-9,80665E0\n"
    )
    #expect(format == .phyphox)
    #expect(samples.map(\.time.microseconds) == [500_000])
    #expect(isNear(samples.first?.acceleration, -1, 0, 1))
  }

  @Test("AndroSensor: other columns are ignored")
  func otherColumns() throws {
    let (format, samples, skipped) = try read(
      """
      sep=;
      ACCELEROMETER X (m/s²);ACCELEROMETER Y (m/s²);ACCELEROMETER Z (m/s²);LOCATION Speed ( Kmh);\
      Satellites in range;Note;Time since start in ms ;YYYY-MO-DD HH-MI-SS_SSS
      0;-9.80665;19.6133;;8 / 15;"a;b";10;2014-09-30 16:14:26:512
      9.80665;0;0;3.6;;;20;2014-09-30 16:14:26:522

      """)
    #expect(format == .androSensor)
    #expect(samples.map(\.time.microseconds) == [10_000, 20_000])
    #expect(isNear(samples.first?.acceleration, 0, 1, -2))
    #expect(skipped == 0)
  }

  @Test(
    "Times since 1970 may have any unit",
    arguments: [
      ("1654611654.16", 0), ("1654611654160", 0), ("1654611654160000", 0),
      ("1654611654160000000", 100),
    ])
  func units(time: String, tolerance: Int64) throws {
    let (_, samples, _) = try read("time,x,y,z\n\(time),0,0,-1\n")
    let wanted: Int64 = 1_654_611_654_160_000
    #expect(samples.count == 1)
    #expect(abs((samples.first?.time.microseconds ?? 0) - wanted) <= tolerance)
  }

  @Test("Sensor Logger: z comes first, and seconds have their own column")
  func sensorLogger() throws {
    let (format, samples, _) = try read(
      """
      time,seconds_elapsed,z,y,x
      1698501144401958100,0.0599580078125,9.80665,0,-9.80665
      1698501144411958100,0.0699580078125,0,9.80665,0
      """)
    #expect(format == .sensorLogger)
    #expect(samples.map(\.time.microseconds) == [59_958, 69_958])
    #expect(isNear(samples.first?.acceleration, 1, 0, -1))
    #expect(isNear(samples.last?.acceleration, 0, -1, 0))
  }

  @Test("AndroSensor: semicolons, milliseconds, many other sensors")
  func androSensor() throws {
    let (format, samples, _) = try read(
      """
      GRAVITY X (m/s²);GRAVITY Y (m/s²);GRAVITY Z (m/s²);ACCELEROMETER X (m/s²);ACCELEROMETER Y (m/s²);ACCELEROMETER Z (m/s²);Time since start in ms ;YYYY-MO-DD HH-MI-SS_SSS
      1;2;3;0;9.80665;0;12;2015-09-07 10:49:36:226
      1;2;3;0;0;-9.80665;512;2015-09-07 10:49:36:726
      """)
    #expect(format == .androSensor)
    #expect(samples.map(\.time.microseconds) == [12_000, 512_000])
    #expect(isNear(samples.first?.acceleration, 0, -1, 0))
    #expect(isNear(samples.last?.acceleration, 0, 0, 1))
  }

  @Test("ST: mg or g, a comment before the header, and no times")
  func st() throws {
    let (format, samples, _) = try read(
      "# wrist\n\nacc_x[mg],acc_y[mg],acc_z[mg],gyro_x[dps],gyro_y[dps],gyro_z[dps]\n-412,-1651,1000,1,2,3\n5,6,7,1,2,3\n"
    )
    #expect(format == .st)
    #expect(samples.map(\.time.microseconds) == [0, 38_462])
    #expect(isNear(samples.first?.acceleration, -0.412, -1.651, 1))
    let other = try read("accX[g],accY[g],accZ[g]\n-0.096,0.109,-1.065\n0,0,0\n", rate: 100)
    #expect(other.format == .st)
    #expect(other.samples.map(\.time.microseconds) == [0, 10_000])
    #expect(isNear(other.samples.first?.acceleration, -0.096, 0.109, -1.065))
  }

  @Test(
    "Plain columns are read with and without a header",
    arguments: [
      "time,x,y,z\n1.5,0.25,-1,2\n", "t;x;y;z\n1.5;0.25;-1;2\n", "1.5 0.25 -1 2\n",
      "  1.5\t0.25\t-1\t2\r\n", "1.5,+.25,-1.0e0,2.\n", "# comment\n1.5, 0.25 , -1, 2",
      "timestamp(ms),acceleration_x(g),acceleration_y(g),acceleration_z(g),roll(rad)\n1500,0.25,-1,2,7\n",
      "\u{feff}time,z,y,x\n1.5,2,-1,0.25\n", "x,y,z,t\n0.25,-1,2,1.5\n",
    ])
  func plain(text: String) throws {
    let (format, samples, _) = try read(text)
    #expect(format == .plain)
    #expect(samples.map(\.time.microseconds) == [1_500_000])
    #expect(isNear(samples.first?.acceleration, 0.25, -1, 2))
  }

  @Test("Rows with empty cells or missing numbers are skipped and counted")
  func gaps() throws {
    let (_, samples, skipped) = try read(
      "time,x,y,z\n0,1,2,3\n1,,2,3\n2,NaN,0,0\n3,1,2\n4,1,2,3\n5,9999,0,0\n\n")
    #expect(samples.map(\.time.seconds) == [0, 4])
    #expect(skipped == 4)
  }

  @Test(
    "Errors have a line and a column",
    arguments: [
      ("time,x,y,z\n0,1,2,3\n1,1,two,3\n", 3, 5, "number"),
      ("time,x,y\n0,1,2\n", 1, 1, "x, y and z"),
      ("datetime,x,y,z\n01/05/2024,1,2,3\n", 2, 1, "date and time in ISO 8601"),
      ("1,2\n", 1, 1, "three numbers"), ("gyro_x,gyro_y,gyro_z\n", 1, 1, "x, y and z"),
      ("x,y,z\n1,2,3x\n", 2, 5, "number"),
    ])
  func errors(text: String, line: Int, column: Int, expected: String) throws {
    let error = #expect(throws: FileError.self) { try read(text) }
    #expect(error?.position == .line(line, column: column), "\(String(describing: error))")
    #expect(error?.expected.contains(expected) ?? false)
  }

  @Test("An empty file is an error")
  func empty() {
    #expect(throws: FileError.self) {
      try AccelerationReader.read(ByteSource(name: "test", bytes: []))
    }
  }

  @Test(
    "Without a unit, first rows whose median is as long as gravity show it",
    arguments: [
      ("6.99", nil, 6.99), ("7", .metresPerSecondSquared, -0.7138),
      ("13", .metresPerSecondSquared, -1.3256),
      ("13.1", nil, 13.1), ("699", nil, 699), ("700", .milligravity, 0.7),
      ("1300", .milligravity, 1.3),
      ("1", nil, 1),
    ] as [(String, AccelerationUnit?, Double)])
  func assumedUnits(length: String, unit: AccelerationUnit?, z: Double) throws {
    let source = ByteSource(
      name: "a.csv",
      bytes: Array("time,x,y,z\n0,0,0,\(length)\n1,0,0,\(length)\n2,0,0,500\n".utf8))
    let reader = AccelerationReader(source)
    let next = try reader.next()
    let sample = try #require(next)
    #expect(reader.assumedUnit == unit)
    #expect(abs(sample.acceleration.z - z) < 1e-4)
  }

  @Test(
    "A unit in brackets has any usual spelling",
    arguments: [
      ("g", -2), ("G", -2), ("mg", -0.002), ("milli-g", -0.002), ("m/s^2", 0.20394),
      ("m/s\u{b2}", 0.20394), (" m / s² ", 0.20394), ("m/sÂ²", 0.20394), ("m/s\u{fffd}", 0.20394),
      ("ms^-2", 0.20394), ("m·s⁻²", 0.20394), ("cm/s^2", 0.0020394), ("ft/s²", 0.062162),
      ("ft/s2", 0.062162), ("m/s² without gravity", 0.20394),
      ("meters per second squared", 0.20394), ("meter/s^2", 0.20394), ("m/sec/sec", 0.20394),
    ])
  func unitsOfAcceleration(unit: String, z: Double) throws {
    for (open, close) in [("(", ")"), ("[", "]")] {
      let cells = ["x", "y", "z"].map { "\($0) \(open)\(unit)\(close)" }
      let (_, samples, _) = try read("time,\(cells.joined(separator: ","))\n0,0,0,-2\n")
      let sample = try #require(samples.first)
      #expect(abs(sample.acceleration.z - z) < 1e-4 * abs(z), "\(unit)")
    }
  }

  @Test(
    "A unit of time in brackets has any usual spelling, and times without one are seconds",
    arguments: [
      ("time", 3), ("time (s)", 3), ("time [Seconds]", 3), ("time (ms)", 0.003),
      ("time (milliseconds)", 0.003), ("timestamp_ms", 0.003), ("time (µs)", 0.000_003),
      ("t (min)", 180), ("time (h)", 10_800), ("time (ms since 1970)", 0.003),
      ("Timestamp (unix)", 3), ("time_us", 0.000_003), ("time-min", 180),
    ])
  func unitsOfTime(header: String, seconds: Double) throws {
    let (_, samples, _) = try read("\(header),x (g),y (g),z (g)\n3,0,0,-1\n")
    #expect(samples.map(\.time.seconds) == [seconds])
  }

  @Test(
    "A column with another name is the time by its unit, unless it is a rate or an extreme",
    arguments: [
      ("Elapsed (s)", 3), ("Temps (s)", 3), ("Zeit [ms]", 0.003), ("elapsed_ms", 0.003),
      ("accelerometerTimestamp_sinceReboot(s)", 3), ("Tempo (min)", 180), ("t_ms", 0.003),
      ("wind_m_s", nil), ("gyro_deg_s", nil), ("dt_ms", nil), ("latency (ms)", nil),
      ("Duration (h)", nil), ("label_s", nil), ("beats per s", nil), ("temperature_min", nil),
      ("zone (utc)", nil),
    ] as [(String, Double?)])
  func timesByUnit(header: String, seconds: Double?) throws {
    let bytes = Array("\(header),x (g),y (g),z (g)\n3,0,0,-1\n".utf8)
    let reader = AccelerationReader(ByteSource(name: "a.csv", bytes: bytes))
    let samples = try reader.readAll()
    #expect(reader.hasTimes == (seconds != nil))
    #expect(samples.map(\.time.microseconds) == [Timestamp(seconds: seconds ?? 0).microseconds])
  }

  @Test("Times may be dates", arguments: ["timestamp", "datetime", "time (ms)", "\"Date_Time\""])
  func dates(header: String) throws {
    let rows = "2024-05-01T09:00:00.250Z,0,0,-1\n\"2024-05-01 09:00:01.5\",0,0,-1\n"
    let (_, samples, _) = try read("\(header),x (g),y (g),z (g)\n" + rows)
    #expect(samples.map(\.time.microseconds) == [1_714_554_000_250_000, 1_714_554_001_500_000])
  }

  @Test(
    "A unit at the end of a column's name is one in brackets",
    arguments: [
      ("x_g,y_g,z_g", -2), ("ax_mg,ay_mg,az_mg", -0.002), ("acc-x-mg,acc-y-mg,acc-z-mg", -0.002),
      ("x_m_s2,y_m_s2,z_m_s2", 0.20394), ("x cm/s^2,y cm/s^2,z cm/s^2", 0.0020394),
    ])
  func unitsInNames(header: String, z: Double) throws {
    let bytes = Array("time,\(header)\n0,0,0,-2\n".utf8)
    let reader = AccelerationReader(ByteSource(name: "a.csv", bytes: bytes))
    let sample = try #require(try reader.readAll().first)
    #expect(abs(sample.acceleration.z - z) < 1e-4 * abs(z))
    #expect(reader.remarks.isEmpty, "\(reader.remarks)")
  }

  @Test(
    "Without a unit, a note says that g are assumed, and a warning that rows are too long for it",
    arguments: [("1", false), ("5", false), ("5.1", true), ("30", true)])
  func assumedGravity(length: String, isWarning: Bool) throws {
    let bytes = Array("time,x,y,z\n0,0,0,\(length)\n".utf8)
    let reader = AccelerationReader(ByteSource(name: "a.csv", bytes: bytes))
    #expect(try reader.readAll().count == 1)
    #expect(reader.remarks.map(\.isWarning) == [isWarning])
    #expect(reader.remarks.first?.text.hasPrefix("no unit: assuming g") ?? false)
  }

  @Test(
    "Decimal commas between commas are an error in the first row that shows them",
    arguments: [
      ("time,x,y,z\n0,0,0,1\n0,5,0,1,0,2,-9,8\n", 3), ("time,x,y,z\n1,0,1,0,2,-9,8\n", nil),
      ("time,x,y,z\n1,0,0,1,,,,\n", nil),
      ("x,y,z\n0,1,0,2,-9,8\n", 2), ("time,x,y,z\n0,5E0,0,1,0,2,-9,8E-1\n", 2),
      ("x,y,z\n0.1,0.2,-9.8,1,2,3\n", nil), ("x,y,z\n0,1,-9,-1,2,-3\n", nil),
      ("time,x,y,z\n\"0,5\",\"0,1\",\"0,2\",\"-9,8\"\n", nil),
    ] as [(String, Int?)])
  func decimalCommas(text: String, line: Int?) throws {
    guard let line else {
      #expect(try read(text).samples.count == 1)
      return
    }
    let error = #expect(throws: FileError.self) { try read(text) }
    #expect(error?.position == .line(line, column: 1))
    #expect(error?.expected.contains("decimal commas") ?? false)
  }

  @Test(
    "An unknown unit is a warning, with the one in whose place it is read",
    arguments: [
      ("time (s),X (deg/s),Y (deg/s),Z (deg/s)", "x (deg/s) as m/s²"),
      ("time,x [LSB],y [LSB],z [LSB]", "x (lsb) as m/s²"),
      ("\"t ( days )\",x (g),y (g),z (g)", "t (days) as s"),
    ])
  func unknownUnits(header: String, column: String) throws {
    let bytes = Array("\(header)\n1,2,3,4\n".utf8)
    let reader = AccelerationReader(ByteSource(name: "a.csv", bytes: bytes))
    #expect(try reader.readAll().count == 1)
    let warnings = reader.remarks.filter(\.isWarning).map(\.text)
    #expect(warnings == ["unknown unit: \(column)"])
  }

  @Test(
    "The median of the first hundred rows decides, and they are delivered before an error in them",
    arguments: [(0, 50, true), (49, 60, true), (50, 50, false), (0, 100, true)])
  func beginningOfMovement(strong: Int, calm: Int, isMetric: Bool) throws {
    let rows =
      Array(repeating: "0,0,5.2\n", count: strong) + Array(repeating: "0,0,9.8\n", count: calm)
    let text = "x,y,z\n" + (rows + ["0,0,20\n", "1,2,three\n"]).joined()
    let reader = AccelerationReader(ByteSource(name: "a.csv", bytes: Array(text.utf8)))
    for index in 0...rows.count {
      let sample = try reader.next()
      #expect(sample?.time.microseconds == Int64((Double(index) * 1e6 / 26).rounded()))
    }
    #expect((reader.assumedUnit == .metresPerSecondSquared) == isMetric)
    #expect(throws: FileError.self) { try reader.next() }
  }

  @Test(
    "A skipped row has the reason that is true of it",
    arguments: [
      ("1,,2,3", "empty cells; likely rows of other sensors"),
      ("1,2,3,", "empty cells; likely rows of other sensors"),
      ("1,2,3", "too few cells; likely lines that were cut off"),
      ("1", "too few cells; likely lines that were cut off"),
      ("1,nan,2,3", "nan, inf or null for a number"),
      ("NaN,1,2,3", "nan, inf or null for a number"),
      ("1,2,-inf,3", "nan, inf or null for a number"),
    ])
  func reasonOfSkippedRow(row: String, reason: String) throws {
    for end in ["\n", "\r\n"] {
      let text = "time (s),x (g),y (g),z (g)" + end + "0,0,0,-1" + end + row + end
      let reader = AccelerationReader(ByteSource(name: "test", bytes: Array(text.utf8)))
      #expect(try reader.readAll().count == 1)
      #expect(reader.notes.map(\.description) == ["1 of 2 rows skipped: \(reason)"])
    }
  }

  @Test(
    "Lines end in newlines, carriage returns or both, in any encoding",
    arguments: ["\n", "\r\n", "\r"], [String.Encoding.utf8, .utf16])
  func endsOfLines(end: String, encoding: String.Encoding) throws {
    let text = "# sensor\ntime,x (g),y (g),z (g)\n0,1,2,3\n\n1,4,5,6\n".replacing("\n", with: end)
    let bytes = Array(try #require(text.data(using: encoding)))
    let samples = try AccelerationReader.read(ByteSource(name: "test", bytes: bytes))
    #expect(samples.map(\.time.seconds) == [0, 1])
    #expect(isNear(samples.last?.acceleration, 4, 5, 6))
    let wrong = ByteSource(name: "test", bytes: bytes + Array("7,8,nine\(end)".utf8))
    if encoding == .utf16 { return }
    let error = #expect(throws: FileError.self) { try AccelerationReader.read(wrong) }
    #expect(error?.position == .line(6, column: 5))
  }

  @Test("Numbers are read within a unit in the last place")
  func numbers() throws {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<500 {
      let value = generator.gaussian() * 10
      let text = "x (g),y (g),z (g)\n\(value),0,0\n"
      let read = try #require(try read(text).samples.first?.acceleration.x)
      #expect(abs(read - value) <= abs(value) * 0x1p-52)
    }
  }

  @Test("Truncated or corrupted tables never trap")
  func mutations() {
    let samples = [
      "\"Time (s)\",\"Acceleration x (m/s^2)\",\"Acceleration y (m/s^2)\",\"Acceleration z (m/s^2)\"\n0.0,1.5E1,-2,3\n1,2,3,4\n",
      "ACCELEROMETER X (m/s²);ACCELEROMETER Y (m/s²);ACCELEROMETER Z (m/s²);Time since start in ms \n0;9,8;0;12\n",
      "1.5 0.25 -1 2\n2.5 0 99999999999999999999 1e999\n",
    ]
    for text in samples {
      let bytes = Array(text.utf8)
      for index in bytes.indices {
        _ = try? AccelerationReader.read(ByteSource(name: "cut", bytes: Array(bytes[..<index])))
        for flip: UInt8 in [0x01, 0x10, 0x80, 0xff] {
          var flipped = bytes
          flipped[index] ^= flip
          _ = try? AccelerationReader.read(ByteSource(name: "flip", bytes: flipped))
        }
      }
    }
  }

  @Test("Written samples are read back exactly")
  func roundTrip() throws {
    var generator = SeededGenerator(seed: 2)
    let samples = (0..<200).map { index in
      AccelerationSample(
        time: Timestamp(microseconds: Int64(index - 20) * 9_999),
        acceleration: Acceleration(
          x: (generator.gaussian() * 1e4).rounded() / 1e4, y: 0.25, z: -1))
    }
    let sink = ByteSink()
    let writer = try AccelerationWriter(sink)
    for sample in samples { try writer.write(sample) }
    try writer.finish()
    #expect(try AccelerationReader.read(ByteSource(name: "test", bytes: sink.bytes)) == samples)
  }

  @Test("Skipped rows are counted among all rows, with their likely cause")
  func notes() throws {
    func notes(_ text: String) throws -> [String] {
      let reader = AccelerationReader(ByteSource(name: "test", bytes: Array(text.utf8)))
      while try reader.next() != nil {}
      return reader.notes.map(\.description)
    }
    #expect(
      try notes("time,x,y,z\n0,1,2,3\n1,,,\n2,1,2,\n3,1,2,3\n") == [
        "2 of 4 rows skipped: empty cells; likely rows of other sensors"
      ])
    #expect(
      try notes("time,x,y,z\n0,,,\n1,,,\n") == [
        "2 of 2 rows skipped: empty cells; likely a sensor that was switched off"
      ])
    #expect(
      try notes("time,x,y,z\n0,1,2,1\n1,1,2,1001\n") == [
        "1 of 2 rows skipped: more than 1000 g or impossible times; "
          + "likely numbers in another unit than the header names"
      ])
    #expect(try notes("time,x,y,z\n0,1,2,3\n").isEmpty)
  }
}
