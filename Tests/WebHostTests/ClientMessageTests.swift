import Foundation
import Testing

@testable import WebHost

/// Messages of a page, good and bad.
struct ClientMessageTests {
    private func read(_ json: String) throws -> ClientMessage {
        try ClientMessage(json: json.utf8, languages: ["de"])
    }

    @Test func eventsAreRead() throws {
        let input = try read(#"{"s":18,"n":"n42","e":"input","v":"sol","r":3}"#)
        #expect(
            input
                == ClientMessage(
                    sequence: 18,
                    kind: .event(SceneEvent(node: "n42", action: .input("sol")), revision: 3)
                )
        )
        #expect(
            try read(#"{"s":1,"n":"a","e":"click"}"#).kind
                == .event(SceneEvent(node: "a", action: .click), revision: nil)
        )
        #expect(
            try read(#"{"s":1,"n":"a","e":"toggle","on":true,"r":1}"#).kind
                == .event(SceneEvent(node: "a", action: .toggle(true)), revision: 1)
        )
        #expect(
            try read(#"{"s":1,"n":"a","e":"move","from":2,"to":0}"#).kind
                == .event(SceneEvent(node: "a", action: .move(from: 2, to: 0)), revision: nil)
        )
        #expect(
            try read(#"{"s":1,"n":"_root","e":"back","to":1}"#).kind
                == .event(SceneEvent(node: "_root", action: .back(depth: 1)), revision: nil)
        )
    }

