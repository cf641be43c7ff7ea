import CloudKitWebServices
import Testing

/// What the reader takes for JSON, and where it says that something is not.
struct JSONReaderTests {
    @Test(arguments: [
        ("", 0, "a value"), (" ", 1, "a value"), ("nul", 0, "the word null"), ("[1 2]", 3, "a comma or the end"),
        ("[1,]", 3, "another entry"), ("{\"a\":1,}", 7, "another entry"), ("[", 1, "a value"),
        ("[1", 2, "a comma or the end"), ("{a:1}", 1, "a key in quotation marks"), ("{\"a\" 1}", 5, "a colon"),
        ("{\"a\":}", 5, "a value"), ("\"a", 2, "the end of a string"), ("\"a\\", 3, "the end of a string"),
        ("\"a\nb\"", 2, "a control character"), ("\"\\x\"", 2, "one of"), ("\"\\u12g4\"", 5, "four hexadecimal digits"),
        ("\"\\u12\"", 5, "four hexadecimal digits"), ("\"\\ud800\"", 7, "the second half"),
        ("\"\\ud800\\u0041\"", 7, "the second half"), ("\"\\udc00\"", 1, "the first half"),
        ("01", 0, "a number without"),
        ("-", 1, "a digit after the minus"), ("-01", 0, "a number without"), ("1.", 2, "a digit after the decimal"),
        (".5", 0, "a value"), ("1e", 2, "a digit in the exponent"), ("1e+", 3, "a digit in the exponent"),
        ("+1", 0, "a value"), ("1 2", 2, "nothing more"), ("{} x", 3, "nothing more"), ("tru e", 0, "the word true"),
        ("]", 0, "a value"), ("NaN", 0, "a value"), ("'a'", 0, "a value"), ("/**/1", 0, "a value"),
    ])
    func malformedDocumentsAreRefusedAtTheirFault(_ text: String, _ offset: Int, _ expected: String) {
        let error = #expect(throws: JSONError.self) { try RawJSON(Array(text.utf8)) }
        #expect(error?.offset == offset)
        #expect(error?.expected.hasPrefix(expected) == true, "\(error?.expected ?? "")")
        #expect(error?.description == "Expected \(error?.expected ?? "") at byte \(offset).")
    }

