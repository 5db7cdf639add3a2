import Checking
import Playback

/// Elements by their times, for a search around a time that does not visit all of them.
struct TimeIndex<Element> {
  private let sorted: [(offset: Int, element: Element, time: Double)]

  init(_ elements: [Element], time: (Element) -> Double) {
    sorted = elements.enumerated().map { ($0.offset, $0.element, time($0.element)) }
      .sorted { ($0.time, $0.offset) < ($1.time, $1.offset) }
  }

  /// The elements between two times, in the given order.
  func elements(from first: Double, through last: Double) -> [Element] {
    indices(from: first, through: last).map { sorted[$0] }
      .sorted { $0.offset < $1.offset }.map(\.element)
  }

  private func indices(from first: Double, through last: Double) -> Range<Int> {
    sorted.indices(where: { $0.time }, from: first, through: last)
  }
}
