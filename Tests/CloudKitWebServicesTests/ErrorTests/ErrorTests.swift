import CloudKitWebServices
import Testing

/// Error codes with their statuses and numbers, and answers that failed.
struct ErrorTests {
    @Test(
        arguments: [
            (.accessDenied, 403, 10), (.atomicError, 400, 22), (.authenticationFailed, 401, 9),
            (.authenticationRequired, 421, 9), (.badRequest, 400, 12), (.conflict, 409, 14), (.exists, 409, 14),
            (.internalError, 500, 15), (.notFound, 404, 11), (.quotaExceeded, 413, 25), (.throttled, 429, 7),
            (.tryAgainLater, 503, 6), (.validatingReferenceError, 412, 31), (.zoneNotFound, 404, 26),
            (.uniqueFieldError, 409, 19), (.zoneBusy, 503, 23), (.changeTokenExpired, 400, 21),
        ] as [(ServerErrorCode, Int, Int)]
    )
    func codesHaveStatusAndNumber(_ code: ServerErrorCode, _ status: Int, _ number: Int) {
        #expect(code.httpStatus == status)
        #expect(code.clientErrorCode(httpStatus: status) == number)
        #expect(code.isTemporary == [429, 503].contains(status))
        #expect(ServerErrorCode.known.contains(code))
    }

    @Test func allCodesAreInTheTable() {
        #expect(ServerErrorCode.known.count == 17)
    }

    @Test func unknownCodesGoByTheStatus() {
        let code = ServerErrorCode(rawValue: "NEW")
        #expect(code.clientErrorCode(httpStatus: 418) == 12)
        #expect(code.clientErrorCode(httpStatus: 502) == 6)
        #expect(code.httpStatus == 500)
        #expect(ServerErrorCode.unknownError.clientErrorCode(httpStatus: 400) == 12)
    }

    @Test(
        arguments: [
            (503, "<html>busy</html>", .tryAgainLater), (502, "", .tryAgainLater), (429, "slow", .throttled),
            (421, "{}", .authenticationRequired), (404, "[]", .notFound), (400, "{\"reason\":\"x\"}", .badRequest),
            (401, "\u{0}", .authenticationFailed), (403, "", .accessDenied), (413, "", .quotaExceeded),
            (418, "", .badRequest),
        ] as [(Int, String, ServerErrorCode)]
    )
    func proxiesAnswerWithoutCodes(_ status: Int, _ body: String, _ code: ServerErrorCode) {
        let answer = Array(body.utf8).withUnsafeBytes { FailedAnswer(httpStatus: status, body: $0) }
        guard case .whole(let error) = answer else { return #expect(Bool(false), "\(answer)") }
        #expect(error.serverErrorCode == code)
    }

    @Test func wholeErrorsAreRead() throws {
        let answer = try Golden.bytes("error-throttled").withUnsafeBytes { FailedAnswer(httpStatus: 429, body: $0) }
        #expect(answer == .whole(WireError(.throttled, reason: "slow down", uuid: "u", retryAfter: 30)))
    }

    @Test func itemsThrowTheirErrors() throws {
        let failure = RecordResult.failure(WireError(.notFound, recordName: "A"))
        let error = #expect(throws: WireError.self) { try failure.get() }
        #expect(error?.recordName == "A")
        #expect(try RecordResult.success(WireRecord(recordName: "A")).get().recordName == "A")
        #expect(failure.item == nil)
    }

    /// Nested objects with the telling key make no error of the item around them.
    @Test func onlyTheItemsOwnCodeCounts() throws {
        let text =
            #"{"records":[{"recordName":"A","later":{"serverErrorCode":"X"},"parent":{"recordName":"P","serverErrorCode":"Y"}}]}"#
        #expect(try ModifyRecordsResponse(json: text).records[0].item?.recordName == "A")
        let zones =
            #"{"zones":[{"serverErrorCode":"ZONE_NOT_FOUND"},{"zoneID":{"zoneName":"Z","serverErrorCode":"Y"}}]}"#
        let answer = try ZonesResponse(json: zones)
        #expect(answer.zones[0].error?.serverErrorCode == .zoneNotFound, "even without the key that a zone must have")
        #expect(answer.zones[1].item?.zoneID.zoneName == "Z")
        #expect(throws: JSONError.self) { try ZonesResponse(json: #"{"zones":[{"later":1}]}"#) }
    }

    @Test func reasons() {
        #expect(ErrorReason.unknownRecordType("X") == "Did not find record type: X")
        #expect(ErrorReason.unknownField("x", in: "Y") == "Did not find field: 'x' in type: 'Y'")
        #expect(ErrorReason.notQueryable("recordName") == "Field 'recordName' is not marked queryable")
        #expect(ErrorReason.notSortable("___createTime") == "Field '___createTime' is not marked sortable")
        #expect(ErrorReason.invalidValue(expected: .timestamp) == "Invalid value, expected type TIMESTAMP")
    }
}
