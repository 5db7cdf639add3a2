// Runs one location benchmark and prints its processor seconds and its count.
//
//   time-location inverse PAIRS | nmea PATH
//   time-location make-nmea LINES PATH | pairs COUNT | answers | smoothing
import Files
import Glibc
import SensorFormats
import Sensors

func fail() -> Never {
  fatalError("usage: time-location inverse N | nmea PATH | make-nmea N PATH | ...")
}

let arguments = Array(CommandLine.arguments.dropFirst())
let number = arguments.count > 1 ? Int(arguments[1]) ?? 0 : 0

switch arguments.first {
case "inverse": timed { inverse(Pairs.random(number)) }
case "nmea": try timed { try countFixes(arguments[1]) }
case "make-nmea": try GeneratedNMEA.write(lines: number, to: arguments[2])
case "pairs": for pair in Pairs.hard(number) { print(pair.text) }
case "answers": try answer()
case "smoothing": try Smoothing.table()
default: fail()
}

/// The processor time of this process in seconds, on which other programs have little effect.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

func timed(_ body: () throws -> Double) rethrows {
  let start = processorTime()
  let count = try body()
  print(processorTime() - start, count)
}

func inverse(_ pairs: [Pairs.Pair]) -> Double {
  var sum = 0.0
  for pair in pairs {
    sum += (try? Ellipsoid.wgs84.inverse(from: pair.from, to: pair.to).azimuth1) ?? 0
  }
  return sum
}

func countFixes(_ path: String) throws -> Double {
  let reader = ReceiverLogReader(try ByteSource(path: path))
  var count = 0.0
  while try reader.next() != nil { count += 1 }
  return count
}

/// Answers lines of `lat1 lon1 lat2 lon2` with `distance azimuth1 azimuth2`, with all digits.
func answer() throws {
  while let line = readLine() {
    let numbers = line.split(separator: " ").compactMap { Double($0) }
    guard numbers.count == 4 else { continue }
    let inverse = try Ellipsoid.wgs84.inverse(
      from: Coordinate(latitude: numbers[0], longitude: numbers[1]),
      to: Coordinate(latitude: numbers[2], longitude: numbers[3]))
    print(inverse.distance, inverse.azimuth1, inverse.azimuth2)
  }
}
