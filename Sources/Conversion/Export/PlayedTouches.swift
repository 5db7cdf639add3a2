public import Playback
public import TouchScript

/// The touches of a recording or a script as the input of another program: frames in pixels, with
/// times from the first touch.
///
/// Palms are left out, since a page or a phone would mistake them for fingers. A call or an alarm
/// cancels the touches that are down, and so does the end of the recording.
public struct PlayedTouches: Sendable {
  /// The frames; every contact that is missing in the next one has lifted or is cancelled there.
  public private(set) var frames: [ContactFrame] = []
  /// The scale in pixels per millimetre.
  public let scale: Double
  public private(set) var touches = 0
  /// The number of touches of a pen among them.
  public private(set) var pens = 0
  /// The largest number of touches at the same time.
  public private(set) var mostTouches = 0
  /// The content that other programs do not receive, as phrases such as `1 palm`.
  public private(set) var losses: [String] = []
  /// The contacts that are palms, or were down during an interruption.
  private var ignored: Set<Contact.ID> = []
  private var down: Set<Contact.ID> = []

  /// The touches of the device with the most frames, at a factor of their speed, above 0.
  public init(
    _ recording: LoadedRecording, _ mapping: PageMapping, speed: Double, profile: Profile
  ) {
    var palms: Set<Contact.ID> = []
    let track = recording.mainTrack
    if let track {
      let engine = track.makeEngine(profile, detail: .touches)
      engine.observer = { if case .palm(let record) = $0 { palms.insert(record.palm.contact.id) } }
      track.play(on: engine)
    }
    self.init(
      frames: track?.playedFrames ?? [], on: track?.playedSize ?? .zero, mapping, speed: speed,
      palms: palms)
    let others = recording.tracks.count { !$0.frames.allSatisfy(\.contacts.isEmpty) } - 1
    if others > 0 { losses.append("other devices, \(others)") }
  }

  public init(_ file: ScriptFile, _ mapping: PageMapping, speed: Double) {
    self.init(
      frames: file.script.frames(on: file.touchArea, hand: file.hand), on: file.touchArea, mapping,
      speed: speed, palms: [])
  }

  private init(
    frames: [ContactFrame], on size: Size, _ mapping: PageMapping, speed: Double,
    palms: Set<Contact.ID>
  ) {
    scale = mapping.scale(of: size)
    ignored = palms
    let origin = mapping.origin(of: size)
    var (start, unlocated, marked) = (nil as Timestamp?, 0, palms)
    for var frame in frames {
      if frame.isInterrupted {
        ignored.formUnion(frame.contacts.map(\.id))
        frame.cancelled = down.sorted()
      }
      unlocated = max(unlocated, frame.extraFingers)
      marked.formUnion(frame.contacts.filter { $0.tool == .palm }.map(\.id))
      ignored.formUnion(marked)
      frame.contacts.removeAll { ignored.contains($0.id) }
      frame.cancelled.append(contentsOf: down.intersection(ignored).subtracting(frame.cancelled))
      if frame.contacts.isEmpty, down.isEmpty { continue }
      let first = start ?? frame.time
      start = first
      let elapsed = max(0, min(frame.time.seconds(since: first) / speed, 1e9))
      frame.time = Timestamp(microseconds: Int64((elapsed * 1e6).rounded()))
      for index in frame.contacts.indices {
        let (position, size) = (frame.contacts[index].position, frame.contacts[index].size)
        frame.contacts[index].position = origin + (position - .zero) * scale
        frame.contacts[index].size = size.map {
          Size(width: $0.width * scale, height: $0.height * scale)
        }
      }
      add(frame)
    }
    if !down.isEmpty, let last = self.frames.last {
      var end = ContactFrame(time: last.time)
      end.cancelled = down.sorted()
      add(end)
    }
    if !marked.isEmpty { losses.append(marked.count == 1 ? "1 palm" : "\(marked.count) palms") }
    if unlocated > 0 { losses.append("fingers that the device counts but does not locate") }
  }

  /// The number of positions outside a page or screen, by more than the pixel at its edge.
  public func positions(outside screen: Size) -> Int {
    let page = Rect(
      origin: Point(x: -1, y: -1), size: Size(width: screen.width + 2, height: screen.height + 2))
    return frames.reduce(0) { sum, frame in
      sum + frame.contacts.count { !page.contains($0.position) }
    }
  }

