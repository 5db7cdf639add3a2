import Gestures
import Timeline

/// Turns what happens on stages into records, and puts those of several devices in order.
final class ReportCollector {
  private let file: String
  private let origin: Timestamp
  /// One device reports in the order of time; several are sorted at the end.
  private let isOrdered: Bool
  private var waiting: [(time: Timestamp, report: Replay.Report)] = []

  init(file: String, origin: Timestamp, isOrdered: Bool) {
    self.file = file
    self.origin = origin
    self.isOrdered = isOrdered
  }

  func add(_ report: ReplayStage.Report, device: String?) {
    switch report {
    case .gesture(let gesture):
      let record = GestureRecord(file: file, device: device, gesture: gesture, origin: origin)
      waiting.append((gesture.time, .gesture(record)))
    case .touch(let touch, let time, let view):
      let record = TouchRecord(
        file: file, device: device, touch: touch, delivered: time, origin: origin, view: view)
      waiting.append((time, .touch(record)))
    case .change(let change):
      let record = StateRecord(file: file, device: device, change: change, origin: origin)
      waiting.append((change.time, .change(record)))
    }
  }

  func release(to body: (Replay.Report) -> Void) {
    if isOrdered && !waiting.isEmpty { finish(to: body) }
  }

  func finish(to body: (Replay.Report) -> Void) {
    if !isOrdered {
      // Equal times stay in the order of the devices: the sort has to be stable.
      let order = waiting.indices.sorted {
        (waiting[$0].time, $0) < (waiting[$1].time, $1)
      }
      for index in order { body(waiting[index].report) }
    } else {
      for entry in waiting { body(entry.report) }
    }
    waiting.removeAll(keepingCapacity: true)
  }
}
