import CloudKitWebServices
import Testing

/// Strings and base64 on their way in and out.
struct JSONTextTests {
    @Test(arguments: 0...40)
    func escapesAtEveryPlaceAreWritten(_ place: Int) throws {
        for odd in ["\"", "\\", "\u{0}", "\u{1F}", "\n", "é", "💡", "\u{7F}"] {
            let text = String(repeating: "a", count: place) + odd + String(repeating: "b", count: 40 - place)
            #expect(try String(json: text.json()) == text)
            #expect(try JSONMeaning(text.json()) == .string(text))
        }
    }

    @Test func escapesAreShort() {
        let text = "\"\\\u{8}\u{C}\n\r\t\u{0}\u{1f}/é"
        #expect(String(decoding: text.json(), as: UTF8.self) == #""\"\\\b\f\n\r\t\u0000\u001f/é""#)
    }

    @Test func longTextsGrowTheRoom() throws {
        let text = String(repeating: "\u{1}\"x", count: 50_000)
        #expect(try String(json: text.json()) == text)
        let escaped = String(repeating: "\\u00e9", count: 10_000)
        #expect(try String(json: "\"\(escaped)\"") == String(repeating: "é", count: 10_000))
    }

    /// The last byte of a document is the last that is looked at, wherever it lies.
    @Test(arguments: 0...24)
    func stringsOfAnyLengthEndWithTheDocument(_ length: Int) throws {
        let text = String(repeating: "x", count: length)
        let bytes = Array("\"\(text)\"".utf8)
        #expect(try String(json: bytes) == text)
        #expect(throws: JSONError.self) { try String(json: Array(bytes.dropLast())) }
    }

    @Test(arguments: 0...20)
    func bytesComeBack(_ count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 200) }
        #expect(Base64.decode(Base64.encode(bytes)) == bytes)
    }

    @Test(
        arguments: [
            ("", []), ("AA==", [0]), ("AP8=", [0, 255]), ("+/+/", [251, 255, 191]), ("Zm9vYmFy", Array("foobar".utf8)),
        ] as [(String, [UInt8])]
    )
    func knownBase64(_ text: String, _ bytes: [UInt8]) {
        #expect(Base64.decode(text) == bytes)
        #expect(Base64.encode(bytes) == text)
    }

    @Test(arguments: [
        "A", "AA", "AAA", "A===", "====", "AA=A", "-_-_", "AA==AA==", "AAAA\n", " AAA", "AA\u{0}A", "=AAA",
    ])
    func otherBase64IsRefused(_ text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test func repeatedNamesAreTheSameNames() throws {
        let users = (0..<100).map { "_user-with-a-long-name-\($0 % 3)-\($0 % 7)" }
        let records = users.map { #"{"zoneID":{"zoneName":"\#($0)","ownerRecordName":"\#($0)x"}}"# }
        let zones = try ModifyRecordsResponse(json: "{\"records\":[\(records.joined(separator: ","))]}").records
            .compactMap { $0.item?.zoneID }
        #expect(zones.map(\.zoneName) == users)
        #expect(zones.map(\.ownerRecordName) == users.map { $0 + "x" })
    }
}
