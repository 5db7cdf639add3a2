import SystemPackage

extension FileError {
  /// The error for a database file that SQLite cannot use.
  ///
  /// - Parameters:
  ///   - code: A primary result code of SQLite, as in <https://sqlite.org/rescode.html>.
  ///   - expected: The expected kind of file, as in `a database of a saved scene`.
  ///   - message: The message of SQLite.
  public static func database(
    _ path: String, code: Int32, expected: String, message: String, isOutput: Bool
  ) -> FileError {
    let systemError: Errno
    switch code {
    case 5: systemError = .resourceBusy  // SQLITE_BUSY
    case 13: systemError = .noSpace  // SQLITE_FULL
    case 3, 8, 23: systemError = .permissionDenied  // SQLITE_PERM, SQLITE_READONLY, SQLITE_AUTH
    case 14:  // SQLITE_CANTOPEN
      systemError = access(path, R_OK) == 0 ? .ioError : .permissionDenied
    case 10: systemError = .ioError  // SQLITE_IOERR
    default:
      return FileError(
        file: path, position: .file, expected: expected, found: message, isOutput: isOutput)
    }
    return isOutput ? .cannotWrite(path, systemError) : .cannotRead(path, systemError)
  }
}
