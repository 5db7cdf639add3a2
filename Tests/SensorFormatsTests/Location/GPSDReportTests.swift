import Sensors
import Testing
import Timeline

struct GPSDReportTests {
  @Test("Fixes are read, and their errors converted from 95 % to 68 %")
  func report() throws {
    let fixes = try locations(
      """
      {"class":"VERSION","release":"3.25"}
      $GPGGA,120000,3730.0000,N,12700.0000,E,1,8,1,1,M,,M,,*00
      {"class":"TPV","mode":1,"time":"2024-05-01T11:59:59.000Z"}
      {"class":"TPV","mode":3,"status":2,"time":"2024-05-01T12:00:00.250Z","lat":37.5,"lon":-127.25,\
      "altMSL":38.5,"epv":19.6,"track":90.5,"speed":1.5,"eph":16.213}
      {"class":"TPV","mode":2,"lat":1,"lon":2,"alt":77}

      """)
    #expect(fixes.count == 2)
    #expect(fixes[0].time == "2024-05-01T12:00:00.250Z")
    #expect(fixes[0].altitude == 38.5 && fixes[0].speed == 1.5 && fixes[0].course == 90.5)
    #expect(fixes[0].horizontalAccuracy.map { abs($0 - 10) < 1e-9 } == true)
    #expect(fixes[0].verticalAccuracy.map { abs($0 - 10) < 1e-9 } == true)
    #expect(fixes[0].source == .differential)
    #expect(fixes[1].altitude == nil && fixes[1].timestamp == nil)
  }

  @Test("The satellites and the HDOP are those of the last sky view, whichever way it counts")
  func sky() throws {
    let fix = #"{"class":"TPV","mode":3,"lat":1,"lon":2}"#
    let fixes = try locations(
      """
      \(fix)
      {"class":"SKY","hdop":1.5,"uSat":7}
      \(fix)
      {"class":"SKY","uSat":-0.5,"satellites":[{"used":true},{"used":false},{"used":true},{}]}
      \(fix)
      {"class":"SKY","satellites":[{"used":true},{"used":false},{"used":true},{}],"hdop":"x"}
      \(fix)

      """)
    #expect(fixes.map(\.satellites) == [nil, 7, nil, 2])
    #expect(fixes.map(\.horizontalDilution) == [nil, 1.5, 1.5, 1.5])
  }

  @Test("Objects may have spaces and their keys any order")
  func passedOn() throws {
    let fixes = try locations(
      """
      {"device": "/dev/ttyS0", "class": "SKY"}
      {"device": "/dev/ttyS0", "class" : "TPV", "mode": 3, "lat": 47.5, "lon": 8.25}

      """)
    #expect(fixes.map(\.coordinate) == [Coordinate(latitude: 47.5, longitude: 8.25)])
  }

  @Test("Times may be seconds since 1970, as gpsd wrote them before version 3.0")
  func secondsFrom1970() throws {
    let fixes = try locations(
      "{\"class\":\"TPV\",\"mode\":2,\"time\":1654611654.161,\"lat\":1,\"lon\":2}\n")
    #expect(fixes.map(\.time) == ["2022-06-07T14:20:54.161Z"])
  }

  @Test("An incomplete last line and malformed ones are skipped and counted")
  func broken() throws {
    let good = "{\"class\":\"TPV\",\"mode\":2,\"lat\":1,\"lon\":2}\n"
    for bad in [
      "{\"class\":\"TPV\",\"mode\":2,\"lat\":1,\"lo\n", "{\"class\":\"TPV\",\"mode\":}\n",
      "{\"class\":\"TPV\",\"lat\":1\n",
    ] {
      let (fixes, notes) = try locationsAndNotes(good + bad + good)
      #expect(fixes.count == 2)
      #expect(notes == ["1 gpsd object skipped: malformed or cut off"])
      #expect(try locations(good + bad.dropLast()).count == 1)
    }
  }

  @Test("The reports of one epoch make one fix, of which the last one counts")
  func severalReports() throws {
    let time = "\"time\":\"2024-05-01T12:00:00.000Z\""
    let fixes = try locations(
      """
      {"class":"TPV","mode":2,\(time),"lat":1,"lon":2,"speed":3}
      {"class":"TPV","mode":3,\(time),"lat":1.5,"lon":2,"alt":77}
      {"class":"TPV","mode":2,"time":"2024-05-01T12:00:01.000Z","lat":1,"lon":2}

      """)
    #expect(fixes.map(\.coordinate.latitude) == [1.5, 1])
    #expect(fixes.map(\.speed) == [3, nil] && fixes.map(\.altitude) == [77, nil])
  }

  @Test(
    "Longitudes beyond 180 degrees are those of the other side; positions out of range are counted",
    arguments: [("1,\"lon\":190", -170), ("91,\"lon\":2", nil), ("1,\"lon\":-361", nil)]
      as [(String, Double?)])
  func outOfRange(position: String, longitude: Double?) throws {
    let (fixes, notes) = try locationsAndNotes(
      "{\"class\":\"TPV\",\"mode\":2,\"lat\":\(position)}\n")
    #expect(fixes.map(\.coordinate.longitude) == (longitude.map { [$0] } ?? []))
    let note = "1 of 1 gpsd report skipped: a latitude beyond 90 or a longitude beyond 360 degrees"
    #expect(notes == (longitude == nil ? [note] : []))
  }

  @Test("Altitudes above the ellipsoid are not read")
  func ellipsoidalAltitude() throws {
    let fixes = try locations(
      "{\"class\":\"TPV\",\"mode\":3,\"lat\":1,\"lon\":2,\"altHAE\":62.5}\n")
    #expect(fixes.map(\.altitude) == [nil])
  }

  @Test(
    "Reports of another time, day or device make fixes of their own",
    arguments: [
      ("2024-05-01T12:00:00.005Z", "a"), ("2024-05-02T12:00:00.000Z", "a"),
      ("2024-05-01T12:00:00.000Z", "b"),
    ])
  func otherReports(time: String, device: String) throws {
    let (fixes, notes) = try locationsAndNotes(
      """
      {"class":"TPV","device":"a","mode":3,"time":"2024-05-01T12:00:00Z","lat":1,"lon":2,"alt":7}
      {"class":"TPV","device":"\(device)","mode":2,"time":"\(time)","lat":3,"lon":4}

      """)
    #expect(fixes.map(\.coordinate.latitude) == [1, 3])
    #expect(fixes.map(\.altitude) == [7, nil])
    let note = "1 of 2 gpsd reports of another device than the first"
    #expect(notes.contains(note) == (device == "b"))
  }
}
