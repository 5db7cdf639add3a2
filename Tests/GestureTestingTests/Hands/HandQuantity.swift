/// A quantity of people's hands and of their touch sensors, as recordings show it.
enum HandQuantity: String, CaseIterable {
  case touchDownStagger = "touch-down stagger"
  case touchUpStagger = "touch-up stagger"
  case movementDuration = "movement duration"
  case lead
  case coasting
  case tapStagger = "stagger of a tap"
  case tapDuration = "tap duration"
  case tapInterval = "tap interval"
  case tapScatter = "tap scatter"
  case tremor
  case roll
  case spacing
  case slope
  case pressure
  case touchDownPressure = "touch-down pressure"
  case touchUpPressure = "touch-up pressure"
  case pressureRise = "pressure rise"
  case pressureFall = "pressure fall"
  case jitter
  case noise
  case reportRate = "report rate"
  case gaps

  /// The unit of the values in the table, and how many of it make one of the measured unit.
  var unit: (name: String, factor: Double) {
    switch self {
    case .touchDownStagger, .touchUpStagger, .movementDuration, .tapStagger, .tapDuration,
      .tapInterval, .pressureRise, .pressureFall:
      ("ms", 1000)
    case .tapScatter, .tremor, .roll, .spacing, .noise: ("mm", 1)
    case .slope: ("height/width", 1)
    case .lead, .coasting: ("of the path", 1)
    case .pressure: ("of the range", 1)
    case .touchDownPressure, .touchUpPressure: ("of mid-touch", 1)
    case .jitter, .gaps: ("of an interval", 1)
    case .reportRate: ("Hz", 1)
    }
  }

  /// What is measured, and of which gestures.
  var definition: String {
    switch self {
    case .touchDownStagger:
      "first to last touch down of a swipe, pan, pinch or rotation of several fingers"
    case .touchUpStagger: "first to last touch up of the same"
    case .movementDuration: "all fingers down to the first one up, of the same"
    case .lead:
      "the path of the finger that is down first until the last one is, where that takes longer than 12 ms, "
        + "of a swipe or pan"
    case .coasting:
      "the path of the finger that lifts last after the first one has, where that takes longer than 12 ms, "
        + "of a swipe or pan"
    case .tapStagger: "first to last touch down, and touch up, of a tap of several fingers"
    case .tapDuration: "touch down to touch up, each finger of a tap"
    case .tapInterval: "touch up to the next touch down, in a row of taps or a tap and drag"
    case .tapScatter:
      "half of the distance between the two touch downs of a tap and drag: from their middle to each"
    case .tremor:
      "root mean square about the mean, mean of both axes, of a finger resting for 0.3 s or longer"
    case .roll: "first to last position of a finger of a tap"
    case .spacing:
      "between neighbouring fingers of a swipe, pan or tap of several, when all are down; not of "
        + "recordings made for a given spacing"
    case .slope:
      "of the line through fingers of taps and of movements up and down, from left to right; "
        + "positive is downwards"
    case .pressure:
      "median in the middle half of a touch, on touchpads with a range of 255 units"
    case .touchDownPressure: "first sample, of touches other than taps"
    case .touchUpPressure: "last sample, of touches other than taps"
    case .pressureRise: "touch down to nine tenths of the pressure in mid-touch, the same touches"
    case .pressureFall: "nine tenths of the pressure in mid-touch to touch up, the same touches"
    case .jitter: "standard deviation of a frame's time, as a share of the interval, a recording"
    case .noise:
      "standard deviation of a position across a straight movement, each axis, from second differences"
    case .reportRate: "reciprocal of the median interval, a recording"
    case .gaps: "frames missing in intervals of 1.6 medians or longer, a recording"
    }
  }
}

/// A value of a quantity, and where it was measured.
struct HandMeasurement {
  var quantity: HandQuantity
  var value: Double
  /// The recording's name.
  var recording: String
  var person: String
  /// The number of the gesture in the recording; 0 for a property of the whole recording.
  var gesture: Int
}
