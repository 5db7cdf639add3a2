/// The version of Touchstone: of its libraries, its programs and its packages, which all take it
/// from here.
///
/// `Tools/version` prints it for scripts, and a release's tag is `v` and this number.
public enum Version {
  /// The version as in [Semantic Versioning](https://semver.org): `major.minor.patch`.
  public static let number = "0.1.0"
}
