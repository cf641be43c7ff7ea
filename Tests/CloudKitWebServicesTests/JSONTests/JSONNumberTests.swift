import CloudKitWebServices
import Testing

/// Numbers on their way in and out.
struct JSONNumberTests {
    @Test(
        arguments: [
            ("0", 0), ("-0", 0), ("5.0", 5), ("5e2", 500), ("1200e-2", 12), ("-9223372036854775808", .min),
            ("9223372036854775807", .max), ("0e999999999999", 0), ("0.000", 0),
            ("123456789.000000000", 123_456_789), ("-1.5E1", -15),
        ] as [(String, Int64)]
    )
    func wholeNumbersAreTaken(_ text: String, _ expected: Int64) throws {
        #expect(try Int64(json: text) == expected)
    }

    /// More than 19 digits are not looked into, even where the exponent takes them away again.
    @Test(arguments: [
        "92233720368547758070e-1", "9223372036854775808", "-9223372036854775809", "1e19", "0.5", "1e-1",
        "18446744073709551616", "1e999999999999999999",
        "99999999999999999999", "\"5\"", "null", "true",
    ])
    func otherNumbersAreRefused(_ text: String) {
        #expect(throws: JSONError.self) { try Int64(json: text) }
    }

    @Test(arguments: [
        ("0.1", 0.1), ("-0.0", -0.0), ("1e22", 1e22), ("1e23", 1e23), ("123456789012345678", 123_456_789_012_345_680),
        ("4.9e-324", .leastNonzeroMagnitude), ("1.7976931348623157e308", .greatestFiniteMagnitude), ("1e-400", 0),
        ("0e999999", 0),
        ("9007199254740993", 9_007_199_254_740_992), ("0.30000000000000004", 0.1 + 0.2),
        ("2.2250738585072011e-308", Double(bitPattern: 0xF_FFFF_FFFF_FFFF)),
    ])
    func realNumbersAreTheNearest(_ text: String, _ expected: Double) throws {
        let value = try Double(json: text)
        #expect(value == expected)
        #expect(value.sign == expected.sign)
    }

    @Test(arguments: ["1e400", "-1e309", "1.8e308", "1e99999999999999999999"])
    func tooLargeIsNotInfinity(_ text: String) {
        #expect(throws: JSONError.self) { try Double(json: text) }
    }

    @Test(
        arguments: [
            (0, "0.0"), (-0.0, "-0.0"), (5, "5.0"), (-1.5, "-1.5"), (48.137_154, "48.137154"), (0.1, "0.1"),
            (1e15, "1000000000000000.0"), (0.000_000_001, "0.000000001"), (0.1 + 0.2, "0.30000000000000004"),
            (100.25, "100.25"), (-0.05, "-0.05"), (.infinity, "null"), (.nan, "null"),
        ] as [(Double, String)]
    )
    func realNumbersAreWrittenShort(_ value: Double, _ expected: String) {
        #expect(String(decoding: value.json(), as: UTF8.self) == expected)
    }

    @Test(arguments: [7, 8, 9] as [UInt64])
    func everyNumberComesBack(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<3_000 {
            let bits = Double(bitPattern: generator.next())
            let plain = (Double.random(in: -1e6...1e6, using: &generator) * 1e4).rounded() / 1e4
            for value in [bits, plain, Double(Int.random(in: -1_000...1_000, using: &generator))] where value.isFinite {
                #expect(try Double(json: value.json()).bitPattern == value.bitPattern, "seed \(seed): \(value)")
            }
            let whole = Int64(bitPattern: generator.next()) >> Int64.random(in: 0...63, using: &generator)
            #expect(try Int64(json: whole.json()) == whole, "seed \(seed)")
            #expect(String(decoding: whole.json(), as: UTF8.self) == String(whole), "seed \(seed)")
        }
    }
}
