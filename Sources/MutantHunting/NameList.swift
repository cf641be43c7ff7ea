/// Names in the help of a program, some on a line.
package enum NameList {
    /// The lines, of which all but the first are indented.
    package static func text(_ names: [String], onLine count: Int, indentation: Int) -> String {
        stride(from: 0, to: names.count, by: count).map { start in
            names[start..<min(start + count, names.count)].joined(separator: ", ")
        }
        .joined(separator: ",\n" + String(repeating: " ", count: indentation))
    }
}
