/// The contents of a recording, apart from gestures: format, devices, sizes, rates and anomalies.
///
/// ```swift
/// let info = try RecordingInfo(path: "swipe.evemu")
/// print(info.contacts, info.maxTouches)
/// ```
public struct RecordingInfo: Sendable {
  /// A device of a recording and its touch area.
  public struct Device: JSONObject {
    /// The name of the device in records; nil if it is the only one.
    public var label: String?
    /// The description that was given, or the recording's.
    public var description: DeviceDescription?
    public var touchArea: TouchArea
    /// In mm.
    public var size: Size
    /// The number of touches that it can track; nil if unknown.
    public var slots: Int?
    /// Whether any touch has a position.
    public var isTouched: Bool

    /// Whether the touch area is known in part.
    public var hasTouchArea: Bool { isTouched || description?.axes.isEmpty == false }

    public func add(to line: inout JSONLine) {
      if let name = description?.name, !name.isEmpty { line.add("name", name) }
      line.add("node", label)
      if hasTouchArea {
        line.add("kind", touchArea.kind.rawValue)
        line.add("width_mm", size.width, decimals: 2)
        line.add("height_mm", size.height, decimals: 2)
        line.add("size_assumed", touchArea.isSizeAssumed)
      }
      line.add("slots", slots)
      if hasTouchArea {
        var axes = JSONLine()
        axes.add("x", RecordingInfo.Device.object(touchArea.x))
        axes.add("y", RecordingInfo.Device.object(touchArea.y))
        line.add("axes", axes)
      }
      if let description {
        let names = description.properties.sorted().map { property in
          JSONLine.quoted(EventNames.name(ofProperty: property) ?? String(property))
        }
        line.add("properties", list: names)
      }
    }

    private static func object(_ axis: TouchArea.Axis) -> JSONLine {
      var line = JSONLine()
      line.add("min", Int(axis.minimum))
      line.add("max", Int(axis.maximum))
      line.add("units_per_mm", 1 / axis.millimetresPerUnit, decimals: 3)
      return line
    }
  }

  /// The path as it was given.
  public var file: String
  public var format: RecordingFormat
  public var devices: [Device] = []
  public var events = 0
  /// The number of `SYN_REPORT`s; in recordings of contacts, the number of frames.
  public var frames = 0
  /// Distinct touches.
  public var contacts = 0
  /// The number of ``contacts`` that are palms.
  public var palms = 0
  /// The least and the greatest pressure, as shares of the range; nil for a device without.
  public var pressure: ClosedRange<Double>?
  /// The shortest and the longest axis of a contact area, in mm; nil for a device without.
  public var contactSize: ClosedRange<Double>?
  /// The most touches at the same time on a device, with those that it only counts.
  public var maxTouches = 0
  /// Seconds from the first event to the latest.
  public var duration = 0.0
  /// The report rate in hertz, by the median interval within touches; nil without any.
  public var reportRate: Double?
  /// The longest interval between two frames within a touch, in seconds; nil without any.
  public var longestGap: Double?
  public var anomalies = AnomalyCounts()
  /// The assumptions about the recording, beside those about its devices.
  public var notes: [RecordingNote] = []

  /// The first device that was touched or, failing that, the first.
  public var mainDevice: Device? { devices.first(where: \.isTouched) ?? devices.first }

  /// Reads a recording to its end; `progress` receives the bytes read in all passes.
  public init(
    path: String, options: ReplayOptions = ReplayOptions(), progress: ((Int) -> Void)? = nil
  ) throws(FileError) {
    try self.init(Recording(path: path, options: options, keepsEvents: false, progress: progress))
  }

  /// Reads a recording that was opened to its end.
  package init(_ recording: Recording) throws(FileError) {
    file = recording.path
    format = recording.format
    let intervals =
      recording.hasContactFrames ? try countContactFrames(recording) : try countEvents(recording)
    events = recording.events
    devices = recording.tracks.map { track in
      Device(
        label: track.name, description: track.description, touchArea: track.touchArea,
        size: track.size,
        slots: track.description?.axes[AbsoluteCode.slot].map { Int($0.maximum) + 1 },
        isTouched: recording.hasContactFrames ? contacts > 0 : track.isTouched)
    }
    // A device with neither events nor a description is unknown.
    if events == 0 { devices.removeAll { $0.description == nil } }
    anomalies.merge(recording.anomalies)
    notes = recording.notes.filter { note in
      if case .assumedSize = note { return false }
      if case .observedRange = note { return false }
      return note != .noEvents
    }
    if contacts == 0, events > 0 { notes.append(recording.noTouchNote) }
    reportRate = intervals.median.map { 1e6 / Double($0) }
    if intervals.median != nil { longestGap = Double(intervals.longest) / 1e6 }
  }

  private mutating func countEvents(_ recording: Recording) throws(FileError) -> IntervalHistogram {
    let tracks = recording.tracks
    frames = tracks.reduce(0) { $0 + ($1.observed?.frames ?? 0) }
    if let origin = recording.origin, let latest = tracks.compactMap(\.observed?.latestTime).max() {
      duration = latest.seconds(since: origin)
    }
    var intervals = IntervalHistogram()
    guard let origin = recording.origin else { return intervals }
    var trackers = tracks.map { $0.makeTracker() }
    var counters = tracks.map { ContactCounter(isTouchpad: $0.isTouchpad) }
    try recording.forEachBatch { batch throws(FileError) in
      for event in batch.events where trackers[batch.device].process(event) {
        counters[batch.device].count(trackers[batch.device].frame, &intervals)
      }
    }
    for index in tracks.indices where tracks[index].observed != nil {
      _ = trackers[index].finish()
      // After a jump of the clock, the tracker's time continues, and the events' is earlier.
      if tracks[index].observed?.frames ?? 0 > 0 {
        duration = max(duration, trackers[index].frame.time.seconds(since: origin))
      }
      add(counters[index])
      anomalies.merge(trackers[index].anomalies)
    }
    return intervals
  }

