// The JSON of a plot for the player: keys in snake case, numbers of trails and series packed. Keys
// are written out, since they are a format of their own.

extension Plot: Encodable {
  private enum Key: String, CodingKey {
    case title, answer, facts, notes, axis
    case start = "start_s"
    case end = "end_s"
    case source, stage, lanes, events
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(title, forKey: .title)
    try values.encodeIfPresent(answer, forKey: .answer)
    try values.encode(facts.map { [$0.name, $0.text] }, forKey: .facts)
    try values.encode(notes, forKey: .notes)
    try values.encode(axis, forKey: .axis)
    try values.encode(range.lowerBound.rounded(to: 6), forKey: .start)
    try values.encode(range.upperBound.rounded(to: 6), forKey: .end)
    try values.encodeIfPresent(source, forKey: .source)
    try values.encodeIfPresent(stage, forKey: .stage)
    try values.encode(lanes, forKey: .lanes)
    try values.encode(events, forKey: .events)
  }
}

extension Plot.Answer: Encodable {
  private enum Key: String, CodingKey {
    case sentences, warnings, note
    case isRecognized = "is_recognized"
    case time = "time_s"
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encodeIfPresent(isRecognized, forKey: .isRecognized)
    try values.encode(sentences, forKey: .sentences)
    try values.encode(warnings, forKey: .warnings)
    try values.encodeIfPresent(note, forKey: .note)
    try values.encodeIfPresent(time?.rounded(to: 6), forKey: .time)
  }
}

extension Plot.Event: Encodable {
  private enum Key: String, CodingKey {
    case time = "time_s"
    case kind, gesture, text, lane
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(time.rounded(to: 6), forKey: .time)
    try values.encode(kind, forKey: .kind)
    try values.encodeIfPresent(gesture, forKey: .gesture)
    try values.encode(text, forKey: .text)
    try values.encodeIfPresent(lane, forKey: .lane)
  }
}

// MARK: - PlotArea

extension PlotArea: Encodable {
  private enum Key: String, CodingKey {
    case kind, unit, x, y, width, height, north, trails, circles, marks, regions, legend
    case scaleBar = "scale_bar"
    case showsAll = "shows_all"
  }

  /// The step of positions, a quarter of a pixel of a stage that is 1000 pixels wide: a difference
  /// between two reports of a finger then takes one byte.
  private var step: Double { max(width, height) / 4000 }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(kind, forKey: .kind)
    try values.encode(unit, forKey: .unit)
    try values.encode(x.rounded(to: 6), forKey: .x)
    try values.encode(y.rounded(to: 6), forKey: .y)
    try values.encode(width.rounded(to: 6), forKey: .width)
    try values.encode(height.rounded(to: 6), forKey: .height)
    try values.encode(kind == .map, forKey: .north)
    try values.encode(kind == .map || kind == .screen, forKey: .showsAll)
    try values.encodeIfPresent(scaleBar, forKey: .scaleBar)
    try values.encode(circles, forKey: .circles)
    try values.encode(marks, forKey: .marks)
    if !regions.isEmpty { try values.encode(regions, forKey: .regions) }
    try values.encodeIfPresent(legend, forKey: .legend)
    var list = values.nestedUnkeyedContainer(forKey: .trails)
    for trail in trails { try trail.encode(to: list.superEncoder(), step: step > 0 ? step : 1) }
  }
}

extension Trail {
  private enum Key: String, CodingKey {
    case name, color, times, x, y, width, value, begin, end
    case isPalm = "is_palm"
  }

  fileprivate func encode(to encoder: any Encoder, step: Double) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(name, forKey: .name)
    try values.encode(color, forKey: .color)
    if isPalm { try values.encode(true, forKey: .isPalm) }
    try values.encode(beginning, forKey: .begin)
    try values.encode(ending, forKey: .end)
    try values.encode(PackedNumbers(times: times), forKey: .times)
    try values.encode(PackedNumbers(x, step: step), forKey: .x)
    try values.encode(PackedNumbers(y, step: step), forKey: .y)
    if !widths.isEmpty { try values.encode(PackedNumbers(shares: widths), forKey: .width) }
    if !self.values.isEmpty {
      try values.encode(PackedNumbers(shares: self.values), forKey: .value)
    }
  }
}

extension PackedNumbers {
  /// Packs times, to a tenth of a millisecond.
  fileprivate init(times: [Double]) { self.init(times, step: 0.0001, order: 2) }

  /// Packs shares from 0 to 1, to half a percent.
  fileprivate init(shares: [Double]) { self.init(shares, step: 0.005) }
}

