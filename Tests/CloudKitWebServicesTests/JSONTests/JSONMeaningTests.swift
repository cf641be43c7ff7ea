import Testing

/// The measure that the other tests use, measured itself.
struct JSONMeaningTests {
    private func meaning(_ text: String) throws -> JSONMeaning {
        try JSONMeaning(Array(text.utf8))
    }

    @Test(arguments: [
        ("true", "1"), ("false", "0"), ("null", "0"), ("null", "{}"), ("\"1\"", "1"), ("[1,2]", "[2,1]"), ("[]", "{}"),
        (#"{"a":1}"#, #"{"a":1,"b":null}"#), ("9223372036854775807", "9223372036854775806"),
        ("0.1", "0.10000000000000002"),
        ("\"é\"", "\"e\""),
    ])
    func differentThingsDiffer(_ left: String, _ right: String) throws {
        #expect(try meaning(left) != meaning(right))
        #expect(try JSONMeaning(json: left) != JSONMeaning(json: right))
    }

    @Test(arguments: [
        ("5", "5.0"), ("5e1", "50"), (#"{"a":1,"b":2}"#, #" { "b" : 2 , "a" : 1 } "#), (#""\u0041\/""#, #""A/""#),
    ])
    func sameThingsAreTheSame(_ left: String, _ right: String) throws {
        #expect(try meaning(left) == meaning(right))
        #expect(try JSONMeaning(json: left) == JSONMeaning(json: right))
    }
}
