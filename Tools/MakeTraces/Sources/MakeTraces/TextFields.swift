import Timeline

/// Seconds with six decimals.
func decimal(_ time: Timestamp) -> String {
  let (seconds, rest) = time.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
  let digits = String(rest)
  return "\(seconds).\(String(repeating: "0", count: 6 - digits.count))\(digits)"
}
