public import Contacts

/// The picture of a recording: a stage with moving things, lanes over the same time, and a list of
/// events.
///
/// A plot has two kinds of outputs: a picture (``picture``) as SVG or PNG, and a page that plays it
/// (``PlayerPage``). Neither depends on the kind of recording.
public struct Plot: Sendable {
  /// The name of the recording.
  public var title: String
  /// The answer to a question about the recording; nil without a question.
  public var answer: Answer?
  /// Facts about the recording, such as `device` and its name, in the order of the output.
  public var facts: [(name: String, text: String)] = []
  /// The omissions and assumptions of the picture.
  public var notes: [String] = []
  /// The horizontal axis of the lanes.
  public var axis = Axis(title: "time", unit: "s")
  /// The values of the axis at the left and the right edge of the lanes, such as seconds from the
  /// first event.
  public var range: ClosedRange<Double> = 0...0
  /// The words of each command that reads a part of the recording; `{from}` and `{to}` are
  /// placeholders for its times. Nil if it cannot be read again, such as standard input.
  public var commands: [[String]]?
  public var stage: PlotArea?
  public var lanes: [Lane] = []
  /// The events in the order of time.
  public var events: [Event] = []

  public init(title: String) { self.title = title }

  /// The title of a recording: its path as given; for an absolute path the name of the file.
  package static func title(of path: String) -> String {
    if path == "-" { return "standard input" }
    return path.hasPrefix("/") ? path.split(separator: "/").last.map(String.init) ?? path : path
  }

  /// The verdict on an expected gesture, with the reason if it was not recognized.
  public struct Answer: Hashable, Sendable {
    /// Whether the gesture was recognized; nil if only a note was given.
    public var isRecognized: Bool?
    /// The sentences, the first of which has the result and its reason.
    public var sentences: [String] = []
    /// The assumptions that may make the numbers wrong.
    public var warnings: [String] = []
    /// The words of the person who asks.
    public var note: String?
    /// The time of the decision.
    public var time: Double?
  }

  public struct Axis: Hashable, Sendable, Encodable {
    public var title: String
    /// The unit, as in `s`; empty for plain numbers.
    public var unit: String

    public init(title: String, unit: String) {
      self.title = title
      self.unit = unit
    }
  }

  public struct Event: Sendable {
    public var time: Double
    public var kind: EventKind
    /// The gesture of the event, as in `swipe`.
    public var gesture: String?
    public var text: String
    /// The index of the lane with the event.
    public var lane: Int?

    public init(
      time: Double, kind: EventKind, gesture: String? = nil, text: String, lane: Int? = nil
    ) {
      self.time = time
      self.kind = kind
      self.gesture = gesture
      self.text = text
      self.lane = lane
    }
  }

  public enum EventKind: String, Sendable, Encodable {
    case touch, palm, recognized, failed, cancelled, note
  }
}

extension [Plot.Event] {
  /// The elements sorted by time; those of one time stay in their order.
  var inOrderOfTime: Self {
    enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
  }
}

// MARK: - PlotArea

/// A plane with the paths of things that move on it.
public struct PlotArea: Sendable {
  public enum Kind: String, Sendable, Encodable {
    case touchpad, touchscreen
    case screen
    /// The surface of the earth, north at the top.
    case map
  }

  public var kind: Kind
  /// The unit of all positions, as in `mm`.
  public var unit: String
  /// The visible rectangle; y grows downward.
  public var x = 0.0
  public var y = 0.0
  public var width: Double
  public var height: Double
  /// The length of the scale bar; nil draws ticks at the edges instead.
  public var scaleBar: ScaleBar?
  public var trails: [Trail] = []
  /// Circles around positions, such as the accuracy of locations.
  public var circles: [Circle] = []
  public var marks: [Mark] = []
  /// The parts of the plane that limits allow.
  public var regions: [Region] = []
  /// The meaning of the colors of trails with values.
  public var legend: Legend?

  public struct ScaleBar: Hashable, Sendable, Encodable {
    /// The length in the unit of the stage.
    public var length: Double
    public var text: String
  }

  /// The range of values that the colors of a trail represent.
  public struct Legend: Hashable, Sendable, Encodable {
    public var text: String
    public var unit: String
    public var low: Double
    public var high: Double
  }

  /// An area with the name of the limit that bounds it, such as a wedge of directions.
  public struct Region: Hashable, Sendable, Encodable {
    /// The corners of its outline, x and y of the same count.
    public var x: [Double]
    public var y: [Double]
    public var text: String
  }

  public struct Circle: Hashable, Sendable {
    public var time: Double
    public var position: Point
    public var radius: Double
    public var color: Int
  }

  public struct Mark: Hashable, Sendable {
    public enum Kind: String, Sendable, Encodable {
      case start, end
      /// A location that a filter dropped.
      case dropped
      /// A position at which a ball hit an edge.
      case bounce
    }

