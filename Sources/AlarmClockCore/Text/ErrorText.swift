import AppCommons
import Foundation
import SwiftData

// What errors say, in a person's language.

extension Phrasebook where Key == AlarmPhrase {
    /// What went wrong.
    func text(for error: AlarmClockError) -> String {
        switch error {
        case .migrationFailed(let reason as LegacyNotCleared): text(for: reason)
        case .migrationFailed(let reason): text(.migrationFailed, self.text(for: reason))
        case .saveFailed(let reason): text(.saveFailed, self.text(for: reason))
        case .fetchFailed(let reason): text(.fetchFailed, self.text(for: reason))
        case .constraintViolation(let violation): text(.constraintViolation, self.text(for: violation))
        case .unknownTimeZone(let name): text(.unknownTimeZone, name.debugDescription)
        case .insufficientStorage(let use):
            text(.insufficientStorage, use.free.map { text(.storageFree, Self.megabytes($0)) } ?? "")
        }
    }

    /// What a person can do about it.
    func advice(for error: AlarmClockError) -> String {
        switch error {
        case .migrationFailed(let reason as LegacyNotCleared): text(.recoverNotCleared, reason.file)
        case .migrationFailed: text(.recoverMigration)
        case .saveFailed: text(.recoverSave)
        case .fetchFailed: text(.recoverFetch)
        case .constraintViolation: text(.recoverConstraint)
        case .unknownTimeZone: text(.recoverZone)
        case .insufficientStorage(let use):
            ([text(.recoverStorage)]
                + use.parts.map {
                    text($0.canGo ? .storageCanGo : .storagePart, $0.path, Self.megabytes($0.bytes))
                }).joined(separator: "\n")
        }
    }

    private static func megabytes(_ bytes: Int) -> String { String(Double(bytes / 10_000) / 100) }

    /// What an error of any part says, without a full stop.
    func text(for error: any Error) -> String {
        switch error {
        case let error as AlarmClockError: text(for: error)
        case let error as MigrationError: text(for: error)
        case let error as FileFailure: text(for: error)
        case let error as StoreError: text(for: error)
        case let error as SwiftData.MigrationError where error.kind == .backwardMigration:
            error.versions.map { text(.newerStore, $0.stored.description, $0.newest.description) } ?? error.reason
        case let error as CommandProblem: error.text(self)
        case let error as ListeningFailure: error.text(in: language, addressOption: "--listen")
        case let error as OutputFailure: text(.outputFailure, error.failure.reason)
        default: error.messageText
        }
    }

    private func text(for error: StoreError) -> String {
        switch error {
        case .diskFull: text(.diskFull)
        case .locked: text(.storeLocked)
        case .damaged(let url, let reason): text(.damagedStore, "\(url.path), \(reason)")
        case .notADatabase(let url): text(.damagedStore, url.path)
        case .newerVersion(let required, let found): text(.newerStore, required, found)
        case .readOnly(let url): text(.forbidden, url.path)
        default: error.description.withoutFullStop
        }
    }

    private func text(for error: MigrationError) -> String {
        switch error {
        case .invalidLegacyData: text(.legacyNoList)
        case .unreadableDefaults(let copy): text(.legacyUnreadable, copy)
        case .tooLarge(let limit): text(.legacyTooLarge, String(limit))
        case .incomplete(let found, let all): text(.legacyIncomplete, String(found), String(all))
        }
    }

    /// The alarms are kept: a full disk must not say that nothing was.
    private func text(for error: LegacyNotCleared) -> String {
        let isFull = AlarmClockError.isOfFullDisk(error.reason)
        return text(.legacyNotCleared, isFull ? text(.insufficientStorage, "") : text(for: error.reason))
    }

    func text(for failure: FileFailure) -> String {
        switch failure.kind {
        case .missing: text(.fileMissing, failure.path)
        case .nameTaken: text(.fileExists, failure.path)
        case .isAFolder: text(.isAFolder, failure.path)
        case .notAFolder: text(.notAFolder, failure.path)
        case .forbidden: text(.forbidden, failure.path)
        case .diskFull: text(.diskFull)
        case .other: text(.fileFailure, failure.path, failure.reason)
        }
    }

    func text(for violation: AlarmRuleViolation) -> String {
        switch violation {
        case .weekday(let day): text(.violationWeekday, String(day))
        case .repeatedWeekday(let day): text(.violationRepeatedWeekday, String(day))
        case .templateWithoutName: text(.violationTemplateName)
        case .labelTooLong(let count, let limit): text(.violationLabel, String(count), String(limit))
        case .templateTextTooLong(let field, let count, let limit):
            text(.violationText, name(of: field), String(count), String(limit))
        case .textHoldsNUL(let field): text(.violationNUL, name(of: field))
        case .time(let text): self.text(.violationTime, Self.short(text))
        case .days(let text): self.text(.violationDays, Self.short(text))
        case .outOfRange(field: "snoozeMinutes", let value, lowest: _, highest: _): snoozeRange(value)
        case .outOfRange(let field, let value, let lowest, let highest):
            text(.violationRange, name(of: field), value, String(lowest), String(highest))
        case .tooManyAlarms(let limit): text(.violationTooMany, String(limit))
        case .sound(let name):
            text(.violationSound, Self.short(name), Tone.allCases.map(\.rawValue).joined(separator: ", "))
        }
    }

    /// How long a snooze may be; nil for a length that is not known any more.
    func snoozeRange(_ minutes: String?) -> String {
        let range = RingMachine.snoozeMinutes
        let (lowest, highest) = (String(range.lowerBound), String(range.upperBound))
        return minutes.map { text(.violationSnooze, lowest, highest, $0) } ?? text(.violationSnoozeAny, lowest, highest)
    }

    /// What a person calls a field of an alarm or a template; those that no person sees keep their names.
    private func name(of field: String) -> String {
        switch field {
        case "label": text(.fieldLabel)
        case "volume": text(.fieldVolume)
        case "name": text(.fieldName)
        case "category": text(.fieldCategory)
        case "icon": text(.fieldIcon)
        case "templateDescription": text(.fieldDescription)
        case "time": text(.fieldTime)
        case "frequency": text(.fieldFrequency)
        case "scenario": text(.fieldScenario)
        default: field
        }
    }

    private static func short(_ text: String) -> String { String(text.prefix(80)).debugDescription }

    func text(for reason: MigrationManager.Rejected.Reason) -> String {
        switch reason {
        case .notAnObject: text(.notAnObject)
        case .field(let name): text(.unreadableField, name)
        case .rule(let violation): text(for: violation)
        }
    }

    /// A length of time: «7 h 32 min».
    func length(_ seconds: TimeInterval) -> String {
        let minutes = Int((min(max(seconds, 0), 1e10) / 60).rounded())
        guard minutes > 0 else { return text(.underAMinute) }
        let parts = [(AlarmPhrase.days, minutes / 1_440), (.hours, minutes / 60 % 24), (.minutes, minutes % 60)]
        return parts.filter { $0.1 > 0 }.prefix(2).map { text($0.0, String($0.1)) }.joined(separator: " ")
    }
}

extension AlarmClockError: LocalizedError {
    private var phrases: Phrasebook<AlarmPhrase> {
        AlarmPhrase.book(Language(variables: ProcessInfo.processInfo.environment))
    }

    /// What went wrong, in the language of the process.
    public var errorDescription: String? { phrases.text(for: self) }
    /// What a person can do about it, in the language of the process.
    public var recoverySuggestion: String? { phrases.advice(for: self) }
}