  private mutating func countContactFrames(
    _ recording: Recording
  ) throws(FileError) -> IntervalHistogram {
    var counter = ContactCounter(isTouchpad: recording.tracks.first?.isTouchpad ?? false)
    var intervals = IntervalHistogram()
    try recording.forEachContactFrame { frame throws(FileError) in
      frames += 1
      duration = max(duration, frame.time.seconds(since: recording.origin ?? frame.time))
      counter.count(frame, &intervals)
    }
    add(counter)
    return intervals
  }

  private mutating func add(_ counter: ContactCounter) {
    contacts += counter.contacts
    palms += counter.palms
    if let range = counter.pressure { pressure = pressure.map { $0.union(range) } ?? range }
    if let range = counter.size { contactSize = contactSize.map { $0.union(range) } ?? range }
    maxTouches = max(maxTouches, counter.maxTouches)
  }
}

private struct ContactCounter {
  var contacts = 0
  private(set) var palms = 0
  private(set) var pressure: ClosedRange<Double>?
  private(set) var size: ClosedRange<Double>?
  private var palmFilter: PalmFilter?
  private var reportedPalms: Set<Contact.ID> = []
  var maxTouches = 0
  private var lastTime: Timestamp?

  init(isTouchpad: Bool) {
    palmFilter = GestureSession.palmFilter(isTouchpad: isTouchpad, palms: Profile.standard.palm)
  }

  mutating func count(_ frame: borrowing ContactFrame, _ intervals: inout IntervalHistogram) {
    if let lastTime { intervals.add(frame.time.microseconds(since: lastTime)) }
    // Without a touch nothing is sent, and the time until the next frame reveals nothing of the
    // device.
    lastTime = frame.contacts.isEmpty ? nil : frame.time
    if !frame.contacts.isEmpty {
      maxTouches = max(maxTouches, frame.contacts.count + frame.extraFingers)
    }
    contacts = max(contacts, frame.contacts.last?.id ?? 0)
    for index in frame.contacts.indices { measure(frame.contacts[index]) }
    if let value = frame.totalPressure, !frame.contacts.isEmpty {
      pressure = pressure?.union(value...value) ?? value...value
    }
    palmFilter?.judge(frame)
    palms += palmFilter?.newPalms.count ?? 0
  }

  private mutating func measure(_ contact: Contact) {
    if let value = contact.pressure { pressure = pressure?.union(value...value) ?? value...value }
    if let value = contact.size?.width { size = size?.union(value...value) ?? value...value }
    if contact.tool == .palm, reportedPalms.insert(contact.id).inserted,
      palmFilter?.palms.contains(contact.id) != true
    {
      palms += 1
    }
  }
}

// MARK: - JSON

extension RecordingInfo: JSONObject {
  public func add(to line: inout JSONLine) {
    line.begin(file)
    line.add("format", format.rawValue)
    line.add("device", mainDevice)
    if devices.count > 1 { line.add("devices", devices) }
    line.add("events", events)
    line.add("frames", frames)
    line.add("touches", contacts)
    line.add("palms", palms)
    line.add("max_touches", maxTouches)
    line.add("pressure_min", pressure?.lowerBound, decimals: 3)
    line.add("pressure_max", pressure?.upperBound, decimals: 3)
    line.add("size_min_mm", contactSize?.lowerBound, decimals: 2)
    line.add("size_max_mm", contactSize?.upperBound, decimals: 2)
    line.add("duration_s", duration, decimals: 6)
    line.add("report_rate_hz", reportRate, decimals: 3)
    line.add("longest_gap_s", longestGap, decimals: 6)
    var counts = JSONLine()
    for (anomaly, count) in anomalies.occurred { counts.add(anomaly.recordKey, count) }
    line.add("anomalies", counts)
  }
}

extension Anomaly {
  fileprivate var recordKey: String {
    String(rawValue.flatMap { $0.isUppercase ? "_\($0.lowercased())" : String($0) })
  }
}

/// Counts intervals between frames in constant memory, exact up to a tenth of a second.
struct IntervalHistogram {
  /// Longer intervals are counted together: no device has a longer median.
  private static let limit = 100_000

  private static let pageSize = 1024
  /// The counts of consecutive intervals, empty until one occurs: clearing and searching all would
  /// take longer than reading the recording.
  private var pages = [[Int]](repeating: [], count: limit / pageSize + 1)
  private var total = 0
  private(set) var longest: Int64 = 0

  /// Counts an interval in microseconds; intervals of zero or less are ignored.
  mutating func add(_ interval: Int64) {
    guard interval > 0 else { return }
    let (page, index) = Int(min(interval, Int64(IntervalHistogram.limit)))
      .quotientAndRemainder(dividingBy: IntervalHistogram.pageSize)
    if pages[page].isEmpty { pages[page] = Array(repeating: 0, count: IntervalHistogram.pageSize) }
    pages[page][index] += 1
    total += 1
    longest = max(longest, interval)
  }

  /// The median in microseconds, the shorter of two middle ones; nil without any.
  var median: Int64? {
    var rest = (total + 1) / 2
    if rest == 0 { return nil }
    for (page, counts) in pages.enumerated() {
      for (index, count) in counts.enumerated() {
        rest -= count
        if rest > 0 { continue }
        let interval = page * IntervalHistogram.pageSize + index
        // Of the intervals beyond the limit only the longest is stored.
        return interval == IntervalHistogram.limit ? longest : Int64(interval)
      }
    }
    return nil
  }
}
