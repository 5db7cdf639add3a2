import Checking
import Playback

/// Makes the plot of one device from a ``TouchCollector``.
struct TouchPlotBuilder {
  let data: TouchCollector
  let recording: Recording
  let summary: ReplaySummary
  let options: ReplayOptions
  /// The answer to a question; nil without one.
  let verdict: Verdict?

  func plot() -> Plot {
    let title = Plot.title(of: recording.path)
    var plot = Plot(title: data.track.name.map { "\(title): \($0)" } ?? title)
    plot.range = range
    plot.facts = facts
    plot.notes = notes
    plot.stage = stage
    let measurements = [pressure, displacement, speed].compactMap { $0 }
    plot.lanes = fingers + [gestures] + measurements + recognizers
    addAnswer(to: &plot)
    plot.events = events(plot.lanes)
    restateFailure(in: &plot)
    return plot
  }

  /// The range from the first touch to the last change, with a little room.
  private var range: ClosedRange<Double> {
    let starts = data.trails.compactMap(\.times.first)
    let ends = data.trails.compactMap(\.times.last) + data.attempts.map(\.change.time)
    guard let first = starts.min(), let last = ends.max() else { return 0...max(0, data.lastTime) }
    let room = max(0.05, (last - first) / 50)
    return max(0, first - room)...(max(last, first) + room)
  }

  private var facts: [(name: String, text: String)] {
    let facts: [(name: String, text: String)] = [
      ("device", data.track.description?.name ?? ""),
      (data.track.isTouchpad ? "touchpad" : "touchscreen", size.millimetresText),
      ("format", recording.format.rawValue), ("profile", options.profile.name),
      ("touches", "\(data.trails.count)"),
      ("gestures", "\(data.attempts.count { $0.isOutcome })"),
    ]
    return facts[0].text.isEmpty ? Array(facts.dropFirst()) : facts
  }

  /// The size of the touch area as its fingers see it.
  private var size: Size { data.track.transform?.size(data.track.size) ?? data.track.size }

  private var notes: [String] {
    // A verdict has the sentences of its assumptions.
    let isExplained = verdict?.device == data.track.name && verdict?.isRecognized == false
    let own = summary.notes.filter { !isExplained || VerdictAssumption.all(of: [$0]).isEmpty }
    var notes = own.map(\.description)
    if data.stride > 1 {
      notes.append("thinned: one of \(data.stride) frames is drawn (--from and --to choose a part)")
    }
    return notes
  }

  // MARK: PlotArea

  private var stage: PlotArea {
    var stage = PlotArea(
      kind: data.track.isTouchpad ? .touchpad : .touchscreen, unit: "mm", width: size.width,
      height: size.height)
    let greatest = data.trails.filter(\.hasWidths).flatMap(\.widths).max() ?? 0
    stage.trails = data.trails
    for (index, trail) in data.trails.enumerated() {
      let isKnown = greatest > 0 && trail.hasWidths
      stage.trails[index].widths = isKnown ? trail.widths.map { $0 / greatest } : []
    }
    return stage
  }

  // MARK: Lanes

  /// The most lanes of fingers; further bands share the last one.
  private static let maximumFingerLanes = 12

  /// The lanes of the fingers: as many as fingers are down together.
  private var fingers: [Lane] {
    var lanes: [Lane] = []
    var ends: [Double] = []
    let palms = Dictionary(grouping: data.palms) { "\($0.palm.contact.id)" }
    for trail in data.trails {
      guard let start = trail.times.first, let end = trail.times.last else { continue }
      let band = Lane.Band(
        time: start...end, kind: trail.isPalm ? .palm : .touch, color: trail.color,
        text: trail.name,
        detail: "\(trail.isPalm ? "palm" : "touch") \(trail.name), "
          + "\(start.text(decimals: 3)) to \(end.text(decimals: 3)) s")
      let free = ends.firstIndex { $0 < start } ?? min(lanes.count, Self.maximumFingerLanes - 1)
      if free == lanes.count {
        lanes.append(Lane(title: free == 0 ? "fingers" : "", group: "touch", height: 0.8))
        ends.append(end)
      }
      lanes[free].bands.append(band)
      lanes[free].marks += (palms[trail.name] ?? []).map(mark)
      ends[free] = max(end, ends[free])
    }
    return lanes
  }

  private func mark(_ record: PalmRecord) -> Lane.Mark {
    mark(record.time, .palm, sentence(record), record.palm.reason)
  }

  private func mark(_ attempt: TouchCollector.Attempt) -> Lane.Mark? {
    let change = attempt.change.change
    let kind: Plot.EventKind = change.to == .cancelled ? .cancelled : .failed
    return change.reason.map { mark(attempt.change.time, kind, attempt.change.sentence, $0) }
  }

