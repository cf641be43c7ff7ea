import Foundation

/// Writes a line to standard output, at once.
package func writeLine(_ line: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
}
