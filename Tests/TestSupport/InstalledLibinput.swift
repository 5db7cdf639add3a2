import Glibc
public import Testing

/// Whether the library is there, found without the worker: a worker that cannot use it has to fail
/// its tests.
private let hasLibinput: Bool = {
  guard let library = dlopen("libinput.so.10", RTLD_LAZY) else { return false }
  dlclose(library)
  return true
}()

extension Trait where Self == ConditionTrait {
  /// Skips a test or a suite, saying so, where libinput is not installed.
  public static var requiresLibinput: Self {
    .enabled(if: hasLibinput, "needs libinput (Debian's package libinput10)")
  }
}
