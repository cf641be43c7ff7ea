import AlarmClockCore
import AppCommons
import Foundation
import Observation

/// What one window shows of the alarms, and all that can be done with them there.
@MainActor
@Observable
final class AlarmClockModel {
    /// The tabs of a window.
    enum Tab: String, Hashable, CaseIterable, Sendable {
        case alarms
        case templates
        case status
    }

    /// How long a sentence stays at the bottom of the window.
    static let toastSeconds: TimeInterval = 8

    let home: AlarmClockHome
    var tab = Tab.alarms
    /// The scenarios that lie above the list of templates.
    var scenarios: [String] = []
    /// The alarm that is being edited.
    var editor: AlarmDraft?
    private(set) var toast: Toast?
    private(set) var announcement: Announcement?
    /// What did not work, until the person has read it.
    var problem: (any Error)?
    /// Whether a button of the ringing dialog was pressed and its effect has not come yet.
    private(set) var isPressing = false
    /// Whether a step of sync that was asked for here goes on.
    private(set) var isSyncing = false

    @ObservationIgnored private let wait: @Sendable (TimeInterval) async throws -> Void
    @ObservationIgnored private var sentences = 0
    @ObservationIgnored private var fading: Task<Void, Never>?
    @ObservationIgnored private var heard: Set<UUID> = []

    /// A window over a home.
    convenience init(_ home: AlarmClockHome) {
        self.init(home) { seconds in try await Task.sleep(for: .seconds(seconds)) }
    }

    /// A window with a way to wait of the caller's.
    init(_ home: AlarmClockHome, wait: @escaping @Sendable (TimeInterval) async throws -> Void) {
        self.home = home
        self.wait = wait
    }

    // MARK: Editing

    /// Begins a new alarm, for the next full hour.
    func addAlarm() {
        let hour = home.zone.clockTime(at: home.now).hour
        let time = ClockTime(hour: (hour + 1) % 24, minute: 0) ?? home.zone.clockTime(at: home.now)
        editor = AlarmDraft(AlarmRecord(time: time, days: WeekdaySet(), label: ""))
    }

    /// Begins to change an alarm.
    func edit(_ alarm: Alarm) {
        editor = AlarmDraft(alarm)
    }

    /// Begins an alarm as a template says.
    func add(from template: AlarmTemplate, name: String) {
        attempt {
            var draft = AlarmDraft(try self.home.draft(from: template, name: name))
            draft.templateID = template.id
            self.editor = draft
        }
    }

    /// Keeps what was edited.
    ///
    /// Throws what ``AlarmClockHome`` throws; what was written stays on the screen then.
    func save(_ draft: AlarmDraft) throws {
        let next: Date?
        if let base = draft.base {
            next = try home.edit(draft.ready, since: base)
        } else {
            next = try home.add(draft.ready, template: draft.templateID)
        }
        tell(.saved(draft.record.label, ringsIn: remaining(until: next)), undo: nil)
    }

    private func remaining(until date: Date?) -> TimeInterval? {
        date.map { $0.timeIntervalSince(home.now) }
    }

    // MARK: Changing

    func turn(_ alarm: Alarm, on: Bool) {
        let (id, label, until) = (alarm.id, alarm.label, alarm.skipNextUntil)
        attempt {
            let next = try self.home.turn(id, on: on)
            // Turned on again, it is paused as it was.
            let undo = on ? nil : Toast.Undo.unskip(id, until: until, turnsOn: true)
            self.tell(.turned(label, ringsIn: self.remaining(until: next)), undo: undo)
        }
    }

    func delete(_ alarm: Alarm) {
        delete(alarm.id, label: alarm.label)
    }

    func delete(_ id: UUID, label: String) {
        attempt {
            let deleted = try self.home.delete([id])
            guard !deleted.isEmpty else { return }
            self.tell(.deleted(label), undo: .restore(deleted))
        }
    }

    /// Leaves out the next time.
    func skipNext(_ alarm: Alarm) {
        let (id, label, until) = (alarm.id, alarm.label, alarm.skipNextUntil)
        // What was left to ring of a time that is over elsewhere, or that has come here, cannot be set again.
        let returns = alarm.isEnabled && !(alarm.repeatDays.isEmpty && home.daemon.isBusy(with: id))
        attempt {
            guard let skipped = try self.home.skipNext(id) else { return }
            self.tell(.skipped(label, skipped), undo: returns ? .unskip(id, until: until, turnsOn: true) : nil)
        }
    }

