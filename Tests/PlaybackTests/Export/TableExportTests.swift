import Conversion
import Files
import Foundation
import Playback
import SensorPlayback
import Sensors
import TestSupport
import Testing

/// A record with a text.
private struct Remark: JSONRecord {
  var text: String

  func appendJSON(to bytes: inout [UInt8]) {
    let data = try? JSONEncoder().encode(["text": text, "more": "x"])
    bytes.append(contentsOf: data ?? Data("{}".utf8))
  }
}

struct TableExportTests {
  private let swipes = packageFolder.appending(path: "Traces/swipes.evemu").path

  private func rows(_ text: String) throws -> String {
    let sink = ByteSink()
    let table = RecordTable(sink, columns: ["text", "none", "more"])
    table.add(Remark(text: text))
    try table.finish()
    let (start, end) = ("text,none,more\n".utf8, ",,x\n".utf8)
    #expect(sink.bytes.starts(with: start) && sink.bytes.suffix(end.count).elementsEqual(end))
    return String(decoding: sink.bytes.dropFirst(start.count).dropLast(end.count), as: UTF8.self)
  }

  @Test(
    "Cells with separators are quoted, and texts that spreadsheets would compute are not computed",
    arguments: [
      ("plain", "plain"), ("a,b", "\"a,b\""), ("say \"no\"", "\"say \"\"no\"\"\""),
      ("two\nlines", "\"two\nlines\""), ("", ""), ("1-2", "1-2"), ("é", "é"),
      ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@x", "'@x"), ("\tx", "'\tx"),
      ("\rx", "\"'\rx\""), ("=cmd|' /C calc'!A0,\"", "\"'=cmd|' /C calc'!A0,\"\"\""),
    ])
  func cells(text: String, cell: String) throws {
    #expect(try rows(text) == cell)
  }

  @Test(
    "Each table has the values of its records",
    arguments: [TableExport.Rows.touches, .gestures, .changes])
  func values(rows: TableExport.Rows) throws {
    let sink = ByteSink()
    let (count, _) = try TableExport.write(Replay(path: swipes), rows, to: sink)
    var options = ReplayOptions()
    options.detail = rows == .touches ? .touches : rows == .changes ? .changes : .outcomes
    var records: [[String: Any]] = []
    _ = try Replay(path: swipes, options: options).run { report in
      let json =
        switch report {
        case .gesture(let record): record.json
        case .touch(let record): record.json
        case .palm(let record): record.json
        case .change(let record): record.json
        }
      let object = try? JSONSerialization.jsonObject(with: Data(json.utf8))
      records.append(object as? [String: Any] ?? [:])
    }
    let lines = String(decoding: sink.bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: true)
    #expect(lines.count == records.count + 1 && count == records.count)
    #expect(lines.first.map(String.init) == rows.columns.joined(separator: ","))
    for (line, record) in zip(lines.dropFirst(), records) {
      // Only sentences have commas, and are last.
      let cells = line.split(
        separator: ",", maxSplits: rows.columns.count - 1, omittingEmptySubsequences: false)
      #expect(cells.count == rows.columns.count)
      for (column, cell) in zip(rows.columns, cells) {
        let keys = column.split(separator: ".").map(String.init)
        let outer = record[keys[0]]
        let value = keys.count > 1 ? (outer as? [String: Any])?[keys[1]] : outer
        switch value {
        case nil: #expect(cell.isEmpty, "\(column)")
        case let number as NSNumber: #expect(Double(cell) == number.doubleValue, "\(column)")
        case let text as String: #expect(cell == text || cell == "\"\(text)\"", "\(column)")
        default: Issue.record("\(column)")
        }
      }
    }
  }

  @Test(
    "No key of a record is without a column",
    arguments: [
      (TableExport.Rows.touches, "touches"), (.gestures, "run"), (.changes, "explain"),
      (.shakes, "shake"),
    ])
  func columns(rows: TableExport.Rows, schema: String) throws {
    let data = try Data(
      contentsOf: packageFolder.appending(path: "docs/schemas/\(schema).schema.json"))
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let text = String(decoding: data, as: UTF8.self)
    #expect(!object.isEmpty)
    for column in rows.columns {
      let key = column.split(separator: ".")[0]
      #expect(text.contains("\"\(key)\""), "\(column) is not in the schema")
    }
    let properties = (object["properties"] as? [String: Any])?.keys.map { $0 } ?? []
    // Those of the recording as a whole, of several tables, and of the sentence.
    let left: Set = [
      "v", "record", "file", "view", "measured", "limit", "unit", "parameter", "readings",
    ]
    for key in properties where !left.contains(key) {
      #expect(rows.columns.contains { $0.split(separator: ".")[0] == key }, "\(key)")
    }
  }

  @Test("Samples are in g, from the first one")
  func samples() throws {
    let path = packageFolder.appending(path: "Examples/Samples/shakes.csv").path
    let sink = ByteSink()
    let (count, summary) = try TableExport.write(
      ByteSource(path: path), ShakeSearch(), .samples, to: sink)
    #expect(count == summary.samples && count > 100)
    let lines = String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines[0].hasPrefix("time(s),acceleration_x(g),") && lines[1].hasPrefix("0.0,"))
    // What was written can be read as such a table again, with the same shakes.
    var before: [String] = []
    var after: [String] = []
    _ = try ShakeSearch().run(ByteSource(path: path)) {
      before.append("\($0.start) \($0.shake.duration)")
    }
    _ = try ShakeSearch().run(ByteSource(name: "", bytes: sink.bytes)) { _ in
    } report: {
      after.append("\($0.start) \($0.shake.duration)")
    }
    #expect(before == after && !before.isEmpty)
  }
}
