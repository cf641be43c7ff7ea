import CloudKitWebServices
import TestSupport
import Testing

@testable import CloudKitServer

@Suite("How a schema grows with records")
struct SchemaCheckTests {
    private static func fields(_ numbers: Range<Int>, _ value: WireValue = .int64(1)) -> WireFields {
        var fields = WireFields()
        for number in numbers { fields["f\(number)"] = WireField(value) }
        return fields
    }

    private static func known(_ count: Int) -> [String: String] {
        Dictionary(uniqueKeysWithValues: (0..<count).map { ("f\($0)", WireFieldType.int64.rawValue) })
    }

    /// A schema to which records come one after the other.
    private final class Growth {
        var check = SchemaCheck(mayGrow: true)

        /// Takes a record of a type that has some fields already; nil is a new type.
        func save(
            _ fields: WireFields,
            over base: WireFields = [:],
            type: String = "Note",
            known: Int? = nil
        ) throws(WireError) -> WireFields {
            let known = known.map(SchemaCheckTests.known)
            return try check.merged(fields, into: base, of: type, known: known, recordName: "R")
        }
    }

    @Test("A type grows to 1,000 fields; a larger one that was imported is taken as it is")
    func fieldsOfType() throws {
        let limit = ServiceLimits.fieldsPerType
        let new = Growth()
        #expect(try new.save(Self.fields(0..<limit - 1)).count == limit - 1)
        #expect(try new.save(Self.fields(limit - 1..<limit)).count == 1)
        let error = #expect(throws: WireError.self) { try new.save(Self.fields(limit..<limit + 1)) }
        #expect(error?.serverErrorCode == .badRequest && error?.recordName == "R")
        #expect(error?.reason == "a record type grows to at most 1000 fields")
        #expect(new.check.newFields.count == 1 + limit)

        let old = Growth()
        #expect(try old.save(Self.fields(limit - 1..<limit), known: limit - 1).count == 1)
        #expect(throws: WireError.self) { try old.save(Self.fields(limit..<limit + 1), known: limit - 1) }
        #expect(try old.save(Self.fields(0..<limit + 5), known: limit + 5).count == limit + 5)
        #expect(old.check.newFields.map(\.field) == ["f\(limit - 1)"])
    }

    @Test("A container grows to 500 record types; of those that are there, records are taken")
    func types() throws {
        let growth = Growth()
        growth.check.typeCount = ServiceLimits.recordTypes - 1
        #expect(try growth.save([:], type: "Last").isEmpty)
        let error = #expect(throws: WireError.self) { try growth.save([:], type: "More") }
        #expect(error?.serverErrorCode == .badRequest)
        #expect(error?.reason == "the schema of a container grows to at most 500 record types")
        #expect(try growth.save(Self.fields(0..<2), type: "Last").count == 2)
        #expect(try growth.save(Self.fields(0..<2), type: "Old", known: 2).count == 2)
        growth.check.goBack(to: 0)
        #expect(growth.check.newFields.isEmpty)
        #expect(try growth.save([:], type: "More").isEmpty)
    }

    @Test("What an operation has made grow is taken back when it fails, and no more")
    func goingBack() throws {
        let growth = Growth()
        _ = try growth.save(["a": .int64(1)])
        let (before, mark) = (growth.check.newFields, growth.check.mark)
        #expect(throws: WireError.self) { try growth.save(["b": .int64(1), "a": .string("x")]) }
        _ = try growth.save(["c": .int64(1)], type: "Other")
        growth.check.goBack(to: mark)
        #expect(growth.check.newFields == before)
        // What was taken back may have another type now, and what stayed may not.
        #expect(try growth.save(["b": .string("x")]).count == 1)
        #expect(throws: WireError.self) { try growth.save(["a": .string("x")]) }
        _ = try growth.save(["c": .string("x")], type: "Other")
        #expect(growth.check.newFields.map(\.field) == [nil, "a", "b", nil, "c"])
    }

    @Test("Fields keep their order, and those given without a value are cleared")
    func order() throws {
        let given: WireFields = ["b": .null(), "d": .int64(1), "a": .int64(2), "e": .null()]
        let base: WireFields = ["a": .int64(1), "b": .int64(1), "c": .int64(1)]
        let fields = try Growth().save(given, over: base)
        #expect(fields.map(\.name) == ["a", "c", "d"])
        #expect(fields["a"]?.value == .int64(2))
    }

    @Test("More fields than a record can have are refused at once")
    func count() throws {
        let check = { (count: Int, known: Int?) throws(WireError) in
            try SchemaCheck.checkCount(of: Self.fields(0..<count), known: known.map(Self.known), recordName: "R")
        }
        let limit = ServiceLimits.fieldsPerType
        try check(limit, nil)
        try check(limit, 1)
        try check(limit + 1, limit + 1)
        let error = #expect(throws: WireError.self) { try check(limit + 1, nil) }
        #expect(error?.serverErrorCode == .badRequest && error?.reason == "a record has at most 1000 fields")
    }

    @Test("Very many fields are cleared, or left out of an answer, all at once")
    func manyFields() throws {
        let start = ContinuousClock.now
        let count = 40_000
        let all = Self.fields(0..<count)
        #expect(try Growth().save(Self.fields(1..<count, .null()), over: all, known: count) == ["f0": .int64(1)])

        let stamp = StoredRecord.Stamp(milliseconds: 1, user: "_u", device: "1")
        let record = StoredRecord(
            name: "R",
            type: "Note",
            sequence: 1,
            fields: all.json(),
            created: stamp,
            modified: stamp
        )
        let wanted = ["f39999", "f7", "none"]
        let answer = RecordAnswer.record(record, zoneID: WireZoneID(zoneName: "Notes"), desiredKeys: wanted)
        #expect(try WireRecord(json: answer.json()).fields.map(\.name) == ["f7", "f39999"])
        if Effort.isProof { #expect(ContinuousClock.now - start < .seconds(60)) }
    }
}
