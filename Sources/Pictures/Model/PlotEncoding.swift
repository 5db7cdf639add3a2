// The JSON of a plot for the player. The keys are a format of their own; the numbers of trails and
// series are packed.

import Contacts

extension Plot {
  var object: JSONObject {
    [
      "title": title, "answer": answer?.object, "facts": facts.map { [$0.name, $0.text] },
      "notes": notes, "axis": axis, "start_s": range.lowerBound.rounded(to: 6),
      "end_s": range.upperBound.rounded(to: 6), "source": commands.map { ["commands": $0] },
      "stage": stage?.object, "lanes": lanes.map(\.object), "events": events.map(\.object),
    ]
  }
}

extension Plot.Answer {
  fileprivate var object: JSONObject {
    [
      "is_recognized": isRecognized, "sentences": sentences, "warnings": warnings, "note": note,
      "time_s": time?.rounded(to: 6),
    ]
  }
}

extension Plot.Event {
  fileprivate var object: JSONObject {
    [
      "time_s": time.rounded(to: 6), "kind": kind, "gesture": gesture, "text": text, "lane": lane,
    ]
  }
}

// MARK: - PlotArea

extension PlotArea {
  fileprivate var object: JSONObject {
    // A quarter of a pixel of a stage that is 1000 pixels wide: a difference between two reports of
    // a finger then takes one byte.
    let step = max(width, height) / 4000
    return [
      "kind": kind, "unit": unit, "x": x.rounded(to: 6), "y": y.rounded(to: 6),
      "width": width.rounded(to: 6), "height": height.rounded(to: 6), "north": kind == .map,
      "shows_all": kind == .map || kind == .screen, "scale_bar": scaleBar,
      "circles": circles.map(\.object), "marks": marks.map(\.object),
      "regions": regions.isEmpty ? nil : regions, "legend": legend,
      "trails": trails.map { $0.object(step: step > 0 ? step : 1) },
    ]
  }
}

extension Trail {
  fileprivate func object(step: Double) -> JSONObject {
    [
      "name": name, "color": color, "is_palm": isPalm ? true : nil, "begin": beginning,
      "end": ending, "times": PackedNumbers(times: times),
      "x": PackedNumbers(points.map(\.x), step: step),
      "y": PackedNumbers(points.map(\.y), step: step),
      "width": widths.isEmpty ? nil : PackedNumbers(shares: widths),
      "value": values.isEmpty ? nil : PackedNumbers(shares: values),
    ]
  }
}

extension PackedNumbers {
  /// Packs times, to a tenth of a millisecond.
  fileprivate init(times: [Double]) { self.init(times, step: 0.0001, order: 2) }

  /// Packs shares from 0 to 1, to half a percent.
  fileprivate init(shares: [Double]) { self.init(shares, step: 0.005) }
}

extension PlotArea.Circle {
  fileprivate var object: JSONObject {
    [
      "time_s": time.rounded(to: 4), "x": position.x.rounded(to: 2),
      "y": position.y.rounded(to: 2), "radius": radius.rounded(to: 2), "color": color,
    ]
  }
}

extension PlotArea.Mark {
  fileprivate var object: JSONObject {
    [
      "time_s": time.rounded(to: 4), "x": position.x.rounded(to: 2),
      "y": position.y.rounded(to: 2), "kind": kind, "text": text, "color": color,
    ]
  }
}

// MARK: - Lanes

extension Lane {
  fileprivate var object: JSONObject {
    // A lane is lower than 250 pixels.
    let height = range.map { $0.upperBound - $0.lowerBound } ?? 0
    let step = height > 0 ? height / 250 : 1
    return [
      "title": title, "unit": unit, "group": group, "height": self.height,
      "low": range?.lowerBound.rounded(to: 6), "high": range?.upperBound.rounded(to: 6),
      "series": series.map { $0.object(step: step) }, "limits": limits.map(\.object),
      "bands": bands.map(\.object), "marks": marks.map(\.object),
      "is_expected": isExpected ? true : nil,
    ]
  }
}

extension Lane.Series {
  fileprivate func object(step: Double) -> JSONObject {
    let values = PackedNumbers(values, step: step)
    if let trail { return ["times": trail, "values": values] }
    return [
      "name": name, "color": color, "is_palm": isPalm ? true : nil,
      "times": PackedNumbers(times: times), "values": values,
    ]
  }
}

extension Lane.Limit {
  fileprivate var object: JSONObject {
    [
      "value": value.rounded(to: 6), "start_s": time.lowerBound.rounded(to: 6),
      "end_s": time.upperBound.rounded(to: 6), "text": text, "parameter": parameter,
      "origin": origin, "is_measured": isMeasured ? true : nil,
    ]
  }
}

extension Lane.Band {
  fileprivate var object: JSONObject {
    [
      "start_s": time.lowerBound.rounded(to: 6), "end_s": time.upperBound.rounded(to: 6),
      "kind": kind, "color": color, "text": text, "detail": detail,
    ]
  }
}

extension Lane.Mark {
  fileprivate var object: JSONObject {
    [
      "time_s": time.rounded(to: 6), "kind": kind, "text": text,
      "measured": measured?.rounded(to: 4), "limit": limit?.rounded(to: 4), "unit": unit,
      "parameter": parameter, "origin": origin,
    ]
  }
}

extension Double {
  /// The number rounded to a number of decimals; zero if JSON cannot express it.
  fileprivate func rounded(to decimals: Int) -> Double {
    guard isFinite else { return 0 }
    let power = repeatElement(10.0, count: decimals).reduce(1, *)
    let scaled = self * power
    return scaled.isFinite ? scaled.rounded() / power : self
  }
}

/// A JSON object of members that differ in type; a member that is nil is left out.
struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
  private let members: [(name: String, value: (any Encodable)?)]

  init(dictionaryLiteral members: (String, (any Encodable)?)...) {
    self.members = members.map { (name: $0, value: $1) }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    for member in members {
      if let value = member.value {
        try container.encode(value, forKey: Name(stringValue: member.name))
      }
    }
  }

  private struct Name: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
  }
}
