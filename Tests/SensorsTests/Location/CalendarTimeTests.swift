import Testing
import Timeline

@testable import Sensors

@Suite("Calendar time")
struct CalendarTimeTests {
  @Test(
    "Times are parsed and formatted",
    arguments: [
      ("2011-06-01T13:07:11.000Z", "2011-06-01T13:07:11.000Z"),
      ("2011-06-01T13:07:11", "2011-06-01T13:07:11.000Z"),
      ("2015-12-11T14:43Z", "2015-12-11T14:43:00.000Z"),
      ("2011-06-01", "2011-06-01T00:00:00.000Z"),
      ("1901-12-13T20:45:52.2073437Z", "1901-12-13T20:45:52.207343Z"),
      ("2011-06-01T01:00:00+02:00", "2011-05-31T23:00:00.000Z"),
      ("2011-06-01T01:00:00-0330", "2011-06-01T04:30:00.000Z"),
      ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"),
      ("2000-02-29 12:00:00,5", "2000-02-29T12:00:00.500Z"),
      ("2020-01-01T24:00:00Z", "2020-01-02T00:00:00.000Z"),
    ])
  func iso8601(text: String, expected: String) throws {
    let time = try #require(CalendarTime.timestamp(iso8601: text.utf8))
    #expect(CalendarTime(time).iso8601 == expected)
  }

  @Test(
    "Invalid times are nil",
    arguments: [
      "", "yesterday", "2011-13-01", "2011-02-29", "1900-02-29", "2011-06-01T25:00:00Z",
      "2011-06-01T12:60Z", "2011-06-01T12:00:61Z", "2011-06-01T12:00:00.Z", "2011-6-1",
      "2011-06-01T12:00:00Zz", "2011-06-01T12:00:00+99:00", "0000-00-00T00:00:00Z",
    ])
  func invalid(text: String) {
    #expect(CalendarTime.timestamp(iso8601: text.utf8) == nil)
  }

  @Test("Days convert to dates and back over centuries")
  func days() {
    #expect(CalendarTime.day(year: 1970, month: 1, day: 1) == 0)
    #expect(CalendarTime.day(year: 2000, month: 3, day: 1) == 11_017)
    for day in stride(from: -700_000, to: 2_900_000, by: 37) {
      let date = CalendarTime.date(ofDay: day)
      #expect(CalendarTime.day(year: date.year, month: date.month, day: date.day) == day)
    }
    #expect(CalendarTime(Timestamp(microseconds: -1)).iso8601 == "1969-12-31T23:59:59.999999Z")
  }
}