    @Test(
        arguments: [
            ([0x22, 0x80, 0x22], 1), ([0x22, 0x61, 0xC3, 0x22], 2), ([0x22, 0xC0, 0xAF, 0x22], 1),
            ([0x22, 0xED, 0xA0, 0x80, 0x22], 1), ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 1),
            ([0x22, 0xE2, 0x82, 0x22], 1), ([0x22, 0xF0, 0x9F, 0x92, 0x22], 1), ([0x22, 0xFF, 0x22], 1),
            ([0x22, 0xC3, 0xA9, 0x5C, 0x6E, 0xE9, 0x22], 5), ([0x22, 0xE0, 0x9F, 0xBF, 0x22], 1),
        ] as [([UInt8], Int)]
    )
    func invalidUTF8IsRefusedAtItsFault(_ bytes: [UInt8], _ offset: Int) {
        for read in [{ _ = try String(json: bytes) }, { _ = try RawJSON(bytes) }] {
            let error = #expect(throws: JSONError.self) { try read() }
            #expect(error == JSONError(offset: offset, expected: "well-formed UTF-8"))
        }
        let key = [UInt8(ascii: "{")] + bytes + Array(":1}".utf8)
        let error = #expect(throws: JSONError.self) { try EmptyBody(json: key) }
        #expect(error?.offset == offset + 1)
    }

    @Test func containersNestSixtyFourDeep() throws {
        let deepest = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        #expect(throws: Never.self) { try RawJSON(Array(deepest.utf8)) }
        let error = #expect(throws: JSONError.self) { try RawJSON(Array("[\(deepest)]".utf8)) }
        #expect(error?.offset == 64)
        let endless = [UInt8](repeating: UInt8(ascii: "{"), count: 1_000_000)
        #expect(throws: JSONError.self) { try RawJSON(endless) }
    }

    /// Where the two readers differ on purpose, or by Foundation's nature.
    @Test(arguments: [
        (#"{"a":1,}"#, true, false), (#"{"a":1,"a":2}"#, true, true),
        ("\u{FEFF}{}", true, false), (#""\ud800""#, false, false), ("1e400", false, false), ("1e-400", true, true),
        (String(repeating: "[", count: 65) + String(repeating: "]", count: 65), true, false),
    ])
    func differencesFromFoundationArePinned(_ text: String, _ foundation: Bool, _ wire: Bool) {
        #expect(((try? JSONMeaning(Array(text.utf8))) != nil) == foundation)
        #expect(((try? JSONMeaning(json: text)) != nil) == wire)
    }

    @Test func keysWithEscapesAreTheSameKeys() throws {
        let record = try WireRecord(json: #"{"record\u004eame":"A","\u0066ields":{"\u0061":{"v\u0061lue":1}}}"#)
        #expect(record.recordName == "A")
        #expect(record.fields["a"]?.value == .int64(1))
    }

    /// A key that means something must not mean two things.
    @Test(arguments: [
        #"{"recordName":"A","recordName":"B"}"#, #"{"fields":{},"fields":{}}"#,
        #"{"fields":{"a":{"value":1},"a":{"value":2}}}"#, #"{"fields":{"a":{"value":1,"value":2}}}"#,
        #"{"fields":{"a":{"type":"INT64","value":1,"type":"DOUBLE"}}}"#, #"{"deleted":true,"deleted":false}"#,
    ])
    func doubledKeysAreRefused(_ text: String) {
        let error = #expect(throws: JSONError.self) { try WireRecord(json: text) }
        #expect(error?.expected.hasPrefix("no second") == true)
    }

    @Test func doubledKeysThatMeanNothingPass() throws {
        #expect(try WireRecord(json: #"{"x":1,"x":2,"recordName":null,"recordName":"A"}"#).recordName == "A")
    }

    @Test func manyFieldsFindTheirDoubleQuickly() throws {
        let fields = (0..<20_000).map { "\"f\($0)\":{\"value\":\($0),\"type\":\"INT64\"}" }
        let record = try WireRecord(json: "{\"fields\":{\(fields.joined(separator: ","))}}")
        #expect(record.fields.count == 20_000)
        #expect(record.fields["f19999"]?.value == .int64(19_999))
        #expect(throws: JSONError.self) {
            try WireRecord(json: "{\"fields\":{\(fields.joined(separator: ",")),\(fields[7])}}")
        }
    }

    @Test(arguments: [
        (#"{"recordName":5}"#, 14, "a string"), (#"{"fields":[]}"#, 10, "an object"),
        (#"{"deleted":"no"}"#, 11, "true or"),
        ("[]", 0, "an object"), (#"{"zoneID":{}}"#, 12, "the key zoneName in a zone ID that ends"),
        (#"{"created":{"timestamp":1.5}}"#, 24, "a whole number"),
        (#"{"created":{"timestamp":9223372036854775808}}"#, 24, "a whole number"),
    ])
    func otherShapesAreRefusedAtTheirFault(_ text: String, _ offset: Int, _ expected: String) {
        let error = #expect(throws: JSONError.self) { try WireRecord(json: text) }
        #expect(error?.offset == offset)
        #expect(error?.expected.hasPrefix(expected) == true, "\(error?.expected ?? "")")
    }

    @Test func operationsMustBeOnesThatThereAre() {
        let text = #"{"operations":[{"operationType":"upsert","record":{}}]}"#
        let error = #expect(throws: JSONError.self) { try ModifyRecordsRequest(json: text) }
        #expect(
            error
                == JSONError(
                    offset: 32,
                    expected: "one of create, update, forceUpdate, replace, forceReplace, delete, forceDelete"
                )
        )
    }
}
