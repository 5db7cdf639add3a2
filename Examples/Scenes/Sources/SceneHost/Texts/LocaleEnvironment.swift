/// Which locales the user asks for by environment variables.
///
/// The rules are those of POSIX (chapter 8.2, Internationalization Variables): `LC_ALL`, else
/// `LC_MESSAGES`, else `LANG`, of which an empty one is treated as not set; and GNU gettext's list
/// `LANGUAGE`, which comes before them unless they ask for the locale `C`.
struct LocaleEnvironment {
  /// The names in the order of preference; empty for the locale `C`, which is English.
  let names: [String]

  init(_ variables: [String: String]) {
    let name = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy
      .compactMap { variables[$0] }.first { !$0.isEmpty }
    guard let name, !LocaleEnvironment.isPOSIX(name) else {
      names = []
      return
    }
    let list = (variables["LANGUAGE"] ?? "").split(separator: ":").map(String.init)
    names = list + [name]
  }

  /// `C`, `POSIX` or `C.UTF-8`.
  static func isPOSIX(_ name: String) -> Bool {
    ["C", "POSIX"].contains(name.prefix { $0 != "." && $0 != "@" })
  }
}