    public var time: Double
    public var position: Point
    public var kind: Kind
    public var text: String
    public var color: Int
  }
}

/// The path of a finger, a ball or a receiver.
public struct Trail: Sendable {
  public enum Beginning: String, Sendable, Encodable {
    case down, start
    /// A path that began before the recording.
    case resumed
  }

  public enum Ending: String, Sendable, Encodable {
    case up, cancelled
    /// A path at the end of the recording.
    case end
  }

  public var name: String
  /// The index into ``Palette``.
  public var color: Int
  public var isPalm = false
  /// The ascending times; positions have the same count.
  public var times: [Double] = []
  public var points: [Point] = []
  /// The width of the line as a share of the greatest, such as a finger's pressure; empty if
  /// unknown.
  public var widths: [Double] = []
  /// The values that color the line, as shares of the ``PlotArea/legend``'s range; empty for the
  /// color of the trail.
  public var values: [Double] = []
  public var beginning = Beginning.start
  public var ending = Ending.end
}

// MARK: - Lanes

/// A strip over time, with lines over an axis of values, or bands.
public struct Lane: Sendable {
  public var title: String
  /// The unit of the values, as in `mm`.
  public var unit: String
  /// The group of lanes that are shown or hidden together, as in `touch`.
  public var group: String
  /// The height relative to that of a lane of bands.
  public var height: Double
  /// The values at the lower and the upper edge; nil for a lane of bands.
  public var range: ClosedRange<Double>?
  public var series: [Series]
  public var limits: [Limit]
  public var bands: [Band]
  public var marks: [Mark]
  /// Whether the lane is about the expected gesture.
  public var isExpected = false

  public init(
    title: String, unit: String = "", group: String, height: Double = 1,
    range: ClosedRange<Double>? = nil, series: [Series] = [], limits: [Limit] = [],
    bands: [Band] = [], marks: [Mark] = []
  ) {
    self.title = title
    self.unit = unit
    self.group = group
    self.height = height
    self.range = range
    self.series = series
    self.limits = limits
    self.bands = bands
    self.marks = marks
  }

  /// A line of values.
  public struct Series: Sendable {
    public var name: String
    public var color: Int
    public var isPalm: Bool
    public var times: [Double]
    public var values: [Double]
    /// The trail of the stage with the same times, name and color, which a page then stores once;
    /// nil for a series without such a trail.
    public var trail: Int?

    public init(
      name: String, color: Int, isPalm: Bool = false, times: [Double] = [], values: [Double] = [],
      trail: Int? = nil
    ) {
      self.trail = trail
      self.name = name
      self.color = color
      self.isPalm = isPalm
      self.times = times
      self.values = values
    }
  }

  /// A value that decided on a gesture.
  public struct Limit: Hashable, Sendable {
    public var value: Double
    public var time: ClosedRange<Double>
    public var text: String
    /// The number of the profile, as in `swipe.minimumLength`.
    public var parameter: String?
    /// The place where the number is set, in words.
    public var origin: String?
    /// Whether it is the measurement, to compare with a limit.
    public var isMeasured = false

    public init(
      value: Double, time: ClosedRange<Double>, text: String, parameter: String? = nil,
      origin: String? = nil
    ) {
      self.value = value
      self.time = time
      self.text = text
      self.parameter = parameter
      self.origin = origin
    }
  }

  /// A period on a lane.
  public struct Band: Hashable, Sendable {
    public enum Kind: String, Sendable, Encodable {
      case touch, palm
      /// The period in which a recognizer can still recognize its gesture.
      case possible
      /// The period from the beginning to the end of a continuous gesture.
      case changing
      case recognized, failed, cancelled
      case plain
      /// A limit of a duration, as a bracket from its beginning, and the measured duration; in rows
      /// below the other bands.
      case limit, measured
    }

    public var time: ClosedRange<Double>
    public var kind: Kind
    public var color: Int
    public var text: String
    public var detail: String

    public init(
      time: ClosedRange<Double>, kind: Kind, color: Int = 0, text: String = "", detail: String = ""
    ) {
      self.time = time
      self.kind = kind
      self.color = color
      self.text = text
      self.detail = detail
    }
  }

  /// An event at a time, such as a failure with the two numbers that it compares.
  public struct Mark: Hashable, Sendable {
    public var time: Double
    public var kind: Plot.EventKind
    public var text: String
    public var measured: Double?
    public var limit: Double?
    public var unit: String
    public var parameter: String?
    public var origin: String?

    public init(
      time: Double, kind: Plot.EventKind, text: String, measured: Double? = nil,
      limit: Double? = nil, unit: String = "", parameter: String? = nil, origin: String? = nil
    ) {
      self.time = time
      self.kind = kind
      self.text = text
      self.measured = measured
      self.limit = limit
      self.unit = unit
      self.parameter = parameter
      self.origin = origin
    }
  }
}
