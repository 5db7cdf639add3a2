import Foundation

/// Ends the program, so that libFuzzer keeps the input, unless a promise is kept.
func promise(_ isKept: Bool, _ text: @autoclosure () -> String) {
  if isKept { return }
  broken(text())
}

/// Ends the program, so that libFuzzer keeps the input.
func broken(_ text: String) -> Never {
  FileHandle.standardError.write(Data("BROKEN PROMISE: \(text)\n".utf8))
  abort()
}
