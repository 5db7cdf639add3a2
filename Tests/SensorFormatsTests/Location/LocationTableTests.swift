import Sensors
import Testing
import Timeline

@testable import Files
@testable import SensorFormats

struct LocationTableTests {
  @Test("phyphox: quoted headings, exponents, and seconds since the start")
  func phyphox() throws {
    let fixes = try locations(
      """
      "Time (s)","Latitude (°)","Longitude (°)","Height (m)","Velocity (m/s)","Direction (°)",\
      "Horizontal Accuracy (m)","Vertical Accuracy (m)"
      1.250000000E0,5.077884000E1,6.060000000E0,2.5E2,1.5E0,9.0E1,4.0E0,6.0E0
      2.250000000E0,5.077885000E1,6.060000000E0,NaN,NaN,NaN,4.0E0,6.0E0

      """)
    #expect(fixes.count == 2)
    #expect(fixes[0].coordinate == Coordinate(latitude: 50.77884, longitude: 6.06))
    #expect(fixes[0].altitude == 250 && fixes[0].speed == 1.5 && fixes[0].course == 90)
    #expect(fixes[0].horizontalAccuracy == 4 && fixes[0].verticalAccuracy == 6)
    #expect(fixes[0].timestamp == Timestamp(seconds: 1.25) && !fixes[0].isDateKnown)
    #expect(fixes[1].altitude == nil && fixes[1].speed == nil)
  }

  @Test("The names of the columns may follow other lines, which are counted")
  func linesBeforeHeading() throws {
    let (fixes, notes) = try locationsAndNotes("# exported\nMy walk\n\nlat,lon\n1,2\n3,4\n")
    #expect(fixes.map(\.coordinate.latitude) == [1, 3])
    #expect(notes == ["2 lines before the columns' names skipped"])
    let many = String(repeating: "title\n", count: LocationEvidence.maximumLinesBeforeHeading)
    #expect(throws: FileError.self) { try locations(many + "lat,lon\n1,2\n") }
    #expect(try locations(many.dropFirst(6) + "lat,lon\n1,2\n").count == 1)
  }

  @Test("Rows without a location are counted among all rows")
  func emptyRows() throws {
    let (fixes, notes) = try locationsAndNotes("t,lat,lon\n1,,\n2,1,2\n3,,\n")
    #expect(fixes.count == 1)
    #expect(notes == ["2 of 3 rows skipped: no latitude or longitude"])
  }

  @Test(
    "Rows with impossible coordinates are counted: the columns may be swapped",
    arguments: [
      ("90,360", 1), ("-90,-360", 1), ("90.1,0", 0), ("-90.1,0", 0), ("0,360.1", 0),
    ])
  func impossibleRows(row: String, count: Int) throws {
    let (fixes, notes) = try locationsAndNotes("lat,lon\n\(row)\n")
    #expect(fixes.count == count)
    let note = "1 of 1 row skipped: a latitude beyond 90 or a longitude beyond 360 degrees"
    #expect(notes == (count == 1 ? [] : [note]))
  }

  @Test("A last row without a newline is read if it is as long as the one before, and else counted")
  func lastRow() throws {
    func read(_ last: String) throws -> (Int, [String]) {
      let (fixes, notes) = try locationsAndNotes("t,lat,lon\n1,37.25,127.25\n" + last)
      return (fixes.count, notes)
    }
    let cut = ["1 of 2 rows skipped: cut off at the end of the file"]
    #expect(try read("2,38.25,128.25") == (2, []))
    #expect(try read("2,38.25,128.2") == (1, cut))
    #expect(try read("2,38.25") == (1, cut))
    #expect(try locations("lat,lon\n1,2").isEmpty, "nothing tells whether it is whole")
    #expect(try locations("lat,lon,\n1,2,\n3,4,").count == 2)
  }

  @Test(
    "The name of the latitude has any case, with spaces and underscores between its letters",
    arguments: ["LAT", "l at", "_L_A_T_", "GPS latitude", "LaTitude (deg)"])
  func latitude(name: String) throws {
    let fixes = try locations("time,\(name),lon\n1,50.25,6.5\n")
    #expect(fixes.first?.coordinate == Coordinate(latitude: 50.25, longitude: 6.5))
  }

