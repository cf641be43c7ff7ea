import CloudKitWebServices
import Foundation
import Testing

/// Fields in all the shapes that clients send.
struct FieldReadingTests {
    private func field(_ json: String) throws -> WireField {
        try WireField(json: json)
    }

    @Test(
        arguments: [
            (#"{"value":"5","type":"INT64"}"#, .int64(5)),
            (#"{"value":"-9223372036854775808","type":"INT64"}"#, .int64(.min)),
            (#"{"value":true,"type":"INT64"}"#, .int64(1)), (#"{"value":false,"type":"INT64"}"#, .int64(0)),
            (#"{"value":"0.5","type":"DOUBLE"}"#, .double(0.5)), (#"{"value":5,"type":"DOUBLE"}"#, .double(5)),
            (#"{"type":"DOUBLE","value":5}"#, .double(5)), (#"{"type":"STRING","value":"5"}"#, .string("5")),
            (#"{"value":5.0,"type":"TIMESTAMP"}"#, .timestamp(WireTimestamp(milliseconds: 5))),
            (#"{"value":"QUI\/","type":"BYTES"}"#, .bytes([0x41, 0x42, 0x3F])),
            (#"{"value":{"receipt":"r"},"type":"ASSET"}"#, .asset(WireAsset(receipt: "r"))),
            (#"{"value":["1",2],"type":"INT64_LIST"}"#, .int64s([1, 2])),
            (#"{"value":["0.5",2],"type":"DOUBLE_LIST"}"#, .doubles([0.5, 2])),
            (#"{"value":[],"type":"STRING_LIST"}"#, .strings([])),
            (#"{"value":[ ],"type":"UNKNOWN_LIST"}"#, .emptyList),
            (#"{"value":null,"type":"INT64"}"#, .null(.int64)), (#"{"type":"INT64"}"#, .null(.int64)),
            (#"{"later":[1],"value":"x","type":"STRING","isEncrypted":false}"#, .string("x")),
        ] as [(String, WireValue)]
    )
    func taggedValues(_ json: String, _ expected: WireValue) throws {
        #expect(try field(json) == WireField(expected))
    }

    /// One field of the wrong form spoils its record, not the request.
    @Test(
        arguments: [
            ("1.5", .timestamp), ("\"x\"", .timestamp), ("1.5", .int64), ("\"1.5\"", .int64), ("\" 5\"", .int64),
            ("9223372036854775808", .int64), ("true", .double), ("\"NaN\"", .double), ("1e400", .double),
            ("5", .string),
            ("{}", .string), ("\"A\"", .bytes), ("5", .bytes), ("{}", .reference), ("\"R\"", .reference),
            (#"{"recordName":"R","action":"EXPLODE"}"#, .reference), (#"{"latitude":1}"#, .location), ("[]", .string),
            ("[1]", .stringList), ("[null]", .stringList), ("[1.5]", .int64List), ("[\"x\"]", .doubleList),
            ("[\"A\"]", .bytesList), ("[1]", .unknownList), ("{}", .stringList), ("\"a\"", .stringList),
            ("[[]]", .assetList),
            (#"{"size":1,"size":2}"#, .asset),
        ] as [(String, WireFieldType)]
    )
    func wrongFormsAreKept(_ value: String, _ type: WireFieldType) throws {
        let json = #"{"value":\#(value),"type":"\#(type.rawValue)"}"#
        let field = try field(json)
        #expect(field.value == .mismatched(type: type, value: RawJSON(checked: Array(value.utf8))))
        #expect(String(decoding: field.json(), as: UTF8.self) == json)
    }

    @Test(
        arguments: [
            (#"{"value":"a"}"#, .string("a")), (#"{"value":5}"#, .int64(5)), (#"{"value":5.0}"#, .double(5)),
            (#"{"value":5e0}"#, .double(5)), (#"{"value":true}"#, .int64(1)), (#"{"value":[]}"#, .emptyList),
            (#"{"value":["a"]}"#, .strings(["a"])), (#"{"value":[1,2]}"#, .int64s([1, 2])),
            (#"{"value":[1,0.5]}"#, .doubles([1, 0.5])), (#"{"value":null}"#, .null()), ("{}", .null()),
            (#"{"value":{"recordName":"R"}}"#, .reference(WireReference(recordName: "R"))),
            (#"{"value":{"latitude":1,"longitude":2}}"#, .location(WireLocation(latitude: 1, longitude: 2))),
            (#"{"value":{"receipt":"r","size":3}}"#, .asset(WireAsset(size: 3, receipt: "r"))),
            (#"{"value":[{"recordName":"R"}]}"#, .references([WireReference(recordName: "R")])),
            (#"{"value":"a","type":null}"#, .string("a")),
        ] as [(String, WireValue)]
    )
    func untaggedValuesAreGuessed(_ json: String, _ expected: WireValue) throws {
        #expect(try field(json) == WireField(expected, isTagged: false))
    }

    /// Nothing of a type that nobody knows is still of that type.
    @Test(arguments: [#"{"type":"HOLOGRAM"}"#, #"{"value":null,"type":"HOLOGRAM"}"#])
    func absentValuesOfUnknownTypes(_ json: String) throws {
        let field = try field(json)
        #expect(field.value == .unknown(type: "HOLOGRAM", value: RawJSON(checked: Array("null".utf8))))
        #expect(try WireField(json: field.json()) == field)
    }

    @Test(arguments: ["{\"b\":1}", "[[1]]", "[1,\"a\"]", "[null]", "1e400"])
    func whatNobodyCanGuessIsKept(_ value: String) throws {
        let field = try field("{\"value\":\(value)}")
        #expect(field.value == .unknown(type: nil, value: RawJSON(checked: Array(value.utf8))))
        #expect(String(decoding: field.json(), as: UTF8.self) == "{\"value\":\(value)}")
    }

    /// What the schema says counts more than the form of an untagged value.
    @Test(
        arguments: [
            (#"{"value":5}"#, .timestamp, .timestamp(WireTimestamp(milliseconds: 5))),
            (#"{"value":5}"#, .double, .double(5)),
            (#"{"value":5.0}"#, .int64, .int64(5)), (#"{"value":"AP8="}"#, .bytes, .bytes([0, 255])),
            (#"{"value":["AP8="]}"#, .bytesList, .bytesList([[0, 255]])),
            (#"{"value":[1]}"#, .doubleList, .doubles([1])),
            (#"{"value":[]}"#, .referenceList, .references([])),
            (#"{"value":[],"type":"UNKNOWN_LIST"}"#, .int64List, .int64s([])),
            (#"{"value":null}"#, .string, .null(.string)), (#"{"value":"x","type":"STRING"}"#, .string, .string("x")),
            (#"{"value":{}}"#, .asset, .asset(WireAsset())),
        ] as [(String, WireFieldType, WireValue)]
    )
    func schemasDecide(_ json: String, _ type: WireFieldType, _ expected: WireValue) throws {
        #expect(try field(json).interpreted(as: type) == expected)
    }

    @Test(
        arguments: [
            (#"{"value":"x"}"#, .int64), (#"{"value":5,"type":"INT64"}"#, .double), (#"{"value":1.5}"#, .timestamp),
            (#"{"value":"x"}"#, .bytes), (#"{"value":[],"type":"UNKNOWN_LIST"}"#, .string),
            (#"{"value":{}}"#, .reference),
            (#"{"value":[],"type":"STRING_LIST"}"#, .int64List),
        ] as [(String, WireFieldType)]
    )
    func schemasRefuse(_ json: String, _ type: WireFieldType) throws {
        #expect(try field(json).interpreted(as: type) == nil)
    }

    @Test func whatJSONCannotSayIsKnownBefore() {
        let place = WireLocation(latitude: 1, longitude: 2, speed: .infinity)
        for value in [.double(.nan), .doubles([1, -.infinity]), .location(place), .locations([place])] as [WireValue] {
            #expect(!value.isFinite)
        }
        let plain = WireLocation(latitude: 1, longitude: 2)
        for value in [.double(1), .doubles([]), .location(plain), .locations([plain]), .string("NaN")] as [WireValue] {
            #expect(value.isFinite)
        }
    }

    @Test func typesAndTheirLists() {
        for type in WireFieldType.allCases {
            #expect(type.isList == (type.element != nil || type == .unknownList))
            if let element = type.element { #expect(element.list == type) }
        }
        #expect(WireFieldType.encryptedBytes.list == nil)
    }

    @Test func fieldsAreEqualInAnyOrder() {
        let ascending = (0..<40).map { ("f\($0)", WireField(.int64(Int64($0)))) }
        var (left, right) = (WireFields(), WireFields())
        for (name, field) in ascending { left[name] = field }
        for (name, field) in ascending.reversed() { right[name] = field }
        #expect(left == right)
        #expect(left.hashValue == right.hashValue)
        right["f3"] = nil
        #expect(left != right)
        #expect(right["f3"] == nil)
        #expect(right["f39"]?.value == .int64(39))
        right["f3"] = WireField(.int64(4))
        #expect(left != right)
        #expect(right.map(\.name).last == "f3")
    }

    @Test func updatesMerge() {
        var fields: WireFields = ["a": .int64(1), "b": .int64(2), "c": .int64(3)]
        fields.merge(["b": .null(), "c": .string("x"), "d": .int64(4), "e": .null()])
        #expect(fields == ["a": .int64(1), "c": .string("x"), "d": .int64(4)])
        fields.removeAll { $0.name != "c" }
        #expect(fields == ["c": .string("x")])
        fields.removeAll()
        #expect(fields.isEmpty)
    }

    @Test func manyFieldsMergeQuickly() {
        var (fields, changes) = (WireFields(), WireFields())
        for index in 0..<20_000 {
            fields["f\(index)"] = WireField(.int64(1))
            if index != 7 { changes["f\(index)"] = WireField(.null()) }
        }
        fields.merge(changes)
        #expect(fields == ["f7": .int64(1)])
    }

    @Test func datesAreRounded() {
        let timestamp = WireTimestamp(milliseconds: 1_767_225_600_123)
        #expect(WireTimestamp(timestamp.date) == timestamp)
        #expect(WireTimestamp(timestamp.date + 0.000_4) == timestamp)
        #expect(WireTimestamp(.distantFuture + 1e300).milliseconds == .max)
        #expect(WireTimestamp(milliseconds: -1) < WireTimestamp(milliseconds: 0))
    }
}
