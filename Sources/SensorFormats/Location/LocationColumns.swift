/// The columns of a table of locations, recognized by their headings.
struct LocationColumns {
  enum Role: Int, CaseIterable {
    case latitude
    case longitude
    case altitude
    case speed
    case course
    case horizontalAccuracy
    case verticalAccuracy
    case time
    case satellites
    case horizontalDilution
    case mode

    /// The units of the quantity; nil for a number or a word.
    var units: HeaderUnits? {
      switch self {
      case .latitude, .longitude, .course: .angle
      case .altitude, .horizontalAccuracy, .verticalAccuracy: .length
      case .speed: .speed
      case .time: .time
      case .satellites, .horizontalDilution, .mode: nil
      }
    }
  }

  /// A column, with the conversion of its numbers to metres, seconds and degrees.
  struct Column {
    var index: Int
    var factor = 1.0
    /// Whether it contains dates rather than numbers.
    var isDate = false
    /// Whether only an abbreviation or a unit names it: its cells may be words.
    var isGuessed = false
  }

  // By role; a dictionary would be searched for each cell of a table.
  private var columns = [Column?](repeating: nil, count: Role.allCases.count)
  let separator: UInt8
  private(set) var count = 0
  /// Whether there are columns of other quantities, such as those of other sensors.
  private(set) var hasOthers = false
  /// The columns whose units are unknown, as in `altitude (furlong) as m`.
  private(set) var unknownUnits: [String] = []

  /// The column of times of day beside one of dates.
  private(set) var clock: Int?
  private(set) var hasTimesOfDay = false

  subscript(role: Role) -> Column? { columns[role.rawValue] }

  /// Parses the first line of a table; returns nil unless it names latitude and longitude.
  init?(heading: some Collection<UInt8>) {
    guard LocationColumns.mayNameLatitude(heading) else { return nil }
    let line = Array(heading)
    // Units may contain a comma, and AndroSensor's headings colons: the most frequent candidate is
    // the separator.
    let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    let counts = candidates.map { candidate in line.count { $0 == candidate } }
    guard let most = counts.max(), most > 0, let best = counts.firstIndex(of: most) else {
      return nil
    }
    separator = candidates[best]
    var names: [ArraySlice<UInt8>] = []
    line[...].divide(at: separator, into: &names)
    count = names.count
    var others: [Int] = []
    for (index, name) in names.enumerated()
    where !assign(String(decoding: name, as: UTF8.self).lowercased(), index) {
      others.append(index)
    }
    // Abbreviations and units count where no longer name does.
    for index in others where !names[index].isEmpty {
      let cell = HeaderCell(String(decoding: names[index], as: UTF8.self)[...])
      guard let role = LocationColumns.abbreviated(cell), self[role] == nil else { continue }
      columns[role.rawValue] = Column(index: index, isGuessed: true)
      others.removeAll { $0 == index }
    }
    hasOthers = !others.isEmpty
    guard self[.latitude] != nil, self[.longitude] != nil else { return nil }
    for role in Role.allCases {
      guard let column = self[role], !column.isDate, let units = role.units else { continue }
      let cell = HeaderCell(String(decoding: names[column.index], as: UTF8.self)[...])
      var unknown: [String] = []
      columns[role.rawValue]?.factor = units.factor(of: cell, &unknown) ?? 1
      // The brackets of a time may name its zone.
      if role != .time { unknownUnits += unknown }
    }
  }

  /// Whether a line has the letters of `lat`, even with spaces and underscores between them, which
  /// is much faster than the comparison of all names with all words.
  private static func mayNameLatitude(_ line: some Collection<UInt8>) -> Bool {
    // The last three letters, in lower case.
    var letters: UInt32 = 0
    for byte in line where byte != UInt8(ascii: " ") && byte != UInt8(ascii: "_") {
      letters = (letters << 8 | UInt32(byte | 0x20)) & 0xff_ffff
      if letters == 0x6c_6174 { return true }
    }
    return false
  }

  /// Whether a line has a number in each of the columns for latitude and longitude.
  func isRow(_ line: ArraySlice<UInt8>) -> Bool {
    var fields: [ArraySlice<UInt8>] = []
    line.divide(at: separator, into: &fields)
    func isNumber(_ role: Role) -> Bool {
      guard let index = self[role]?.index, index < fields.count else { return false }
      return fields[index].contains { (0x30...0x39).contains($0) }
    }
    return isNumber(.latitude) && isNumber(.longitude)
  }

