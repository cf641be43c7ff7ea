import Foundation
import Testing

/// The colours of the style sheet: words can be read on all that they stand on, in both schemes.
///
/// Source: WCAG 2.2, 1.4.3 (4.5 : 1), with its relative luminance.
struct ContrastTests {
    private static let least = 4.5

    @Test(arguments: ["page", "surface", "raised", "fill", "hover"])
    func everyColourCanBeReadOn(ground: String) throws {
        let colours = try Palette.read()
        let grounds = try #require(colours[ground])
        let words = colours.filter { $0.key.hasPrefix("c-") || $0.key == "accent" }
        #expect(words.count >= 16)
        for (name, pair) in words {
            for (word, under) in zip(pair, grounds) {
                #expect(Palette.contrast(word, under) >= Self.least, "\(name) \(word) on \(ground) \(under)")
            }
        }
    }

    /// A button under the pointer is never labelled in the two faintest colours.
    @Test func everyColourOfButtonsCanBeReadUnderThePointer() throws {
        let colours = try Palette.read()
        let grounds = try #require(colours["fill-strong"])
        let faint: Set = ["c-tertiary", "c-quaternary"]
        let words = colours.filter { ($0.key.hasPrefix("c-") || $0.key == "accent") && !faint.contains($0.key) }
        for (name, pair) in words {
            for (word, under) in zip(pair, grounds) {
                #expect(Palette.contrast(word, under) >= Self.least, "\(name) \(word) on fill-strong \(under)")
            }
        }
    }

    /// White stands on what is filled with a colour.
    @Test func whiteCanBeReadOnEveryFilling() throws {
        let fillings = try Palette.read().filter { $0.key.hasPrefix("b-") || $0.key == "accent-fill" }
        #expect(fillings.count >= 13)
        for (name, pair) in fillings {
            for filling in pair {
                #expect(Palette.contrast("#ffffff", filling) >= Self.least, "white on \(name) \(filling)")
            }
        }
    }

    @Test func theFigureIsThatOfWCAG() {
        #expect(Palette.contrast("#000000", "#ffffff") == 21)
        #expect(abs(Palette.contrast("#767676", "#ffffff") - 4.54) < 0.01)
    }
}

/// What `:root` of the style sheet names, in light and in dark.
private enum Palette {
    static func read() throws -> [String: [String]] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/WebHost/Assets/host.css")
        let text = try String(contentsOf: file, encoding: .utf8)
        // Rules further down change some for readers who want more contrast.
        let root = try #require(text.firstMatch(of: /:root \{([^}]*)\}/)).1
        var colours: [String: [String]] = [:]
        for match in root.matches(of: /--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/) {
            colours[String(match.1)] = [String(match.2), String(match.3)]
        }
        for match in root.matches(of: /--accent-(light|dark): (#[0-9a-f]{6})/) {
            colours["accent", default: []].append(String(match.2))
        }
        colours["accent-fill"] = root.firstMatch(of: /--accent-fill: light-dark\([^,]*, (#[0-9a-f]{6})\)/)
            .map { [colours["accent"]?.first ?? "", String($0.1)] }
        return colours
    }

    static func contrast(_ one: String, _ other: String) -> Double {
        let pair = [luminance(one), luminance(other)].sorted()
        return (pair[1] + 0.05) / (pair[0] + 0.05)
    }

    private static func luminance(_ colour: String) -> Double {
        let value = Int(colour.dropFirst(), radix: 16) ?? 0
        let parts = [value >> 16, value >> 8 & 255, value & 255].map { part in
            let share = Double(part) / 255
            return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
}
