import SystemPackage

/// The exit codes of the command-line tools: those of `sysexits.h` and a few others.
public enum ExitStatus {
  public static let unmet: Int32 = 1
  public static let badData: Int32 = 65
  public static let noInput: Int32 = 66
  public static let deviceGone: Int32 = 69
  public static let cannotWrite: Int32 = 74
  public static let noPermission: Int32 = 77
}

extension FileError {
  /// The exit code of a program that ends with this error.
  public var exitCode: Int32 {
    switch systemError {
    case nil: ExitStatus.badData
    case .permissionDenied, .notPermitted, .readOnlyFileSystem: ExitStatus.noPermission
    case .operationNotSupportedByDevice, .noSuchAddressOrDevice: ExitStatus.deviceGone
    case _ where isOutput: ExitStatus.cannotWrite
    case .noSuchFileOrDirectory, .notDirectory, .fileNameTooLong, .tooManySymbolicLinkLevels:
      ExitStatus.noInput
    case .isDirectory: ExitStatus.badData
    default: ExitStatus.cannotWrite
    }
  }
}
