import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A new file for a library that writes in place, such as SQLite, with the permissions of all other outputs.
package enum EmptyFile {
  /// Makes an empty file where there is none; a file that another process has made meanwhile stays.
  ///
  /// - Parameter inputs: The files that the contents are made of; see ``ByteSink/init(path:madeOf:)``.
  package static func create(_ path: String, madeOf inputs: [String]) throws(RecordingError) {
    do throws(Errno) {
      guard case .file(let file) = try OutputPath(path) else { throw .invalidArgument }
      var permissions = DerivedPermissions()
      for input in inputs { permissions.restrict(toReadersOf: input) }
      try create(file, permissions)
    } catch {
      throw .cannotWrite(path, error)
    }
  }

  private static func create(
    _ file: FilePath, _ permissions: DerivedPermissions
  ) throws(Errno) {
    do {
      // The umask limits the mode further.
      let mode = permissions.limiting(0o666, group: getegid())
      let descriptor = try FileDescriptor.open(
        file, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
        permissions: FilePermissions(rawValue: mode))
      try descriptor.close()
    } catch let error as Errno {
      if error != .fileExists { throw error }
    } catch {
      throw .ioError
    }
  }
}