    /// Leaves out everything until a day, as a calendar shows it on the device.
    func pause(_ alarm: Alarm, until day: CivilDay) {
        let (id, label, before) = (alarm.id, alarm.label, alarm.skipNextUntil)
        attempt {
            guard let moment = self.home.momentBefore(day) else { return }
            guard try self.home.pause(id, until: moment) else { return }
            self.tell(.paused(label, moment + 1), undo: .unskip(id, until: before, turnsOn: false))
        }
    }

    /// Ends a pause.
    func resume(_ alarm: Alarm) {
        let (id, label, before) = (alarm.id, alarm.label, alarm.skipNextUntil)
        attempt {
            try self.home.pause(id, until: nil)
            let next = self.home.nextFire(of: alarm)
            let undo = Toast.Undo.unskip(id, until: before, turnsOn: false)
            self.tell(.turned(label, ringsIn: self.remaining(until: next)), undo: undo)
        }
    }

    /// Adds an alarm for each of some templates.
    func apply(_ templates: [AlarmTemplate], names: [UUID: String], scenario: String) {
        attempt {
            let ids = try self.home.addAlarms(from: templates, names: names)
            self.tell(.applied(ids.count, scenario), undo: .remove(ids))
        }
    }

    /// Puts the catalogue of templates into a store that has none.
    func loadTemplates(_ catalogue: TemplateCatalogue) {
        attempt { try self.home.loadTemplates(catalogue) }
    }

    /// Takes the last step back, while the toast offers it.
    func undo() {
        guard let step = toast?.undo else { return }
        attempt {
            switch step {
            case .restore(let deleted): try self.home.restore(deleted)
            case .remove(let ids): _ = try self.home.delete(ids)
            case .unskip(let id, let until, let turnsOn):
                if turnsOn { _ = try self.home.turn(id, on: true) }
                try self.home.pause(id, until: until)
            }
            self.tell(.undone, undo: nil)
        }
    }

    // MARK: Ringing

    /// The alarms that make themselves heard are these now: new ones are said.
    func rings(_ ids: [UUID]) {
        let new = home.daemon.ringing.filter { !heard.contains($0.id) }
        if !new.isEmpty { say(.ringing(new)) }
        heard = Set(ids)
    }

    /// Stops an alarm that rings or is put off.
    func stop(_ ring: DaemonAnswer.Ringing) {
        press { try await $0.stop(ring.id) }
    }

    /// Puts off an alarm that rings.
    func snooze(_ ring: DaemonAnswer.Ringing, minutes: Int?) {
        press { try await $0.snooze(ring.id, minutes: minutes) }
    }

    /// Puts away what is said of missed alarms.
    func putAway(_ rings: [MissedRing]) {
        attempt { try self.home.putAway(rings) }
    }

    private func press(_ body: @escaping @MainActor (AlarmClockHome) async throws -> Void) {
        guard !isPressing else { return }
        isPressing = true
        Task {
            do { try await body(home) } catch { problem = error }
            isPressing = false
        }
    }

    // MARK: The machine

    /// Plays a tone, so that the person hears what would be heard.
    func listen(_ tone: Tone, volume: Double) {
        attempt { try await self.home.play(tone, volume: volume) }
    }

    /// Takes over what the old app left.
    func takeOver() {
        attempt {
            let (taken, rejected) = try await self.home.takeOver()
            self.tell(.takenOver(taken, rejected: rejected), undo: nil)
        }
    }

    /// Does something for sync; why it did not work is said.
    func sync(_ step: SyncStep) {
        guard !isSyncing else { return }
        isSyncing = true
        Task {
            do { try await home.sync(step) } catch { problem = error }
            isSyncing = false
        }
    }

    // MARK: Telling

    /// Shows and says what was done.
    func tell(_ said: Said, undo: Toast.Undo?) {
        say(said)
        toast = Toast(id: sentences, said: said, undo: undo)
        fading?.cancel()
        let (wait, id) = (wait, sentences)
        fading = Task { [weak self] in
            guard (try? await wait(Self.toastSeconds)) != nil else { return }
            if self?.toast?.id == id { self?.toast = nil }
        }
    }

    func dismissToast() {
        fading?.cancel()
        toast = nil
    }

    private func say(_ said: Said) {
        sentences += 1
        announcement = Announcement(id: sentences, said: said)
    }

    private func attempt(_ body: () throws -> Void) {
        do { try body() } catch { problem = error }
    }

    private func attempt(_ body: @escaping @MainActor () async throws -> Void) {
        Task {
            do { try await body() } catch { problem = error }
        }
    }
}