  @Test("Lines end in newlines, carriage returns or both", arguments: ["\n", "\r\n", "\r"])
  func endsOfLines(end: String) throws {
    let text = "# exported\ntime,lat,lon\n0,1,2\n1,3,4\n".replacing("\n", with: end)
    #expect(try locations(text).map(\.coordinate.latitude) == [1, 3])
  }

  @Test("phyphox: semicolons and decimal commas")
  func decimalComma() throws {
    let fixes = try locations("Time (s);Latitude (°);Longitude (°)\n0,5;50,25;6,5\n")
    #expect(fixes.first?.coordinate == Coordinate(latitude: 50.25, longitude: 6.5))
    #expect(fixes.first?.timestamp == Timestamp(seconds: 0.5))
  }

  @Test("AndroSensor: km/h, dates, and lines that repeat the location")
  func androSensor() throws {
    let fixes = try locations(
      """
      ACCELEROMETER X (m/s²);LOCATION Latitude : ;LOCATION Longitude : ;LOCATION Altitude ( m);\
      LOCATION Altitude-google ( m);LOCATION Speed ( Kmh);LOCATION Accuracy ( m);\
      LOCATION ORIENTATION (°);Satellites in range;Time since start in ms ;YYYY-MO-DD HH-MI-SS_SSS
      0.1;;;;;;;;0 / 0;10;2014-09-30 16:14:26:012
      0.1;37.5;127.0;38.5;30;3.6;8;120;9 / 12;500;2014-09-30 16:14:26:512
      0.2;37.5;127.0;38.5;30;3.6;8;120;9 / 12;1000;2014-09-30 16:14:27:012
      0.2;37.6;127.0;38.5;30;7.2;8;120;9 / 12;1500;2014-09-30 16-14-27_512

      """)
    #expect(fixes.count == 2)
    #expect(fixes[0].speed.map { abs($0 - 1) < 1e-12 } == true)
    #expect(fixes[0].altitude == 38.5 && fixes[0].horizontalAccuracy == 8)
    #expect(fixes[0].course == 120)
    #expect(fixes.map(\.time) == ["2014-09-30T16:14:26.512Z", "2014-09-30T16:14:27.512Z"])
  }

  @Test("Sensor Logger: nanoseconds since 1970, and several accuracies, negative if unknown")
  func sensorLogger() throws {
    let fixes = try locations(
      """
      time,seconds_elapsed,bearingAccuracy,speedAccuracy,verticalAccuracy,horizontalAccuracy,speed,\
      bearing,altitude,longitude,latitude
      1654611654161000000,0.161,45.5,1.5,3.5,12.5,1.25,180.5,35.25,8.5,47.25
      1654611655161000000,1.161,-1,-1,3.5,11.5,-1,-1,35.25,8.5,47.5

      """)
    #expect(fixes.map(\.time) == ["2022-06-07T14:20:54.161Z", "2022-06-07T14:20:55.161Z"])
    #expect(fixes[0].coordinate == Coordinate(latitude: 47.25, longitude: 8.5))
    #expect(fixes[0].horizontalAccuracy == 12.5 && fixes[0].verticalAccuracy == 3.5)
    #expect(fixes[0].speed == 1.25 && fixes[0].course == 180.5 && fixes[0].altitude == 35.25)
    #expect(fixes[1].validSpeed == nil && fixes[1].validCourse == nil)
  }

  @Test(
    "Times since 1970 may have any unit",
    arguments: ["1654611654.161", "1654611654161", "1654611654161000", "1654611654161000000"])
  func units(time: String) throws {
    let fixes = try locations("timestamp,lat,lon,alt\n\(time),47,8,400\n")
    #expect(fixes.map(\.time) == ["2022-06-07T14:20:54.161Z"])
    #expect(fixes.first?.altitude == 400)
  }