  /// The sign of a reason, with the numbers that it compares.
  private func mark(
    _ time: Double, _ kind: Plot.EventKind, _ text: String, _ reason: FailureReason
  ) -> Lane.Mark {
    let (measured, limit, unit) = reason.outside
    return Lane.Mark(
      time: time, kind: kind, text: text, measured: measured, limit: limit, unit: unit,
      parameter: reason.parameter, origin: reason.parameter.map(origin))
  }

  private func sentence(_ record: PalmRecord) -> String {
    "touch \(record.palm.touchID) is a palm: \(record.sentence)"
  }

  private var gestures: Lane {
    Lane(
      title: "gestures", group: "gesture",
      bands: data.attempts.filter(\.isOutcome).map(\.outcome))
  }

  /// A lane for each kind of recognizer by its first end; those that had no chance share one.
  private var recognizers: [Lane] {
    var lanes: [Lane] = []
    let others = kindsWithoutChance
    for attempt in data.attempts where !others.contains(attempt.change.change.kind) {
      let title = attempt.change.change.kind.rawValue
      let index = lanes.firstIndex { $0.title == title } ?? lanes.count
      if index == lanes.count { lanes.append(Lane(title: title, group: "recognizer")) }
      lanes[index].bands += attempt.bands
      if let mark = mark(attempt) { lanes[index].marks.append(mark) }
    }
    if others.isEmpty { return lanes }
    let text = "wrong number of fingers: \(others.map(\.rawValue).joined(separator: ", "))"
    let band = Lane.Band(time: range, kind: .failed, text: text, detail: text)
    return lanes + [Lane(title: Self.titleWithoutChance, group: "recognizer", bands: [band])]
  }

  private static let titleWithoutChance = "no chance"

  /// The kinds of recognizers, except the expected one, that always had a wrong number of fingers.
  private var kindsWithoutChance: [Gesture.Kind] {
    var kinds: [Gesture.Kind] = []
    var others: Set<Gesture.Kind> = verdict.map { [$0.expected.kind] } ?? []
    for attempt in data.attempts {
      let change = attempt.change.change
      if change.reason?.cause != .touches { others.insert(change.kind) }
      if !kinds.contains(change.kind) { kinds.append(change.kind) }
    }
    return kinds.filter { !others.contains($0) }
  }

  /// The place where a number of the profile is set.
  func origin(_ parameter: String) -> String {
    "\(parameter) of the profile \(options.profile.name)"
  }

  private var pressure: Lane? {
    guard data.trails.contains(where: \.hasWidths) else { return nil }
    var lane = Lane(title: "pressure", group: "touch", height: 3, range: 0...1)
    lane.series = series { $0.hasWidths ? $0.widths : [] }
    if data.track.isTouchpad, options.profile.palm.rule != .off {
      lane.limits = [
        limit(options.profile.palm.heavyPressure, "palm.heavyPressure"),
        limit(options.profile.palm.pressure, "palm.pressure"),
      ]
    }
    let highest = max(lane.series.flatMap(\.values).max() ?? 0, lane.limits.map(\.value).max() ?? 0)
    lane.range = 0...Ticks.end(above: max(0.05, highest))
    return lane
  }

  private func limit(_ value: Double, _ parameter: String) -> Lane.Limit {
    Lane.Limit(
      value: value, time: range, text: "\(parameter) \(value.text(decimals: 0...2))",
      parameter: parameter, origin: origin(parameter))
  }

  /// A line for each trail, with one value for each of its points; none for a trail without values.
  private func series(_ values: (Trail) -> [Double]) -> [Lane.Series] {
    data.trails.enumerated().compactMap { index, trail in
      let values = values(trail)
      if values.isEmpty { return nil }
      return Lane.Series(
        name: trail.name, color: trail.color, isPalm: trail.isPalm, times: trail.times,
        values: values, trail: index)
    }
  }

  /// The distance from each finger's touch down, with the limits of distances that decided.
  private var displacement: Lane? {
    let series = series { trail in trail.points.map { $0.distance(to: trail.points[0]) } }
    guard !series.isEmpty else { return nil }
    let limits = distanceLimits
    let highest = max(series.highest, limits.map(\.value).max() ?? 0, 1)
    return Lane(
      title: "displacement", unit: "mm", group: "touch", height: 3.5,
      range: 0...Ticks.end(above: highest), series: series, limits: limits)
  }

