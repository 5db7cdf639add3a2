public struct RecordedDrawing: Hashable, Sendable {
  /// The drawing in millimetres, to 2 decimals, with a stroke for each time that fingers were down.
  public var drawing: Drawing
  /// The times of the first touch down and of the last touch up, in seconds from the first event.
  public var start: Double
  public var end: Double
}

/// Finds the drawings in recordings, to teach shapes.
///
/// ```swift
/// let drawings = try RecordedDrawings(path: "star.evemu").drawings
/// ```
///
/// Fingers that are down at the same time draw one stroke, the path of their centroid. Strokes less
/// than ``maximumPause`` apart are one drawing. Palms are left out, as in a replay, and so are
/// drawings as short as a tap.
public struct RecordedDrawings: Sendable {
  /// The longest pause between strokes in seconds: that of the standard profile's paths.
  public static let maximumPause = Profile.standard.path.strokeInterval
  /// The least length of a drawing in millimetres: 5, within which the fingers of a tap stay.
  public static let minimumLength = 5.0

  /// The drawings, in the order of their starts.
  public private(set) var drawings: [RecordedDrawing] = []
  /// The number of drawings that were too short.
  public private(set) var taps = 0
  private var strokes: [RecordedDrawing] = []

  public init(path: String, options: ReplayOptions = ReplayOptions()) throws(FileError) {
    try self.init(Recording(path: path, options: options), options: options)
  }

  /// Replays a recording that was opened with the same options.
  package init(_ recording: Recording, options: ReplayOptions) throws(FileError) {
    var options = options
    options.detail = .touches
    var recorders: [String?: StrokeRecorder] = [:]
    _ = try Replay(path: recording.path, options: options).run(recording) { report in
      guard case .touch(let record) = report else { return }
      recorders[record.device, default: StrokeRecorder()].add(record)
    }
    for device in recorders.keys.sorted(by: { $0 ?? "" < $1 ?? "" }) {
      guard var recorder = recorders[device] else { continue }
      recorder.finish()
      strokes += recorder.strokes
      add(recorder.strokes)
    }
    drawings.sort { $0.start < $1.start }
  }

  /// The strokes with their middle within a time range, as one drawing; nil without any.
  public func drawing(from start: Double, to end: Double) -> Drawing? {
    let within = strokes.filter {
      let middle = ($0.start + $0.end) / 2
      return middle >= start && middle <= end
    }
    return within.isEmpty ? nil : Drawing(strokes: within.flatMap(\.drawing.strokes))
  }

  private mutating func add(_ strokes: [RecordedDrawing]) {
    var joined: [RecordedDrawing] = []
    for stroke in strokes {
      if let last = joined.last, stroke.start - last.end <= RecordedDrawings.maximumPause {
        joined[joined.count - 1].drawing.strokes += stroke.drawing.strokes
        joined[joined.count - 1].end = stroke.end
      } else {
        joined.append(stroke)
      }
    }
    let long = joined.filter { $0.drawing.length >= RecordedDrawings.minimumLength }
    taps += joined.count - long.count
    drawings += long
  }
}

/// Collects the strokes of one device's touches; a touch that begins near another one, in the frame
/// in which the other ends, continues it.
private struct StrokeRecorder {
  private struct Finger {
    var touch: Touch.ID
    var id: Int
    var point: Point
  }

  private(set) var strokes: [RecordedDrawing] = []
  private var recorder = DrawingRecorder()
  private var fingers: [Finger] = []
  /// The first ids of the fingers that drew until the last frame.
  private var drawing: [Int] = []
  private var began: [Finger] = []
  private var ended: [Finger] = []
  private var time = 0.0
  private var start = 0.0
  /// Whether a finger of the stroke turned out to be a palm.
  private var isCancelled = false

  mutating func add(_ record: TouchRecord) {
    if record.time != time {
      update()
      time = record.time
    }
    let touch = record.touch
    let index = fingers.firstIndex { $0.touch == touch.id }
    switch touch.phase {
    case .began, .moved, .stationary:
      if let index {
        fingers[index].point = touch.location
      } else {
        began.append(Finger(touch: touch.id, id: touch.id, point: touch.location))
      }
    case .ended, .cancelled:
      let finger = index.map { fingers.remove(at: $0) }
      if touch.phase == .cancelled {
        isCancelled = true
      } else if let finger {
        ended.append(finger)
      }
    }
  }

  mutating func finish() {
    update()
    ended = fingers
    fingers.removeAll()
    update()
  }

  private mutating func update() {
    for var finger in began {
      let former = ended.firstIndex {
        $0.point.distance(to: finger.point) <= FingerFollower.rejoinDistance
      }
      if let former { finger.id = ended.remove(at: former).id }
      fingers.append(finger)
    }
    began.removeAll()
    ended.removeAll()
    if !fingers.contains(where: { drawing.contains($0.id) }) { endStroke() }
    drawing = fingers.map(\.id)
    recorder.update(fingers.map { DrawingRecorder.Finger(id: $0.id, point: $0.point) })
  }

  private mutating func endStroke() {
    recorder.update([])
    if let stroke = recorder.drawing.strokes.last, !isCancelled {
      strokes.append(
        RecordedDrawing(
          drawing: Drawing(stroke.map(StrokeRecorder.millimetres)), start: start, end: time))
    }
    recorder.reset()
    start = time
    isCancelled = false
  }

  private static func millimetres(_ point: Point) -> Point {
    func rounded(_ length: Double) -> Double {
      (length / Window.pointsPerMillimetre * 100).rounded() / 100
    }
    return Point(x: rounded(point.x), y: rounded(point.y))
  }
}
