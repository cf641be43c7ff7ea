import Foundation

extension String {
    /// The text on one line: every line end or tab becomes a space.
    package var onOneLine: String {
        guard utf8.contains(where: { $0 < 0x20 }) || unicodeScalars.contains(where: Self.isLineEnd) else { return self }
        return String(map { $0.unicodeScalars.contains(where: Self.isLineEnd) || $0 == "\t" ? " " : $0 })
    }

    /// The text without characters that could command a terminal; line ends and tabs stay.
    package var safeForTerminal: String {
        // Nearly all texts are; in UTF-8 a control character is below 0x20, 0x7f, or begins with 0xc2.
        if utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f && $0 != 0xc2 }) { return self }
        var scalars = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            let isCommand = scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
            scalars.append(isCommand ? "\u{fffd}" : scalar)
        }
        return String(scalars)
    }

    /// The text as one word of a shell: quoted where it holds what a shell would take for something else.
    package var quotedForShell: String {
        let marks = Set("/._-+:@%,=".unicodeScalars)
        let isPlain = unicodeScalars.allSatisfy { scalar in
            !scalar.isASCII || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || marks.contains(scalar)
        }
        return isPlain && !isEmpty ? self : "'" + replacing("'", with: "'\\''") + "'"
    }

    private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0a...0x0d, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }
}

/// Marks for text on a terminal; none at all where colour is not wanted.
package struct TextStyle: Sendable {
    package let isOn: Bool

    package init(isOn: Bool) {
        self.isOn = isOn
    }

    package func dim(_ text: String) -> String { isOn ? "\u{1b}[2m\(text)\u{1b}[0m" : text }
    package func bold(_ text: String) -> String { isOn ? "\u{1b}[1m\(text)\u{1b}[0m" : text }
    package func struckThrough(_ text: String) -> String { isOn ? "\u{1b}[9m\(text)\u{1b}[0m" : text }
}
