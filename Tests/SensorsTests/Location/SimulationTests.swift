import Testing
import Timeline

@testable import Sensors

struct SimulationTests {
  private func moments(_ text: String) throws -> [LocationSimulation.Moment] {
    Array(LocationSimulation(try LocationScript(parsing: text)))
  }

  @Test("A way at a speed, and a pause, fix by fix")
  func way() throws {
    let moments = try moments(
      """
      start 2024-05-01T09:00:00Z
      at 0 0 100
      speed 10            # m/s
      go 90 for 100 m
      wait 5 s
      """)
    #expect(moments.count == 16)
    let earth = Ellipsoid.wgs84
    for (second, moment) in moments.enumerated() {
      let way = try earth.distance(
        from: Coordinate(latitude: 0, longitude: 0), to: moment.truth.coordinate)
      #expect(abs(way - Double(min(second, 10)) * 10) < 1e-6)
      #expect(moment.fix?.coordinate == moment.truth.coordinate)
      #expect(moment.truth.altitude == 100)
    }
    #expect(moments[3].truth.speed == 10)
    #expect(abs((moments[3].truth.course ?? 0) - 90) < 1e-9)
    #expect(moments[13].truth.speed == 0)
    #expect(
      moments[1].truth.timestamp.map { CalendarTime($0).iso8601 } == "2024-05-01T09:00:01.000Z")
  }

  @Test("Outages and tunnels have a truth but no fix; altitudes climb evenly")
  func hidden() throws {
    let moments = try moments(
      """
      at 0 0 0
      speed 10
      tunnel 50 m
      to 0 0.001 111.3195
      outage 3
      wait 10
      """)
    #expect(moments.prefix(5).allSatisfy { $0.fix == nil })
    #expect(moments[5].fix != nil)
    #expect(abs((moments[5].truth.altitude ?? 0) - 50) < 0.1)
    #expect(moments[12...14].allSatisfy { $0.fix == nil })
    #expect(moments[16].fix != nil)
  }

  @Test("The same seed gives the same noise, another one other noise of the same size")
  func noise() throws {
    let text = "at 10 20\nnoise 5\nwait 2000\nseed "
    let one = try moments(text + "1")
    #expect(try one == (moments(text + "1")))
    #expect(try one != (moments(text + "2")))
    let squares = try one.compactMap { moment -> Double? in
      let off = try moment.fix?.distance(from: moment.truth)
      return off.map { $0 * $0 }
    }
    let deviation = (squares.reduce(0, +) / Double(squares.count) / 2).squareRoot()
    #expect(abs(deviation - 5) < 0.3)
    let within = try one.count { moment in
      try moment.fix.map { try $0.distance(from: moment.truth) <= $0.horizontalAccuracy ?? 0 }
        ?? false
    }
    #expect(abs(Double(within) / 2001 - 0.68) < 0.03, "the accuracy holds 68 % of the fixes")
  }

  @Test(
    "What is wrong with a script, and where",
    arguments: [
      ("to 1 2", 1, 1), ("at 91 0", 1, 4), ("at 0 0\nspeed fast", 2, 7), ("at 0 0\nat 1 1", 2, 1),
      ("at 0 0\ngo 90 300 m", 2, 7), ("at 0 0\nwait 5 s now", 2, 10), ("at 0 0\nfly", 2, 1),
      ("", 1, 1), ("at 0 0\nwait -1", 2, 6), ("start noon\nat 0 0", 1, 1), ("rate 0", 1, 6),
      ("at 0 0\nwait nan", 2, 6), ("at 0 nan", 1, 6),
    ])
  func errors(text: String, line: Int, column: Int) {
    do throws(LocationScriptError) {
      _ = try LocationScript(parsing: text)
      Issue.record("\(text) is no script")
    } catch {
      #expect(error.line == line, "\(error)")
      if column > 1 { #expect(error.column == column, "\(error)") }
    }
  }

  @Test("No text traps, and no speed means no way")
  func oddScripts() throws {
    let text = "start 2024-05-01T09:00:00Z\nat 1 2 3\nspeed 5 km/h\ngo 9 for 2 km\nnoise 3\n"
    let bytes = Array(text.utf8)
    for cut in bytes.indices {
      for change in [0, 0x20, 0x2d, 0x41, 0xff] as [UInt8] {
        var broken = bytes
        broken[cut] = change
        _ = try? LocationScript(parsing: String(decoding: broken, as: UTF8.self))
      }
    }
    #expect(try moments("at 0 0\nspeed 0\ngo 9 for 1 km").count == 1)
    #expect(try moments("at 0 0").count == 1)
  }
}