    @Test func whereThePageIsAtRowsThatItDoesNotHoldIsRead() throws {
        let reached = try read(#"{"s":1,"n":"a","e":"reach","at":0.25,"v":"row","rows":12}"#)
        let reach = Reach(share: 0.25, held: "row", rowsInWindow: 12)
        #expect(reached.kind == .event(SceneEvent(node: "a", action: .reach(reach)), revision: nil))
        let plain = try read(#"{"s":1,"n":"a","e":"reach"}"#)
        #expect(plain.kind == .event(SceneEvent(node: "a", action: .reach(Reach())), revision: nil))
        let wild = try read(#"{"s":1,"n":"a","e":"reach","at":-7,"rows":100000000}"#)
        let tamed = Reach(share: 0, rowsInWindow: ClientMessage.mostRowsInWindow)
        #expect(wild.kind == .event(SceneEvent(node: "a", action: .reach(tamed)), revision: nil))
        let name = String(repeating: "n", count: ClientMessage.longestIdentifier + 1)
        #expect(throws: ClientMessageError.self) { try read(#"{"n":"a","e":"reach","v":"\#(name)"}"#) }
    }

    @Test func helloIsRead() throws {
        let message = try read(
            #"{"e":"hello","build":"x","seq":40,"env":{"dark":true,"w":390,"tz":"Europe/Berlin","ts":2,"vis":false},"saved":"s"}"#
        )
        guard case .hello(let hello) = message.kind else {
            Issue.record("no hello")
            return
        }
        #expect(hello.update == 40)
        #expect(hello.savedState == "s")
        #expect(
            hello.environment
                == ClientEnvironment(
                    languages: ["de"],
                    isDark: true,
                    width: 390,
                    timeZone: "Europe/Berlin",
                    textScale: 2,
                    isVisible: false
                )
        )
    }

    @Test(arguments: [
        "", "{", "null", "[]", "1", "\"x\"", "{}", #"{"e":"click"}"#, #"{"e":"fly","n":"a"}"#,
        #"{"e":"input","n":"a"}"#,
        #"{"e":"toggle","n":"a"}"#, #"{"e":"move","n":"a","from":-1,"to":0}"#, #"{"e":"back","n":"a","to":-1}"#,
        #"{"s":-1,"e":"ping"}"#, #"{"s":1.5,"e":"ping"}"#, #"{"s":1e40,"e":"ping"}"#, #"{"e":"input","n":"a","v":5}"#,
        "{\"e\":\"input\",\"n\":\"a\",\"v\":\"\\ud800\"}", String(repeating: "[", count: 100_000),
    ])
    func othersAreRefused(json: String) {
        #expect(throws: ClientMessageError.self) { try read(json) }
    }

    @Test func whatIsTooLongIsRefused() {
        let name = String(repeating: "n", count: ClientMessage.longestIdentifier + 1)
        #expect(throws: ClientMessageError.self) { try read(#"{"e":"click","n":"\#(name)"}"#) }
    }

    /// The bound of a message is the one bound of the texts in it.
    @Test func aTextAsLongAsAMessageIsTakenWhole() throws {
        let long = String(repeating: "x", count: HostLimits().messageBytes)
        let input = try read(#"{"e":"input","n":"a","v":"\#(long)"}"#)
        #expect(input.kind == .event(SceneEvent(node: "a", action: .input(long)), revision: nil))
        guard case .hello(let hello) = try read(#"{"e":"hello","build":"x","saved":"\#(long)"}"#).kind else {
            Issue.record("no hello")
            return
        }
        #expect(hello.savedState == long)
    }

    @Test func numbersOfTheEnvironmentAreBounded() throws {
        let message = try read(#"{"e":"env","env":{"w":1e300,"ts":-5,"tz":"\#(String(repeating: "z", count: 200))"}}"#)
        #expect(message.kind == .environment(ClientEnvironment(languages: ["de"], width: 100_000, textScale: 0.25)))
    }

    /// Bytes at random, and good messages with some bytes changed: an error or a message, never the end.
    @Test(arguments: 0..<200)
    func damagedMessagesEndNothing(seed: Int) {
        var numbers = SeededNumbers(seed: UInt64(seed))
        let good = Array(#"{"s":18,"n":"n42","e":"input","v":"söl\n\u0041","r":3,"env":{"w":1.5}}"#.utf8)
        for _ in 0..<50 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...6, using: &numbers) {
                let place = Int.random(in: bytes.indices, using: &numbers)
                switch Int.random(in: 0...2, using: &numbers) {
                case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &numbers)
                case 1: bytes.remove(at: place)
                default: bytes.insert(UInt8.random(in: .min ... .max, using: &numbers), at: place)
                }
            }
            _ = try? ClientMessage(json: bytes, languages: [])
        }
    }

    @Test func languagesAreRanked() {
        #expect(AcceptLanguage.languages(in: "de-CH, en;q=0.7, fr;q=0.9, *;q=0.1") == ["de-CH", "fr", "en"])
        #expect(AcceptLanguage.languages(in: "") == ["en"])
        #expect(AcceptLanguage.languages(in: "en;q=0, <script>") == ["en"])
    }

    /// The first language that the host knows, in the characters that its readers write.
    @Test(arguments: [
        (["fr", "zh-TW"], "zh-Hant"), (["zh-HK"], "zh-Hant"), (["zh-Hant-CN"], "zh-Hant"), (["zh-CN"], "zh-Hans"),
        (["zh"], "zh-Hans"), (["zh-Hans-HK"], "zh-Hans"), (["zh-SG", "en"], "zh-Hans"), (["de-AT", "en"], "de"),
        (["en-GB", "zh-CN"], "en"), (["fr"], "en"), ([], "en"),
    ])
    func theHostSpeaksTheReadersLanguage(languages: [String], expected: String) {
        #expect(HostTexts.standard(for: languages).language == expected)
    }

    /// Each sentence is translated, and keeps its places for values.
    @Test(arguments: ["de", "zh-Hant", "zh-Hans"])
    func everySentenceIsTranslated(language: String) {
        let english = HostTexts.sentences(of: HostTexts())
        let others = HostTexts.sentences(of: HostTexts.standard(for: [language]))
        #expect(english.count == others.count && english.count >= 8)
        for (sentence, other) in zip(english, others) {
            #expect(sentence != other)
            #expect(sentence.filter { "{}01".contains($0) } == other.filter { "{}01".contains($0) })
        }
    }
}

extension HostTexts {
    /// All that stands in it, whatever is added later.
    fileprivate static func sentences(of texts: HostTexts) -> [String] {
        Mirror(reflecting: texts).children.compactMap { $0.value as? String }
    }
}
