#if MUTANTS
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A fault that is put in on purpose, to see whether the simulation notices: the one that the variable `MUTANT` names.
///
/// It is in no build but that of `make mutants`.
package enum Mutant {
    private static let chosen = getenv("MUTANT").map { String(cString: $0) }

    /// Whether this is the one.
    package static func isOn(_ name: String) -> Bool { chosen == name }
}
#endif
