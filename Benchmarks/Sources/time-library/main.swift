// Sends frames to an application as a program in Swift does, and prints the processor time of a
// frame in nanoseconds, and its allocations; Peers/library.c is the same in C.
//
//   time-library WORKLOAD FRAMES
import Contacts
import Gestures
import Glibc
import Timeline

// MARK: - Workloads

/// Positions of fingers in mm, frame by frame, that repeat: the same as in Peers/library.c.
struct Positions {
  /// x and y of each finger of each frame.
  var numbers: [Double] = []
  /// The fingers of each frame.
  var fingers: [Int] = []
  /// Microseconds between the end of a round and the next.
  var pause: Int64 = 0

  init?(_ workload: String) {
    for frame in 0..<480 {
      let wave = Double(frame < 240 ? frame : 480 - frame)
      switch workload {
      case "pan", "touches":
        for finger in 0..<5 { add(40 + wave * 0.25 + Double(finger) * 18, 60 + Double(finger) * 4) }
        fingers.append(5)
      case "pinch":
        add(100 - 10 - wave * 0.2, 60)
        add(100 + 10 + wave * 0.2, 60)
        fingers.append(2)
      case "taps":
        // Eight frames of a finger, and one without: each tap is far from the one before.
        let isDown = frame % 9 != 8
        if isDown { add(frame / 9 % 2 == 0 ? 50 : 150, 60) }
        fingers.append(isDown ? 1 : 0)
      default: return nil
      }
    }
  }

  private mutating func add(_ x: Double, _ y: Double) { numbers += [x, y] }
}

func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The count of a preloaded Peers/count_malloc.c; 0 without it.
func allocations() -> Int {
  typealias Count = @convention(c) () -> Int
  guard let symbol = dlsym(nil, "counted_allocations") else { return 0 }
  return unsafeBitCast(symbol, to: Count.self)()
}

// MARK: - Sending

final class Program {
  let application: Application
  let window = Window(touchArea: Size(width: 200, height: 120))
  var gestures = 0
  private var frame = ContactFrame(time: .zero)
  private var time: Int64 = 0
  private var lastID = 0

  init() {
    let set = RecognizerSet(profile: .standard)
    application = Application(policy: set.policy)
    application.addWindow(window)
    set.attachAsObservers(to: window)
    application.arbiter.observer = { [unowned self] recognizer, gesture in
      if recognizer.isOutcome(gesture) { gestures += 1 }
    }
  }

  /// Sends a number of rounds of frames.
  func send(_ positions: Positions, rounds: Int) {
    for _ in 0..<rounds {
      var next = 0
      for fingers in positions.fingers {
        fill(fingers, positions.numbers, &next)
        application.send(frame)
      }
    }
  }

  private var feed = TouchFeed<Int32>(unit: Size(width: 1, height: 1))

  /// The same, with each finger on its own, as toolkits report them.
  func sendTouches(_ positions: Positions, rounds: Int) {
    for _ in 0..<rounds {
      var next = 0
      for fingers in positions.fingers {
        time += 8333
        let time = Timestamp(microseconds: time)
        for finger in 0..<Int32(fingers) {
          let point = Point(x: positions.numbers[next], y: positions.numbers[next + 1])
          next += 2
          if feed.downCount < fingers {
            feed.down(finger, at: point, time: time)
          } else {
            feed.move(finger, to: point, time: time)
          }
        }
        feed.sendFrames { application.send($0) }
      }
    }
  }

  @inline(__always)
  private func fill(_ fingers: Int, _ numbers: [Double], _ next: inout Int) {
    let first = fingers == frame.contacts.count ? lastID - fingers : lastID
    if fingers != frame.contacts.count { time += fingers == 1 ? 600_000 : 0 }
    time += 8333
    frame.time = Timestamp(microseconds: time)
    frame.contacts.removeAll(keepingCapacity: true)
    for finger in 0..<fingers {
      frame.contacts.append(
        Contact(id: first + finger + 1, position: Point(x: numbers[next], y: numbers[next + 1])))
      next += 2
    }
    lastID = max(lastID, first + fingers)
  }
}

let arguments = CommandLine.arguments
guard arguments.count == 3, let positions = Positions(arguments[1]), let frames = Int(arguments[2])
else {
  print("usage: time-library pan|pinch|taps|touches FRAMES")
  exit(64)
}
let program = Program()
let send = arguments[1] == "touches" ? program.sendTouches : program.send
send(positions, 20)
let before = allocations()
let start = processorTime()
send(positions, frames / 480)
let seconds = processorTime() - start
let count = frames / 480 * 480
let allocated = Double(allocations() - before) / Double(count)
print(seconds * 1e9 / Double(count), allocated, program.gestures)