  /// Assigns a column to the role that its name has; returns false for a name without one.
  private mutating func assign(_ name: String, _ index: Int) -> Bool {
    // Empty names are not compared: those of a line of separators would take long.
    guard !name.isEmpty, let role = LocationColumns.role(name) else { return false }
    var column = Column(index: index)
    switch role {
    case .time:
      hasTimesOfDay = hasTimesOfDay || name.contains("of_day") || name.contains("of day")
      column.isDate = name.contains("yyyy") || name.contains("date") || name.contains("utc")
      // Dates take precedence over seconds since the start, and times of day.
      if let old = self[.time] {
        clock = clock ?? (old.isDate ? index : old.index)
        if old.isDate || !column.isDate { return true }
      }
    default: if self[role] != nil { return true }
    }
    columns[role.rawValue] = column
    return true
  }

  /// The role of an abbreviation, perhaps with a unit, or the time by its unit.
  private static func abbreviated(_ cell: HeaderCell) -> Role? {
    let (angle, length) = (HeaderUnits.angle.divided(cell), HeaderUnits.length.divided(cell))
    if angle.name == "lat" { return .latitude }
    if ["lon", "lng", "long"].contains(angle.name) { return .longitude }
    if angle.name == "cog" { return .course }
    // The ellipsoid's height is no altitude.
    if ["alt", "ele"].contains(length.name), !["hae", "wgs84"].contains(length.unit) {
      return .altitude
    }
    if length.name == "hacc" { return .horizontalAccuracy }
    if length.name == "vacc" { return .verticalAccuracy }
    if HeaderUnits.speed.divided(cell).name == "sog" { return .speed }
    if ["sats", "nsats"].contains(cell.name) { return .satellites }
    return ["t", "seconds"].contains(cell.name) || HeaderUnits.isTime(cell) ? .time : nil
  }

  private static func role(_ name: String) -> Role? {
    let word = HeaderCell(name[...]).name.filter { $0 != " " && $0 != "_" }
    if word.contains("verticalaccuracy") || word == "vacc" { return .verticalAccuracy }
    if name.contains("accuracy") {
      return ["speed", "bearing", "course"].contains(where: name.contains)
        ? nil : .horizontalAccuracy
    }
    if name.contains("latitude") || word == "lat" { return .latitude }
    if name.contains("longitude") || ["lon", "lng", "long"].contains(word) { return .longitude }
    if name.contains("google") { return nil }
    // The satellites in range of AndroSensor are a text.
    if word == "satellites" { return .satellites }
    if word == "hdop" { return .horizontalDilution }
    if word == "mode" { return .mode }
    func has(_ parts: String...) -> Bool { parts.contains { name.contains($0) } }
    // The height of the geoid is no altitude.
    if has("geoid") { return nil }
    if has("altitude", "height", "elevation") || ["alt", "ele"].contains(word) { return .altitude }
    if has("speed", "velocity") { return .speed }
    if has("location orientation", "direction", "course", "bearing") { return .course }
    return has("time", "date", "yyyy") ? .time : nil
  }
}

extension ArraySlice<UInt8> {
  /// Divides a line of a table into its fields, with or without quotes.
  func divide(at separator: UInt8, into fields: inout [ArraySlice<UInt8>]) {
    fields.removeAll(keepingCapacity: true)
    let quote = UInt8(ascii: "\"")
    var rest = self
    repeat {
      var field = rest.prefix { $0 != separator }
      rest = rest[field.endIndex...]
      if field.first == quote,
        let end = self[field.startIndex...].dropFirst().endOfQuotation(quote)
      {
        field = self[field.startIndex..<end].dropFirst()
        rest = self[end...].drop { $0 != separator }
      }
      fields.append(field)
    } while rest.popFirst() != nil
  }

  /// The index of the first quotation mark that is not doubled; nil without one.
  private func endOfQuotation(_ quote: UInt8) -> Int? {
    var rest = self
    while let mark = rest.firstIndex(of: quote) {
      if mark + 1 == endIndex || self[mark + 1] != quote { return mark }
      rest = rest[(mark + 2)...]
    }
    return nil
  }
}