  /// The limits of movements in the reasons of failures, each once.
  private var distanceLimits: [Lane.Limit] {
    var limits: [Lane.Limit] = []
    for attempt in data.attempts {
      guard let reason = attempt.change.change.reason, let parameter = reason.parameter,
        reason.cause == .movement || reason.cause == .distance, !Self.hasOtherLengths(parameter),
        let value = reason.outside.limit, !limits.contains(where: { $0.parameter == parameter })
      else { continue }
      limits.append(limit(value, parameter))
    }
    return limits
  }

  /// The interval of speeds in seconds: less shows the noise of the device.
  private static let speedInterval = 0.03

  private var speed: Lane? {
    let series = series { $0.speeds(over: Self.speedInterval) }
    guard !series.isEmpty else { return nil }
    return Lane(
      title: "speed", unit: "mm/s", group: "touch", height: 3,
      range: 0...Ticks.end(above: max(10, series.highest)), series: series)
  }
}

extension [Lane.Series] {
  /// The highest value of a finger; of palms if there are no fingers.
  fileprivate var highest: Double {
    let fingers = filter { !$0.isPalm }
    return (fingers.isEmpty ? self : fingers).flatMap(\.values).max() ?? 0
  }
}

extension Trail {
  /// Whether the pressure of each point is known: some devices report it now and then.
  fileprivate var hasWidths: Bool { !widths.isEmpty && widths.allSatisfy(\.isFinite) }

  /// The speed at each point, over an interval around it as far as the trail has one.
  fileprivate func speeds(over interval: Double) -> [Double] {
    var (start, end) = (0, 0)
    return times.map { time in
      while start + 1 < times.count, times[start + 1] <= time - interval / 2 { start += 1 }
      while end + 1 < times.count, times[end] < time + interval / 2 { end += 1 }
      let duration = times[end] - times[start]
      return duration > 0 ? points[start].distance(to: points[end]) / duration : 0
    }
  }
}

extension TouchCollector.Attempt {
  var isRecognized: Bool { change.change.to == .recognized || change.change.to == .ended }

  /// Whether a gesture is reported, by the rule of ``GestureRecognizer/isOutcome(_:)``.
  fileprivate var isOutcome: Bool {
    isRecognized || (change.change.to == .cancelled && change.change.reason?.cause == .cancelled)
  }

  /// The attempt up to its end, for a continuous gesture before and after its beginning.
  fileprivate var bands: [Lane.Band] {
    guard let began, began > start else { return [outcome] }
    let possible = Lane.Band(
      time: start...began, kind: .possible,
      detail: "\(change.change.subject) possible from \(start.text(decimals: 3)) s")
    return [possible, outcome]
  }

  /// The band from its start, or from the beginning of a continuous gesture, to its end.
  fileprivate var outcome: Lane.Band {
    let kind: Lane.Band.Kind =
      switch change.change.to {
      case .failed: .failed
      case .cancelled: .cancelled
      default: .recognized
      }
    let ending = isRecognized ? "" : ", cancelled"
    return Lane.Band(
      time: min(began ?? start, change.time)...change.time, kind: kind,
      text: isOutcome ? change.change.subject + ending : "", detail: change.sentence)
  }
}

// MARK: - Events

extension TouchPlotBuilder {
  private func events(_ lanes: [Lane]) -> [Plot.Event] {
    let fingers = lanes.firstIndex { $0.group == "touch" } ?? 0
    let touches = data.touches.map { record in
      let (touch, location) = (record.touch, record.touch.location)
      let (x, y) = (Quantity.length.outside(location.x), Quantity.length.outside(location.y))
      return Plot.Event(
        time: record.time, kind: .touch,
        text: "touch \(touch.id) \(touch.phase.rawName) at \(x.text(decimals: 1)), "
          + "\(y.text(decimals: 1)) mm", lane: fingers)
    }
    let palms = data.palms.map { record in
      Plot.Event(time: record.time, kind: .palm, text: sentence(record), lane: fingers)
    }
    let changes = data.attempts.map { attempt in
      let change = attempt.change.change
      let kind: Plot.EventKind =
        attempt.isRecognized ? .recognized : change.to == .cancelled ? .cancelled : .failed
      return Plot.Event(
        time: attempt.change.time, kind: kind, gesture: change.kind.rawValue, text: change.sentence,
        lane: lanes.firstIndex { $0.title == change.kind.rawValue && $0.group == "recognizer" }
          ?? lanes.firstIndex { $0.title == Self.titleWithoutChance })
    }
    func isExpected(_ event: Plot.Event) -> Bool {
      event.lane == 0 && lanes.first?.isExpected == true
    }
    // At equal times, touches precede the changes that they caused, and the expected recognizer is
    // last: a page that opens at the decisive moment selects the last event.
    let (own, others) = (changes.filter(isExpected), changes.filter { !isExpected($0) })
    return (touches + palms + others + own).inOrderOfTime
  }
}