  @Test(
    "Units in brackets are converted",
    arguments: [
      ("altitude (ft)", "1000", 304.8), ("altitude (km)", "1.5", 1500), ("alt [m]", "7", 7),
      ("accuracy (ft)", "10", 3.048), ("speed (km/h)", "36", 10), ("Speed ( Kmh)", "36", 10),
      ("speed mph", "1", 0.44704), ("speed (kn)", "1", 0.514444), ("speed (ft/s)", "10", 3.048),
      ("time (min)", "2", 120), ("time (h)", "1", 3600), ("time (ms)", "5", 0.005),
      ("time_ms", "5", 0.005), ("speed_kmph", "36", 10), ("altitude (m above sea level)", "7", 7),
      ("Altitude_ft", "1000", 304.8), ("alt_ft", "1000", 304.8), ("Speed_kn", "1", 0.514444),
      ("speed_km_h", "36", 10), ("time_us", "5", 5e-6), ("timestamp ns", "5000", 5e-6),
      ("accuracy-ft", "10", 3.048), ("sog_kn", "1", 0.514444), ("hacc", "7", 7),
      ("t", "5", 5), ("Temps (s)", "5", 5), ("elapsed_ms", "5", 0.005),
    ])
  func unitsInBrackets(header: String, number: String, expected: Double) throws {
    let fixes = try locations(
      "locationLatitude(WGS84),lon (\u{b0}),\(header)\n1,2,\(number)\n")
    let fix = try #require(fixes.first)
    let values = [fix.altitude, fix.horizontalAccuracy, fix.speed, fix.timestamp?.seconds]
    let value = try #require(values.compactMap(\.self).first)
    #expect(abs(value - expected) <= 1e-6 * expected)
  }

  @Test("Abbreviations are read as whole names, where no longer name is found")
  func abbreviations() throws {
    let fixes = try locations(
      "lat_deg,lon_deg,heading,cog,sog,nsats,tracks\n1,2,NE,100,3,7,x\n")
    #expect(fixes.map(\.coordinate) == [Coordinate(latitude: 1, longitude: 2)])
    #expect(fixes[0].course == 100 && fixes[0].speed == 3 && fixes[0].satellites == 7)
    let words = try locations("lat_true,lon_true,lat,lon,alt_hae,t,sats\n3,4,1,2,547,T,8/12\n")
    #expect(words.map(\.coordinate) == [Coordinate(latitude: 1, longitude: 2)])
    #expect(words[0].altitude == nil && words[0].timestamp == nil && words[0].satellites == nil)
  }

  @Test("The units of written tables are known", arguments: ["time_utc", "time_s"])
  func unitsOfWrittenTables(time: String) throws {
    let header =
      "\(time),latitude_deg,longitude_deg,altitude_m,speed_m_s,course_deg,horizontal_accuracy_m"
    let (fixes, notes) = try locationsAndNotes("\(header)\n,1,2,3,4,5,6\n")
    #expect(notes.isEmpty && fixes.count == 1)
    #expect(fixes[0].altitude == 3 && fixes[0].speed == 4 && fixes[0].horizontalAccuracy == 6)
  }

  @Test(
    "Rows that repeat a location are skipped only if they have dates",
    arguments: [
      ("date,", "2024-05-01T10:00:07Z,", 1), ("", "", 2), ("time (s),", "1,", 2),
    ])
  func repeatedRows(header: String, cell: String, count: Int) throws {
    let row = "\(cell)1,2,x\n"
    #expect(try locations("\(header)lat,lon,note\n" + row + row).count == count)
  }

  @Test("Decimal commas between commas are an error")
  func unquotedDecimalCommas() {
    let error = #expect(throws: FileError.self) { try locations("lat,lon\n37,5,127,25\n") }
    #expect(error?.position == .line(2, column: 1))
    #expect(error?.expected.contains("decimal commas") ?? false)
  }

