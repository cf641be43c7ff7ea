import CloudKitWebServices
import Testing

/// Requests and answers about records, as the reference shows them.
struct RecordGoldenTests {
    @Test func modifyRequest() throws {
        var request = ModifyRecordsRequest(
            operations: [
                RecordOperation(
                    .create,
                    WireRecord(recordName: "N-1", recordType: "Note", fields: ["title": .string("Milk")])
                ),
                RecordOperation(
                    .update,
                    WireRecord(
                        recordName: "N-0",
                        recordType: "Note",
                        recordChangeTag: "1g",
                        fields: ["title": .string("Eggs"), "due": .null()]
                    ),
                    desiredKeys: []
                ),
                RecordOperation(
                    .replace,
                    WireRecord(recordName: "N-2", recordType: "Note", recordChangeTag: "2")
                        .with { $0.parent = WireReference(recordName: "P-1") }
                ),
                RecordOperation(.forceDelete, WireRecord(recordName: "N-9")),
            ],
            zoneID: Known.notes,
            atomic: true,
            desiredKeys: ["title"],
            numbersAsStrings: false
        )
        request.operations[1].record.fields["due"]?.isTagged = false
        try Golden.check("records-modify-request", is: request)
    }

    @Test func modifyAnswer() throws {
        let saved = WireRecord(
            recordName: "N-1",
            recordType: "Note",
            recordChangeTag: "1h",
            fields: ["title": .string("Milk")],
            zoneID: Known.callersNotes
        ).with {
            $0.created = authorship(1_767_225_600_000)
            $0.modified = authorship(1_767_225_600_001)
            $0.deleted = false
        }
        let answer = ModifyRecordsResponse(records: [
            .success(saved),
            .failure(
                WireError(
                    .conflict,
                    reason: ErrorReason.staleChangeTag,
                    uuid: "5f1a2f3e-0000-4000-8000-000000000001",
                    recordName: "N-0"
                )
            ),
            .success(WireRecord(recordName: "N-9").with { $0.deleted = true }),
        ])
        try Golden.check("records-modify-response", is: answer)
    }

    private func authorship(_ milliseconds: Int64) -> WireAuthorship {
        WireAuthorship(
            timestamp: WireTimestamp(milliseconds: milliseconds),
            userRecordName: Known.caller,
            deviceID: "2"
        )
    }

    @Test func atomicFailure() throws {
        let failures: [RecordResult] = [
            .failure(WireError(.atomicError, reason: ErrorReason.atomicFailure, recordName: "N-1")),
            .failure(WireError(.conflict, reason: ErrorReason.staleChangeTag, recordName: "N-0")),
        ]
        try Golden.check("records-modify-atomic-failure", is: ModifyRecordsResponse(records: failures))
        let body = try Golden.bytes("records-modify-atomic-failure")
        let answer = body.withUnsafeBytes { FailedAnswer(httpStatus: 400, body: $0) }
        #expect(answer == .records(failures))
    }

    /// What Apple's service adds without a word in the reference is read past.
    @Test func undocumentedKeysAreIgnored() throws {
        let record = WireRecord(recordName: "N-1", recordType: "Note", recordChangeTag: "1h")
            .with { $0.deleted = false }
        let answer = try ModifyRecordsResponse(json: Golden.bytes("records-live-extras"))
        #expect(answer == ModifyRecordsResponse(records: [.success(record)]))
    }

    @Test func deletionExtension() throws {
        let deletion = WireDeletion(timestamp: WireTimestamp(milliseconds: 1_767_225_600_123), deviceID: "B1")
        let record = WireRecord(recordName: "I-1", recordChangeTag: "a").with { $0.deletion = deletion }
        let request = ModifyRecordsRequest(
            operations: [RecordOperation(.delete, record)],
            zoneID: WireZoneID(zoneName: "Ideas"),
            atomic: false
        )
        try Golden.check("records-deletion-extension", is: request)
    }

    @Test func conflictExtensions() throws {
        let server = WireRecord(
            recordName: "I-1",
            recordType: "Idea",
            recordChangeTag: "b",
            fields: ["title": .string("Pond")]
        )
        let answer = ModifyRecordsResponse(records: [
            .failure(
                WireError(
                    .conflict,
                    reason: ErrorReason.staleChangeTag,
                    recordName: "I-1",
                    serverRecord: server
                )
            ),
            .failure(WireError(.notFound, reason: ErrorReason.recordNotFound, recordName: "I-2", wasDeleted: true)),
        ])
        try Golden.check("records-conflict-extension", is: answer)
    }

    @Test func lookupRequest() throws {
        let request = LookupRecordsRequest(
            records: [
                RecordLookup(recordName: "N-1"), RecordLookup(recordName: "N-2", desiredKeys: []),
                RecordLookup(recordName: "N-3", desiredKeys: ["title"]),
            ],
            zoneID: WireZoneID(zoneName: "Notes", ownerRecordName: "_defaultOwner"),
            desiredKeys: ["title", "due"],
            numbersAsStrings: true
        )
        try Golden.check("records-lookup-request", is: request)
        #expect(request.zoneID?.isOwnedByCaller == true)
    }

    @Test func lookupAnswer() throws {
        let answer = LookupRecordsResponse(
            records: [
                .success(WireRecord(recordName: "N-1", recordType: "Note", recordChangeTag: "1h")),
                .failure(WireError(.notFound, reason: ErrorReason.recordNotFound, recordName: "N-2")),
            ],
            syncToken: "AQAAAAAAAAAq"
        )
        try Golden.check("records-lookup-response", is: answer)
    }

    @Test func fieldsOfEveryType() throws {
        try Golden.check("fields", is: GoldenFields.all)
    }
}