extension PlotArea.Circle: Encodable {
  private enum Key: String, CodingKey {
    case time = "time_s"
    case x, y, radius, color
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(time.rounded(to: 4), forKey: .time)
    try values.encode(x.rounded(to: 2), forKey: .x)
    try values.encode(y.rounded(to: 2), forKey: .y)
    try values.encode(radius.rounded(to: 2), forKey: .radius)
    try values.encode(color, forKey: .color)
  }
}

extension PlotArea.Mark: Encodable {
  private enum Key: String, CodingKey {
    case time = "time_s"
    case x, y, kind, text, color
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(time.rounded(to: 4), forKey: .time)
    try values.encode(x.rounded(to: 2), forKey: .x)
    try values.encode(y.rounded(to: 2), forKey: .y)
    try values.encode(kind, forKey: .kind)
    try values.encode(text, forKey: .text)
    try values.encode(color, forKey: .color)
  }
}

// MARK: - Lanes

extension Lane: Encodable {
  private enum Key: String, CodingKey {
    case title, unit, group, height, low, high, series, limits, bands, marks
    case isExpected = "is_expected"
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(title, forKey: .title)
    try values.encode(unit, forKey: .unit)
    try values.encode(group, forKey: .group)
    try values.encode(height, forKey: .height)
    try values.encodeIfPresent(range?.lowerBound.rounded(to: 6), forKey: .low)
    try values.encodeIfPresent(range?.upperBound.rounded(to: 6), forKey: .high)
    try values.encode(limits, forKey: .limits)
    try values.encode(bands, forKey: .bands)
    try values.encode(marks, forKey: .marks)
    if isExpected { try values.encode(true, forKey: .isExpected) }
    var list = values.nestedUnkeyedContainer(forKey: .series)
    for line in series { try line.encode(to: list.superEncoder(), step: step) }
  }

  /// The step of values: a lane is lower than 250 pixels.
  private var step: Double {
    guard let range, range.upperBound > range.lowerBound else { return 1 }
    return (range.upperBound - range.lowerBound) / 250
  }
}

extension Lane.Series {
  private enum Key: String, CodingKey {
    case name, color, times, values
    case isPalm = "is_palm"
  }

  fileprivate func encode(to encoder: any Encoder, step: Double) throws {
    var container = encoder.container(keyedBy: Key.self)
    if let trail {
      try container.encode(trail, forKey: .times)
    } else {
      try container.encode(name, forKey: .name)
      try container.encode(color, forKey: .color)
      if isPalm { try container.encode(true, forKey: .isPalm) }
      try container.encode(PackedNumbers(times: times), forKey: .times)
    }
    try container.encode(PackedNumbers(values, step: step), forKey: .values)
  }
}

extension Lane.Limit: Encodable {
  private enum Key: String, CodingKey {
    case value, text, parameter, origin
    case isMeasured = "is_measured"
    case start = "start_s"
    case end = "end_s"
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(value.rounded(to: 6), forKey: .value)
    try values.encode(time.lowerBound.rounded(to: 6), forKey: .start)
    try values.encode(time.upperBound.rounded(to: 6), forKey: .end)
    try values.encode(text, forKey: .text)
    try values.encodeIfPresent(parameter, forKey: .parameter)
    try values.encodeIfPresent(origin, forKey: .origin)
    if isMeasured { try values.encode(true, forKey: .isMeasured) }
  }
}

extension Lane.Band: Encodable {
  private enum Key: String, CodingKey {
    case kind, color, text, detail
    case start = "start_s"
    case end = "end_s"
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(time.lowerBound.rounded(to: 6), forKey: .start)
    try values.encode(time.upperBound.rounded(to: 6), forKey: .end)
    try values.encode(kind, forKey: .kind)
    try values.encode(color, forKey: .color)
    try values.encode(text, forKey: .text)
    try values.encode(detail, forKey: .detail)
  }
}

extension Lane.Mark: Encodable {
  private enum Key: String, CodingKey {
    case time = "time_s"
    case kind, text, measured, limit, unit, parameter, origin
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(time.rounded(to: 6), forKey: .time)
    try values.encode(kind, forKey: .kind)
    try values.encode(text, forKey: .text)
    try values.encodeIfPresent(measured?.rounded(to: 4), forKey: .measured)
    try values.encodeIfPresent(limit?.rounded(to: 4), forKey: .limit)
    try values.encode(unit, forKey: .unit)
    try values.encodeIfPresent(parameter, forKey: .parameter)
    try values.encodeIfPresent(origin, forKey: .origin)
  }
}

extension Double {
  /// The number rounded to a number of decimals; zero if JSON cannot express it.
  fileprivate func rounded(to decimals: Int) -> Double {
    guard isFinite else { return 0 }
    var power = 1.0
    for _ in 0..<decimals { power *= 10 }
    let scaled = self * power
    return scaled.isFinite ? scaled.rounded() / power : self
  }
}
