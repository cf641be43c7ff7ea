import Foundation

/// Programs that are built together with the tests.
package enum BuiltProgram {
    /// They lie beside the tests.
    package static func url(_ name: String) -> URL {
        let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appending(path: name)
    }
}
