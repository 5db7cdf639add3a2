import Files

/// The output of a receiver: seven sentences per second, four of which describe the fix.
enum GeneratedNMEA {
  static func write(lines: Int, to path: String) throws {
    let sink = try ByteSink(growing: path)
    var second = 0
    for _ in 0..<(lines + 6) / 7 {
      try sink.append(moment(second))
      second += 1
    }
    try sink.finish()
  }

  private static func moment(_ second: Int) -> [UInt8] {
    let time = "\(two(second / 3600 % 24))\(two(second / 60 % 60))\(two(second % 60)).00"
    let day = "\(two(1 + second / 86_400 % 28))0524"
    let minutes = 300_000 + second % 200_000
    let place =
      "37\(two(minutes / 10_000)).\(four(minutes)),N,127\(two(minutes / 20_000)).\(four(minutes)),E"
    var bytes: [UInt8] = []
    for text in [
      "GPRMC,\(time),A,\(place),0.117,231.5,\(day),,,A", "GPVTG,231.5,T,,M,0.117,N,0.217,K,A",
      "GPGGA,\(time),\(place),1,08,1.01,499.6,M,48.0,M,,",
      "GPGSA,A,3,07,30,19,11,15,,,,,,,,2.88,1.20,2.62",
      "GPGSV,2,1,08,08,75,303,44,07,66,172,51,11,51,055,36,28,39,325,36",
      "GPGSV,2,2,08,17,31,254,51,26,13,295,51,09,12,322,36,19,12,046,36",
      "GPGLL,\(place),\(time),A,A",
    ] {
      let sum = text.utf8.reduce(0, ^)
      let digits = Array("0123456789ABCDEF".utf8)
      bytes += Array("$\(text)*".utf8)
      bytes += [digits[Int(sum >> 4)], digits[Int(sum & 15)], 13, 10]
    }
    return bytes
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func four(_ number: Int) -> String {
    let text = "\(number % 10_000)"
    return String(repeating: "0", count: 4 - text.utf8.count) + text
  }
}
