import AlarmClockCore
import Foundation

/// Something that was done and is told: on the screen, and aloud to those who listen.
enum Said: Equatable, Sendable {
    /// The last value: in how many seconds it rings; nil for an alarm that is off.
    case saved(String, ringsIn: TimeInterval?)
    case turned(String, ringsIn: TimeInterval?)
    case deleted(String)
    case skipped(String, Date)
    case paused(String, Date)
    case applied(Int, String)
    case undone
    case takenOver(Int, rejected: Int)
    /// All that began together.
    case ringing([DaemonAnswer.Ringing])
}

extension Phrases {
    func text(for said: Said, zone: ZoneTable, now: Date) -> String {
        switch said {
        case .saved(let label, let seconds):
            seconds.map { self(.saidSaved, name(label), length($0)) } ?? self(.saidSavedOff, name(label))
        case .turned(let label, let seconds):
            seconds.map { self(.saidOn, name(label), length($0)) } ?? self(.saidOff, name(label))
        case .deleted(let label): self(.saidDeleted, name(label))
        case .skipped(let label, let date): self(.saidSkipped, name(label), moment(date, zone: zone, now: now))
        case .paused(let label, let date): self(.saidPaused, name(label), moment(date, zone: zone, now: now))
        case .applied(let count, let scenario): self(.saidApplied, count: count, scenario)
        case .undone: self(.saidUndone)
        case .takenOver(let count, let rejected):
            rejected == 0
                ? self(.saidTakenOver, count: count)
                : self(.saidTakenOver, count: count) + self(.sentenceGap) + self(.oldRejected, count: rejected)
        case .ringing(let rings):
            rings.map { self(.saidRinging, name($0.label), time(zone.clockTime(at: $0.occurrence))) }
                .joined(separator: self(.ringingGap))
        }
    }
}

/// A sentence at the bottom of the window for some seconds, with a way back where there is one.
struct Toast: Equatable, Identifiable, Sendable {
    /// How a step is taken back.
    enum Undo: Equatable, Sendable {
        case restore([DeletedAlarm])
        case remove([UUID])
        case unskip(UUID, until: Date?, turnsOn: Bool)
    }

    let id: Int
    let said: Said
    let undo: Undo?
}

/// A sentence to be said aloud, once.
struct Announcement: Equatable, Sendable {
    let id: Int
    let said: Said
}