  @Test(
    "An unknown unit is noted, with the one in whose place it is read",
    arguments: [
      ("lat,lon,altitude (furlongs)", "1 unknown unit read as another: altitude (furlongs) as m"),
      ("lat,lon,\"speed [px/s]\"", "1 unknown unit read as another: speed (px/s) as m/s"),
      (
        "lat (deg min),lon (deg * 1e7)",
        "2 unknown units read as another: lat (deg min) as degrees, lon (deg * 1e7) as degrees"
      ),
    ])
  func unknownUnits(header: String, note: String) throws {
    let reader = LocationTableReader(ByteSource(name: "a", bytes: Array("\(header)\n1,2,3\n".utf8)))
    var fixes: [Location] = []
    try reader.readAll { fixes.append($0) }
    #expect(fixes.map(\.coordinate.latitude) == [1])
    #expect(reader.notes.map(\.description) == [note])
  }

  @Test(
    "Headings of other programs have no unknown units",
    arguments: [
      "latitude (degrees_north),longitude (degrees_east)", "Lat (°N),Lon (°E),Alt (HAE)",
      "Latitude (WGS-84),Longitude (WGS-84),Altitude (m a.s.l.)",
      "lat,lon,GPS Speed (Meters/second)", "lat,lon,\"Vertical Accuracy (°)\"",
      "locationTime (CET),locationLatitude(°),locationLongitude(°),locationCourseAccuracy(°)",
    ])
  func unitsOfPrograms(header: String) throws {
    let reader = LocationTableReader(ByteSource(name: "a", bytes: Array("\(header)\n1,2,3\n".utf8)))
    try reader.readAll { #expect($0.horizontalAccuracy == nil) }
    #expect(reader.notes.isEmpty, "\(reader.notes)")
  }

  @Test(
    "Brackets with words that are no units of a date or another column are ignored",
    arguments: ["date (dd.mm.yyyy)", "loggingTime(txt)", "floor (Z)", "satellites (in use)"])
  func bracketsWithoutUnit(header: String) throws {
    #expect(try locations("lat,lon,\(header)\n1,2,\n").count == 1)
  }

  @Test(
    "Errors have a line and a column",
    arguments: [
      ("lat,lon\n1,x\n", 2, 3), ("lat,lon,time\n1,2,3\n1,2,z\n", 3, 5),
      ("lat,lon,date\n1,2,soon\n", 2, 5),
    ])
  func errors(text: String, line: Int, column: Int) {
    #expect(throws: FileError.self) { try locations(text) }
    do throws(FileError) {
      _ = try locations(text)
    } catch {
      #expect(error.position == .line(line, column: column))
    }
  }

  @Test("A table without latitude and longitude is not recognized")
  func noTable() {
    for text in ["Time (s),Acceleration x (m/s^2)\n0,1\n", "", "hello\n", "lat;altitude\n"] {
      #expect(throws: FileError.self) { try locations(text) }
    }
  }

  @Test(
    "A date and a time of day may be in two columns",
    arguments: [
      "date,time,lat,lon\n2024-05-01,10:00:07,1,2\n",
      "time,date,lat,lon\n10:00:07,2024-05-01,1,2\n",
      "date,time,lat,lon\n2024-05-01T10:00:07Z,3,1,2\n",
    ])
  func dateAndTime(text: String) throws {
    #expect(try locations(text).map(\.time) == ["2024-05-01T10:00:07.000Z"])
    #expect(
      try locations("date,lat,lon\n2024-05-01,1,2\n").map(\.time) == ["2024-05-01T00:00:00.000Z"])
  }

  @Test(
    "Longitudes beyond 180 degrees are those of the other side",
    arguments: [(180.0, 180.0), (180.5, -179.5), (360, 0), (-180, -180), (-190, 170)])
  func otherSide(longitude: Double, expected: Double) throws {
    let fixes = try locations("lat,lon\n1,\(longitude)\n")
    #expect(fixes.map(\.coordinate.longitude) == [expected])
  }

  @Test("Quotation marks within a cell are doubled")
  func doubledQuotes() throws {
    let fixes = try locations(
      "note,lat,lon\n\"say \"\"hi\"\", ok\",37.5,127\n\"\"\"\",1,2\n\"\",3,4\n")
    #expect(fixes.map(\.coordinate.latitude) == [37.5, 1, 3])
  }
}
