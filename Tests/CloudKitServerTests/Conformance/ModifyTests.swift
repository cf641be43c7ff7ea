import CloudKitWebServices
import Testing

@testable import CloudKitServer

@Suite("records/modify")
struct ModifyTests {
    @Test("Each operation on a record that is not there", arguments: Setting.all)
    func absent(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            let expected: [(RecordOperation.Kind, ServerErrorCode?)] = [
                (.create, nil), (.update, .notFound), (.replace, .notFound), (.forceUpdate, nil), (.forceReplace, nil),
                (.delete, .notFound), (.forceDelete, nil),
            ]
            for (kind, code) in expected {
                let result = try await user.one(kind, "R-\(kind)", ["title": .string("x")], tag: "1")
                #expect(result.error?.serverErrorCode == code, "\(kind)")
                #expect(result.error?.wasDeleted == (code == nil ? nil : false), "\(kind)")
            }
        }
    }

    @Test("Each operation on a record that is there, with its tag, another and none", arguments: Setting.all)
    func present(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            let expected: [(RecordOperation.Kind, ServerErrorCode?, ServerErrorCode?, ServerErrorCode?)] = [
                (.create, .exists, .exists, .exists), (.update, nil, .conflict, .badRequest),
                (.replace, nil, .conflict, .badRequest), (.forceUpdate, nil, nil, nil), (.forceReplace, nil, nil, nil),
                (.delete, nil, .conflict, nil), (.forceDelete, nil, nil, nil),
            ]
            for (kind, equal, different, none) in expected {
                for (place, code) in [equal, different, none].enumerated() {
                    let name = "R-\(kind)-\(place)"
                    let tag = try await user.saved(name, ["title": .string("x")]).recordChangeTag
                    let given = [tag, "zz", nil][place]
                    let result = try await user.one(kind, name, ["title": .string("y")], tag: given)
                    #expect(result.error?.serverErrorCode == code, "\(kind) \(place)")
                    if code == .conflict || code == .exists {
                        #expect(result.error?.serverRecord?.recordChangeTag == tag)
                        #expect(result.error?.serverRecord?.fields["title"]?.value == .string("x"))
                    }
                }
            }
        }
    }

    @Test("An update keeps what is not mentioned and clears nulls; a replace clears the rest", arguments: Setting.all)
    func merging(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            let first = try await user.saved("A", ["a": .string("1"), "b": .int64(2), "c": .double(3)])
            world.advance(milliseconds: 5)
            let second = try await user.one(
                .update,
                "A",
                ["a": .null(), "b": .int64(7)],
                tag: first.recordChangeTag
            ).get()
            #expect(second.fields == ["b": .int64(7), "c": .double(3)])
            #expect(second.recordChangeTag != first.recordChangeTag)
            #expect(second.created == first.created)
            #expect(second.modified?.timestamp.milliseconds == (first.created?.timestamp.milliseconds ?? 0) + 5)
            let third = try await user.one(.forceReplace, "A", ["a": .string("9")]).get()
            #expect(third.fields == ["a": .string("9")])
            #expect(try await user.lookUp(["A", "B"]).map { $0.error?.serverErrorCode } == [nil, .notFound])
            #expect(try await user.lookUp(["A"]).first?.item?.fields == ["a": .string("9")])
        }
    }

    @Test("A failing record spoils an atomic batch, and only itself otherwise", arguments: Setting.all)
    func atomic(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            _ = try await user.saved("A")
            let operations = [
                RecordOperation(.create, WireRecord(recordName: "N", recordType: "New", fields: ["x": .int64(1)])),
                RecordOperation(.create, WireRecord(recordName: "A", recordType: "Note")),
                RecordOperation(.forceDelete, WireRecord(recordName: "A")),
            ]
            let doubled = try await user.modify(operations, atomic: true)
            #expect(doubled.error?.serverErrorCode == .badRequest)
            let refused = try await user.modify(Array(operations.prefix(2)), atomic: true)
            #expect(refused.status == 400)
            let codes = try refused.read(ModifyRecordsResponse.self).records.map { $0.error?.serverErrorCode }
            #expect(codes == [.atomicError, .exists])
            #expect(try await user.lookUp(["N"]).first?.error?.serverErrorCode == .notFound)
            // The schema did not grow either: the field is free to be text.
            let text = WireRecord(recordName: "N", recordType: "New", fields: ["x": .string("t")])
            let mixed = try await user.modify([RecordOperation(.create, text), operations[1]], atomic: false)
            #expect(mixed.status == 200)
            let mixedCodes = try mixed.read(ModifyRecordsResponse.self).records.map { $0.error?.serverErrorCode }
            #expect(mixedCodes == [nil, .exists])
            // In the default zone nothing is atomic.
            _ = try await user.saved("A", zone: nil)
            let lax = try await user.modify([operations[1], operations[0]], zone: nil, atomic: true)
            #expect(lax.status == 200)
        }
    }

    @Test("A retry under the same request UUID has one effect and the same answer", arguments: Setting.all)
    func retry(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            let id = "0B6B5F3E-7C63-4F6E-9F0C-3D1C2A9B8E77"
            let create = [RecordOperation(.create, WireRecord(recordName: "A", recordType: "Note"))]
            let first = try await user.modify(create, id: id)
            #expect(try first.read(ModifyRecordsResponse.self).records.first?.item != nil)
            _ = try await user.one(.forceDelete, "A")
            // The late duplicate does not bring the record back.
            let second = try await user.modify(create, id: id)
            #expect(second.body == first.body && second.status == first.status)
            #expect(try await user.lookUp(["A"]).first?.error?.serverErrorCode == .notFound)
            let other = [RecordOperation(.create, WireRecord(recordName: "B", recordType: "Note"))]
            #expect(try await user.modify(other, id: id).error?.serverErrorCode == .badRequest)
            // Another account's request of the same UUID is another request.
            let ben = try await world.user("ben")
            try await ben.zone(.create, "Notes")
            #expect(try await ben.modify(create, id: id).read(ModifyRecordsResponse.self).records.first?.item != nil)
            // A deliberate new create of a deleted name works.
            #expect(try await user.one(.create, "A").item != nil)
            let day = Housekeeping.answerMilliseconds
            world.advance(milliseconds: day + 1)
            let now = world.server.service.surroundings.now()
            #expect(try await world.records.removeAnswers(before: now - day, limit: 10) == 2)
        }
    }

    @Test("An update of a deleted record says that it was deleted", arguments: Setting.all)
    func deleted(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            let tag = try await user.saved("A").recordChangeTag
            _ = try await user.one(.forceDelete, "A")
            let error = try await user.one(.update, "A", tag: tag).error
            #expect(error?.serverErrorCode == .notFound && error?.wasDeleted == true)
        }
    }

    @Test("References: validated when saved, and followed when deleted", arguments: Setting.all)
    func references(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            let pointing = { (name: String, action: WireReference.Action) -> WireFields in
                ["to": .reference(WireReference(recordName: name, action: action))]
            }
            let lost = try await user.one(.create, "X", pointing("nobody", .validate)).error
            #expect(lost?.serverErrorCode == .validatingReferenceError)
            _ = try await user.saved("root")
            _ = try await user.saved("child", pointing("root", .deleteSelf))
            _ = try await user.saved("grandchild", pointing("child", .deleteSelf))
            _ = try await user.saved("loop", pointing("loop", .deleteSelf))
            _ = try await user.saved("loose", pointing("root", .none))
            _ = try await user.saved("guard", pointing("grandchild", .validate))
            #expect(try await user.one(.forceDelete, "root").error?.serverErrorCode == .validatingReferenceError)
            #expect(try await user.lookUp(["root", "child"]).allSatisfy { $0.item != nil })
            _ = try await user.one(.forceDelete, "guard")
            #expect(try await user.one(.forceDelete, "root").error == nil)
            let left = try await user.lookUp(["root", "child", "grandchild", "loose"]).map { $0.item != nil }
            #expect(left == [false, false, false, true])
            #expect(try await user.one(.forceDelete, "loop").error == nil)
        }
    }

    /// Twelve times: once it depended on the order of a set.
    @Test("A reference between records that go together refuses nothing", arguments: Setting.all)
    func referencesWithinACascade(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            func pointing(_ name: String, _ action: WireReference.Action) -> WireValue {
                .reference(WireReference(recordName: name, action: action))
            }
            for number in 0..<12 {
                let (root, child, other) = ("root \(number)", "child \(number)", "other \(number)")
                _ = try await user.saved(root)
                _ = try await user.saved(child, ["to": pointing(root, .deleteSelf)])
                _ = try await user.saved(other, ["to": pointing(root, .deleteSelf), "at": pointing(child, .validate)])
                #expect(try await user.one(.forceDelete, root).error == nil, "\(number)")
                #expect(try await user.lookUp([root, child, other]).allSatisfy { $0.item == nil })
            }
        }
    }

    @Test("Quota refuses growth, never a delete", arguments: Setting.all)
    func quota(_ setting: Setting) async throws {
        try await setting.run(quota: Quota(bytes: 5_000, records: 3)) { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            for name in ["A", "B", "C"] { _ = try await user.saved(name, ["t": .string("x")]) }
            #expect(try await user.one(.create, "D").error?.serverErrorCode == .quotaExceeded)
            let large = WireFields(dictionaryLiteral: ("t", .string(String(repeating: "x", count: 6_000))))
            #expect(try await user.one(.forceUpdate, "A", large).error?.serverErrorCode == .quotaExceeded)
            #expect(try await user.one(.forceUpdate, "A", ["t": .string("")]).error == nil)
            #expect(try await user.one(.forceDelete, "A").error == nil)
            #expect(try await user.one(.create, "D").error == nil)
            try await user.zone(.delete, "Notes")
            try await user.zone(.create, "Other")
            for name in ["A", "B", "C"] { _ = try await user.saved(name, zone: "Other") }
        }
    }
}
