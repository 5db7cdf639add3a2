import Files
import SystemPackage

/// The exit codes of `replay`, those of `sysexits.h` where it has one.
enum ExitStatus {
  static let unmet: Int32 = 1
  static let badData: Int32 = 65
  static let noInput: Int32 = 66
  static let deviceGone: Int32 = 69
  static let cannotWrite: Int32 = 74
  static let noPermission: Int32 = 77
}

extension FileError {
  var exitCode: Int32 {
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