  private mutating func add(_ frame: ContactFrame) {
    let ids = Set(frame.contacts.map(\.id))
    touches += ids.subtracting(down).count
    pens += frame.contacts.count { $0.tool == .pen && !down.contains($0.id) }
    mostTouches = max(mostTouches, ids.count)
    down = ids
    frames.append(frame)
  }
}

/// The changes from one frame to the next, by fingers with the lowest free numbers from 0.
struct PlayedStep {
  struct Finger {
    var number: Int
    var contact: Contact
  }

  var time: Timestamp
  /// The fingers that lifted, at the positions of the frame before.
  var lifted: [Finger] = []
  /// The fingers that are cancelled, at the positions of the frame before.
  var cancelled: [Finger] = []
  var moved: [Finger] = []
  var began: [Finger] = []
  /// The fingers that are down after the step.
  var down: [Finger] = []

  /// Whether fingers lifted or are cancelled.
  var hasEnds: Bool { !lifted.isEmpty || !cancelled.isEmpty }

  /// The fingers that were down before the step, and still are.
  var kept: [Finger] { down.filter { finger in !began.contains { $0.number == finger.number } } }
}

extension PlayedTouches {
  /// The changes between frames; a frame without a change adds no step.
  var steps: [PlayedStep] {
    var steps: [PlayedStep] = []
    var down: [PlayedStep.Finger] = []
    for frame in frames {
      var step = PlayedStep(time: frame.time)
      var rest = down[...]
      for contact in frame.contacts {
        guard let index = rest.firstIndex(where: { $0.contact.id == contact.id }) else { continue }
        let known = rest.remove(at: index)
        let finger = PlayedStep.Finger(number: known.number, contact: contact)
        step.down.append(finger)
        if known.contact.position != contact.position { step.moved.append(finger) }
      }
      step.lifted = rest.filter { !frame.cancelled.contains($0.contact.id) }
      step.cancelled = rest.filter { frame.cancelled.contains($0.contact.id) }
      for contact in frame.contacts where !down.contains(where: { $0.contact.id == contact.id }) {
        let used = Set((down + step.began).map(\.number))
        let number = (0...used.count).first { !used.contains($0) } ?? 0
        step.began.append(PlayedStep.Finger(number: number, contact: contact))
      }
      step.down += step.began
      down = step.down
      if step.hasEnds || !(step.moved.isEmpty && step.began.isEmpty) { steps.append(step) }
    }
    return steps
  }

  /// The number of touches that are cancelled while others remain down.
  public var cancelledBesideOthers: Int {
    steps.reduce(0) { $0 + ($1.kept.isEmpty ? 0 : $1.cancelled.count) }
  }
}

/// Maps positions in mm on a touch area to pixels of a page or a screen, with the same scale in
/// both directions, so that pinches and rotations keep their scales and angles.
public struct PageMapping: Hashable, Sendable {
  /// The part of the page in which the touch area is centred; nil for the top left corner.
  public var box: Rect?
  /// The scale in pixels per mm; nil for the largest in ``box``, without one ``usualScale``.
  public var pixelsPerMillimetre: Double?

  /// The CSS pixels per millimetre on a phone, as of UIKit's point (163 per inch).
  public static let usualScale = 163 / 25.4

  public init(box: Rect? = nil, pixelsPerMillimetre: Double? = nil) {
    self.box = box
    self.pixelsPerMillimetre = pixelsPerMillimetre
  }

  /// The scale in pixels per millimetre for a touch area of the given size in mm.
  public func scale(of size: Size) -> Double {
    if let pixelsPerMillimetre { return pixelsPerMillimetre }
    guard let box, size.width > 0, size.height > 0 else { return PageMapping.usualScale }
    return min(box.size.width / size.width, box.size.height / size.height)
  }

  /// The position on the page, in pixels, of the top left corner of a touch area of a size in mm.
  func origin(of size: Size) -> Point {
    guard let box else { return .zero }
    let scale = scale(of: size)
    return Point(
      x: box.origin.x + (box.size.width - size.width * scale) / 2,
      y: box.origin.y + (box.size.height - size.height * scale) / 2)
  }
}
