import AppCommons
import Foundation
import SwiftData
import TestSupport
import Testing

@testable import IdeaBoxCore

/// Every word of the command, to the byte, also where no command in a test gets so far as to say it.
@Suite("Wording")
struct WordingTests {
    @Test("Every text, with its gaps", arguments: TestedLanguage.all)
    func texts(_ language: TestedLanguage) throws {
        let messages = try Self.messages(language)
        let lines = MessageKey.allCases.map { key in
            let one = messages.text(key, count: 1)
            // With the number 1 filled in, a text that has no form of its own for one differs in that gap alone.
            let hasSingular = one != messages.text(key).replacing("{0}", with: "1")
            return "\(key): \(messages.text(key))\n" + (hasSingular ? "\(key), one: \(one)\n" : "")
        }
        try Golden(name: "\(language.name)/words.txt").check(lines.joined())
    }

    @Test("Every failure, and everything that is told about a store", arguments: TestedLanguage.all)
    func failures(_ language: TestedLanguage) throws {
        let messages = try Self.messages(language)
        var lines = Self.errors.map { error in
            "\(error) [\(messages.exitStatus(for: error).rawValue)]\n  \(messages.text(for: error))\n"
        }
        lines += Self.refusals.map { "\($0)\n  \(messages.text(for: $0))\n" }
        lines += Self.events.map { "\($0)\n  \(messages.text(for: $0))\n  \($0.json(at: Self.moment))\n" }
        lines += Self.notices.map { "\($0)\n  \(messages.text(for: $0))\n" }
        try Golden(name: "\(language.name)/errors.txt").check(lines.joined())
    }

    private static func messages(_ language: TestedLanguage) throws -> Messages {
        Messages(language: try #require(Language(rawValue: language.name)))
    }

    private static let place = URL(filePath: "/ideas/it's here/IdeaBox.sqlite")

    private static let violations: [IdeaRuleViolation] = [
        .titleEmpty, .titleTooLong(characters: 257), .titleTooLarge(bytes: 9_000), .titleHoldsNUL,
        .detailsTooLong(characters: 4_097), .detailsTooLarge(bytes: 90_000), .detailsHoldNUL, .updatedBeforeCreated,
    ]

    private static let unreadable: [UnreadableFile] = [
        .notJSON(line: 3), .endsEarly(line: 4), .empty, .noTitleColumn, .notSettings, .tooMany(limit: 100_000),
    ]

    private static let storeErrors: [StoreError] = [
        .damaged(place, reason: "page 3"), .notADatabase(place), .newerVersion(required: "9", found: "1"), .diskFull,
        .locked, .readOnly(place), .cannotOpen(place, reason: "no"), .inputOutput(reason: "no"),
        .constraintViolated(reason: "no"), .tooLarge(reason: "no"), .interrupted, .unexpected(code: 99, reason: "no"),
    ]

    private static let fileFailures = [ENOENT, ENOTDIR, EISDIR, EACCES, EEXIST, ENOSPC, EMLINK].map {
        FileFailure(path: "ideas.json", code: $0)
    }

    private static var errors: [any Error] {
        let plain: [IdeaBoxError] = [
            .notFound("abc"), .ambiguous("1", []), .notAnID("zz"), .inTrash(UUID(ideaTitle: "a", details: "")),
            .nothingKept(UUID(ideaTitle: "a", details: "")), .deletionGaveWay(UUID(ideaTitle: "a", details: "")),
            .nothingToChange, .unknownFormat("a.png"), .notAFormat("xml"), .namelessInput, .folderMissing("none"),
            .notAStore("a.txt"), .notADate("yesterday"), .notAnEvent("nothing"), .numberTooSmall("--page"),
            .fileExists("a.json"), .noPassword, .noAPIToken, .badServer("ftp://x"), .signInRefused("anna"),
            .folderReadOnly("/ideas"), .noText, .detailsTwice, .inputNotText,
            .inputTooLarge(limit: 131_072),
        ]
        let causes: [any Error] = storeErrors
        let stopped = (causes + fileFailures).map { ImportInterrupted(report: ImportReport(), cause: $0) }
        let all: [[any Error]] = [
            plain, violations.map { IdeaBoxError.rule($0) },
            unreadable.map { IdeaBoxError.unreadable(path: "ideas.json", $0) }, storeErrors, fileFailures, stopped,
            SyncProblem.Kind.allCases.map { SyncProblem($0, code: 7, reason: "no") },
            [OutputFailure(failure: FileFailure(path: "standard output", code: EIO))],
        ]
        return all.flatMap { $0 }
    }

    private static let refusals: [RefusalReason] =
        violations.map { .rule($0) } + [
            .notUTF8, .notAnObject, .missing(field: "title"), .unreadable(field: "id"), .tooLarge(limit: 262_144),
            .columns(found: 2, expected: 3), .notAnItem, .openQuote, .repeatedID,
        ]

    private static let moment = Date(timeIntervalSince1970: 1_795_230_540)

    private static let events: [SyncEvent] = [
        .began(pending: 0), .began(pending: 1), .began(pending: 3), .received(changed: 2, deleted: 1),
        .sent(saved: 2, deleted: 1, pending: 4), .conflicts(1), .conflicts(2), .recordsRefused(1), .recordsRefused(2),
        .adopted(1), .adopted(2), .deletionsHeld(30), .clockIsWrong(minutes: 1), .clockIsWrong(minutes: -7),
        .retry(seconds: 1.2, SyncProblem(.unreachable, code: 3, reason: "no")), .stopped(SyncProblem(.quotaExceeded)),
        .upToDate,
    ]

    private static var notices: [StoreNotice] {
        let failures: [MigrationFailure] =
            unreadable.map { .unreadable($0) } + fileFailures.map { .file($0) } + storeErrors.map { .store($0) }
            + [.incomplete(found: 2, of: 3), .other("no")]
        return [
            .movedAside(place), .migrated(count: 1, from: "old.plist"), .migrated(count: 2, from: "old.plist"),
            .entryLeft(from: "old.plist", index: 7, reason: .rule(.titleEmpty)),
        ] + failures.map { .migrationFailed(from: "/ideas/old.plist", reason: $0) }
    }
}
