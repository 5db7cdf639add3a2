import Checking
public import Playback

/// The number of draws for an amount of a random perturbation: until it is decided whether 99 %
/// survive, by the interval of the ``fewest`` draws that can show it or by that of all.
public struct StressDraws: Hashable, Sendable {
  public let most: Int
  /// The seed of the only draw; nil for draws from 0.
  public let seed: UInt64?

  /// The default number of draws, which shows 99 % for a true share of 99.8 % in 99 of 100 cases.
  public static let usual = 1600
  /// The share of draws that has to survive.
  public static let share = 0.99
  /// The fewest draws that can show the share.
  public static let fewest = Proportion.fewestTrials(showing: share) ?? .max

  /// - Parameter most: At least 1; fewer than ``fewest`` show nothing, but may refute.
  public init(most: Int = StressDraws.usual) {
    self.most = max(1, most)
    seed = nil
  }

  /// Creates the draw of one seed.
  public init(seed: UInt64) {
    most = 1
    self.seed = seed
  }

  /// The numbers of draws after which a decision is possible, up to ``most``.
  public var checkpoints: [Int] {
    var points = Array(sequence(first: 32) { $0 * 2 }.prefix { $0 < most })
    if StressDraws.fewest < most { points.append(StressDraws.fewest) }
    return (points + [most]).sorted()
  }

  /// Whether further draws would not change the conclusion from those so far.
  public func isDecided(_ survival: Proportion) -> Bool {
    if survival.trials >= most { return true }
    if survival.trials - survival.successes >= refutingLosses { return true }
    return survival.trials == StressDraws.fewest
      && survival.interval.lowerBound >= StressDraws.share
  }

  /// The number of losses after which ``most`` draws cannot show the share.
  var refutingLosses: Int {
    (1..<most).first { losses in
      Proportion(most - losses, of: most).interval.upperBound < StressDraws.share
    } ?? most
  }
}

/// The share of a perturbation's draws that a gesture survives, amount by amount.
public struct StressCurve: Sendable {
  /// The measurement of one amount.
  public struct Point: JSONObject {
    public let amount: Double
    public internal(set) var survival = Proportion(0, of: 0)
    /// The first lost draw, and the fate of the gesture.
    public internal(set) var firstLoss: LostDraw?
    fileprivate let isRandom: Bool

    init(_ amount: Double, of grade: StressGrade) {
      self.amount = amount
      isRandom = grade.isRandom
    }

    /// Whether the survival of 99 % of draws is shown; a perturbation without chance has one draw.
    public var isShown: Bool {
      isRandom
        ? survival.interval.lowerBound >= StressDraws.share : survival.successes == survival.trials
    }

    /// Whether the interval is below 99 %.
    public var isRefuted: Bool {
      isRandom ? survival.interval.upperBound < StressDraws.share : survival.successes == 0
    }

    public func add(to line: inout JSONLine) {
      line.add("amount", json: amount.shortestText)
      line.add("draws", survival.trials)
      line.add("survived", survival.successes)
      if isRandom, survival.trials > 1 { line.add("interval", json: survival.interval.json) }
      if let firstLoss {
        if let seed = firstLoss.seed { line.add("seed", json: "\(seed)") }
        line.add("loss", firstLoss.loss)
      }
    }
  }

  /// A draw that a gesture did not survive.
  public struct LostDraw: Sendable {
    /// The seed; nil for a perturbation without chance.
    public let seed: UInt64?
    public let loss: StressLoss
  }

  public let grade: StressGrade
  /// The points from the smallest perturbation to the first that no draw survives.
  public internal(set) var points: [Point] = []
  /// An amount that the gesture has to survive.
  public internal(set) var required: Double?

  init(_ grade: StressGrade) { self.grade = grade }

  /// The largest amount up to which all tried amounts are shown to survive; nil without one.
  public var margin: Double? { points.prefix(while: \.isShown).last?.amount }

  /// The first amount whose interval is below 99 %.
  public var lost: Double? { points.first(where: \.isRefuted)?.amount }

  /// The first amount up to ``required`` whose survival is not shown.
  public var unmet: Point? {
    guard let required else { return nil }
    return points.first { point in
      let isWithin = grade.isFalling ? point.amount >= required : point.amount <= required
      return isWithin && !point.isShown
    }
  }

  func object(isSingle: Bool) -> JSONLine {
    var line = JSONLine()
    line.add("perturbation", grade.name)
    if !grade.unit.isEmpty { line.add("unit", grade.unit) }
    if !isSingle {
      if let margin { line.add("margin", json: margin.shortestText) }
      if let lost { line.add("lost", json: lost.shortestText) }
    }
    if let required {
      line.add("required", json: required.shortestText)
      line.add("met", unmet == nil)
    }
    line.add("curve", points)
    return line
  }
}
