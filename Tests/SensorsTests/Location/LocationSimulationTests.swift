import Testing
import Timeline

@testable import Sensors

@Suite("Location simulation")
struct LocationSimulationTests {
  private func samples(_ text: String) throws -> [LocationSimulation.Sample] {
    Array(LocationSimulation(try LocationScript(parsing: text)))
  }

  @Test("A path at a speed and a pause produce one fix per second")
  func path() throws {
    let samples = try samples(
      """
      start 2024-05-01T09:00:00Z
      at 0 0 100
      speed 10            # m/s
      go 90 for 100 m
      wait 5 s
      """)
    #expect(samples.count == 16)
    let earth = Ellipsoid.wgs84
    for (second, sample) in samples.enumerated() {
      let distance = try earth.distance(
        from: Coordinate(latitude: 0, longitude: 0), to: sample.truth.coordinate)
      #expect(abs(distance - Double(min(second, 10)) * 10) < 1e-6)
      #expect(sample.fix?.coordinate == sample.truth.coordinate)
      #expect(sample.truth.altitude == 100)
    }
    #expect(samples[3].truth.speed == 10)
    #expect(abs((samples[3].truth.course ?? 0) - 90) < 1e-9)
    #expect(samples[13].truth.speed == 0)
    #expect(
      samples[1].truth.timestamp.map { CalendarTime($0).iso8601 } == "2024-05-01T09:00:01.000Z")
  }

  @Test("Outages and tunnels hide fixes but not the truth; altitudes change evenly")
  func hidden() throws {
    let samples = try samples(
      """
      at 0 0 0
      speed 10
      tunnel 50 m
      to 0 0.001 111.3195
      outage 3
      wait 10
      """)
    #expect(samples.prefix(5).allSatisfy { $0.fix == nil })
    #expect(samples[5].fix != nil)
    #expect(abs((samples[5].truth.altitude ?? 0) - 50) < 0.1)
    #expect(samples[12...14].allSatisfy { $0.fix == nil })
    #expect(samples[16].fix != nil)
  }

  @Test("A climb without a way changes the altitude")
  func climb() throws {
    let altitudes = try samples("at 37 127 100\nto 37 127 500\nwait 2\n").map(\.truth.altitude)
    #expect(altitudes == [500, 500, 500])
  }

  @Test("A seed determines the noise; another seed produces different noise of the same size")
  func noise() throws {
    let text = "at 10 20\nnoise 5\nwait 2000\nseed "
    let one = try samples(text + "1")
    #expect(try one == (samples(text + "1")))
    #expect(try one != (samples(text + "2")))
    let squares = try one.compactMap { sample -> Double? in
      let off = try sample.fix?.distance(from: sample.truth)
      return off.map { $0 * $0 }
    }
    let deviation = (squares.reduce(0, +) / Double(squares.count) / 2).squareRoot()
    #expect(abs(deviation - 5) < 0.3)
    let within = try one.count { sample in
      try sample.fix.map { try $0.distance(from: sample.truth) <= $0.horizontalAccuracy ?? 0 }
        ?? false
    }
    #expect(abs(Double(within) / 2001 - 0.68) < 0.03, "the accuracy contains 68 % of the fixes")
  }

  @Test("A script reports errors with the next sample, and a denied receiver has no more fixes")
  func errors() throws {
    let samples = try samples(
      "at 0 0\nerror unknown\nwait 1 s\nerror denied\nwait 2 s\nerror unknown")
    #expect(samples.map(\.errors) == [[.locationUnknown], [], [.denied], [], [.locationUnknown]])
    #expect(samples.map { $0.fix != nil } == [true, true, false, false, false])
  }

  @Test(
    "Errors in scripts are reported with line and column",
    arguments: [
      ("to 1 2", 1, 1), ("at 91 0", 1, 4), ("at 0 0\nspeed fast", 2, 7), ("at 0 0\nat 1 1", 2, 1),
      ("at 0 0\ngo 90 300 m", 2, 7), ("at 0 0\nwait 5 s now", 2, 10), ("at 0 0\nfly", 2, 1),
      ("", 1, 1), ("at 0 0\nwait -1", 2, 6), ("start noon\nat 0 0", 1, 1), ("rate 0", 1, 6),
      ("start 2023-02-29T09:00:00Z\nat 0 0", 1, 7), ("at 0 0\nspeed 0\nto 1 1", 3, 1),
      ("at 0 0\nspeed 0 km/h\ngo 9 for 1 km", 3, 1), ("at 0 0\nwait nan", 2, 6),
      ("at 0 0\nerror often", 2, 7), ("at 0 nan", 1, 6),
    ])
  func errors(text: String, line: Int, column: Int) {
    do throws(LocationScriptError) {
      _ = try LocationScript(parsing: text)
      Issue.record("\(text) is not a valid script")
    } catch {
      #expect(error.line == line, "\(error)")
      if column > 1 { #expect(error.column == column, "\(error)") }
    }
  }

  @Test("Corrupted text does not make the parser trap, and without a speed nothing moves")
  func corruptScripts() throws {
    let text = "start 2024-05-01T09:00:00Z\nat 1 2 3\nspeed 5 km/h\ngo 9 for 2 km\nnoise 3\n"
    let bytes = Array(text.utf8)
    for cut in bytes.indices {
      for change in [0, 0x20, 0x2d, 0x41, 0xff] as [UInt8] {
        var broken = bytes
        broken[cut] = change
        _ = try? LocationScript(parsing: String(decoding: broken, as: UTF8.self))
      }
    }
    #expect(try samples("at 0 0\nspeed 0\ngo 9 for 10 s").count == 11)
    #expect(try samples("at 0 0").count == 1)
  }
}
