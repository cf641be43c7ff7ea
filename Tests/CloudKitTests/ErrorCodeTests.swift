import CloudKitWebServices
import Foundation
import Testing

@testable import CloudKit

/// Numbers and keys that app source and its logs know from Apple's framework.
@Suite("Codes and keys of errors")
struct ErrorCodeTests {
    /// The published numbers; 5 is `badContainer`, and 37 the last.
    private static let published: [(CKError.Code, Int)] = [
        (.internalError, 1), (.partialFailure, 2), (.networkUnavailable, 3), (.networkFailure, 4), (.badContainer, 5),
        (.serviceUnavailable, 6), (.requestRateLimited, 7), (.missingEntitlement, 8), (.notAuthenticated, 9),
        (.permissionFailure, 10), (.unknownItem, 11), (.invalidArguments, 12), (.resultsTruncated, 13),
        (.serverRecordChanged, 14), (.serverRejectedRequest, 15), (.assetFileNotFound, 16), (.assetFileModified, 17),
        (.incompatibleVersion, 18), (.constraintViolation, 19), (.operationCancelled, 20), (.changeTokenExpired, 21),
        (.batchRequestFailed, 22), (.zoneBusy, 23), (.badDatabase, 24), (.quotaExceeded, 25), (.zoneNotFound, 26),
        (.limitExceeded, 27), (.userDeletedZone, 28), (.tooManyParticipants, 29), (.alreadyShared, 30),
        (.referenceViolation, 31), (.managedAccountRestricted, 32), (.participantMayNeedVerification, 33),
        (.serverResponseLost, 34), (.assetNotAvailable, 35), (.accountTemporarilyUnavailable, 36),
        (.participantAlreadyInvited, 37),
    ]

    @Test("Every code has its published number, and there is no other")
    func numbers() {
        for (code, number) in Self.published { #expect(code.rawValue == number) }
        #expect(Self.published.map(\.0) == CKError.Code.allCases)
    }

    @Test("The service's own words, and how long to wait, stand under the keys that apps look at")
    func userInfo() {
        let error = CKError(WireError(.zoneBusy, reason: "the zone is busy", retryAfter: 7), status: 503)
        #expect(error.code == .zoneBusy && error.retryAfterSeconds == 7)
        #expect(error.userInfo["ServerErrorDescription"] as? String == "the zone is busy")
        #expect(error.userInfo["CKRetryAfter"] as? Double == 7)
        #expect(error.localizedDescription == "the zone is busy")
        #expect((error as NSError).domain == "CKErrorDomain" && (error as NSError).code == 23)
    }

    @Test(
        "A wish to wait is a number of seconds, a day at most",
        arguments: [
            (7.0, 7.0), (0, 0), (86_400, 86_400), (1e9, 86_400), (1e300, 86_400), (.infinity, 86_400), (-1, nil),
            (.nan, nil),
        ] as [(Double, Double?)]
    )
    func patience(wish: Double, seconds: Double?) {
        #expect(CKError(WireError(.throttled, retryAfter: wish), status: 429).retryAfterSeconds == seconds)
        #expect(CKError(.requestRateLimited, reason: "busy", retryAfter: wish).retryAfterSeconds == seconds)
    }

    @Test("Of several errors the longest wish to wait is heard, in whatever order they are met")
    func mostPatient() {
        let errors = [
            CKError(.requestRateLimited, reason: "a", retryAfter: 60), CKError(.zoneBusy, reason: "b"),
            CKError(.serviceUnavailable, reason: "c", retryAfter: 1),
            CKError(.invalidArguments, reason: "d", retryAfter: 90),
        ]
        for _ in 0..<20 {
            #expect(errors.shuffled().mostPatient(\.staysPending)?.retryAfterSeconds == 60)
        }
        #expect(errors.mostPatient { $0.fate == .user } == nil)
    }
}
