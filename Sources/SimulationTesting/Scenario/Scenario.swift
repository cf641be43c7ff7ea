/// A run that is written down: who does what at which moment, and what becomes of which message.
///
/// A seed's run follows from the generator's draws, so it becomes another run as soon as a draw is added. A scenario states
/// everything that matters, and stays the same. ``ScenarioText`` is its file format.
package struct Scenario: Hashable, Sendable {
    /// What the scenario shows, for readers.
    package var comment: [String] = []
    /// The app on the devices.
    package var kind = RunKind.ideaBox
    /// Whether mirroring works by itself, and nobody asks for a sync.
    package var isAutomatic = false
    /// Whether the devices have AlarmClock beside IdeaBox.
    package var hasAlarms = false
    /// How many devices there are.
    package var devices = 2
    /// Whether the stores of the devices are in memory.
    package var isInMemory = false
    /// What may go wrong: the checks and the apps ask for it.
    package var faults: Set<Fault> = []
    /// The seed of what the code under test makes: identifiers, secrets, jitter.
    package var identifiers: UInt64 = 1
    /// The seed of the order of tasks; nil is the order of their arrival.
    package var order: UInt64?
    /// Milliseconds for which the run lasts before everything is healed.
    package var duration: Int64 = 60_000
    /// What happens, in order.
    package var events: [ScenarioEvent] = []
    /// What becomes of messages; of all others, nothing special.
    package var deliveries: [MessageKey: Delivery] = [:]

    /// Nothing happens on two devices.
    package init() {}
}

/// Something that happens at a moment of a scenario.
package struct ScenarioEvent: Hashable, Sendable {
    /// Milliseconds since the beginning.
    package var time: Int64
    /// Steps of tasks and of the timetable at this moment after which it happens.
    package var step = 0
    /// The device; nil for the service.
    package var device: Int?
    /// What happens.
    package var action: ScenarioAction

    package init(time: Int64, step: Int = 0, device: Int?, action: ScenarioAction) {
        (self.time, self.step, self.device, self.action) = (time, step, device, action)
    }
}

/// What persons do, and what goes wrong.
package enum ScenarioAction: Hashable, Sendable {
    /// A person changes something.
    case person(PersonAction)
    /// The app is asked to sync, or only to send.
    case sync(sendsOnly: Bool)
    /// The process ends, and the next one begins so many milliseconds later.
    case crash(restart: Int64)
    /// The process ends after the given durable step of this moment.
    case crashAtCommit(Int, restart: Int64)
    /// The clock is ahead by so many milliseconds.
    case setClock(Int64)
    /// The clock ticks every so many milliseconds.
    case setGrain(Int64)
    /// The device shows this account.
    case showAccount(Int)
    /// The service refuses the device's requests for so many milliseconds.
    case refuseRequests(Int64)
    /// A newer version of the app writes a field: its number, and the place of the record among all names.
    case writeMood(Int, record: Int, isOfAlarms: Bool)
    /// The device has another version of the app from now on, which begins anew.
    case install(LibraryVersion)
    /// The service ends, and is back so many milliseconds later.
    case crashServer(downtime: Int64)
    /// The account that the device shows is signed out; requests may be on their way.
    case signOut
    /// The account is signed in again, by the next process.
    case signIn
    /// All machines are off for so many days.
    case passDays(Int)
    /// The account has room for so many records; nil is no limit.
    case limitRecords(Int64?)
    /// Deletions leave the feed.
    case prune
    /// The data of the service is copied.
    case backUp
    /// The service is put back to the copy.
    case restore
}

/// What a person does: with IdeaBox, or with a library.
package enum PersonAction: Hashable, Sendable {
    /// Creates an idea, which the scenario calls by this name from now on.
    case createIdea(String, hasDetails: Bool)
    case editIdea(String, IdeaPart)
    case completeIdea(String)
    /// Opens an idea again that was done, and perhaps edits it.
    case reopenIdea(String, isEdited: Bool)
    case deleteIdea(String)
    /// Restores an idea from the trash, and edits it.
    case restoreIdea(String)
    /// Brings back a version that gave way, and perhaps edits it.
    case bringBackIdea(String, isEdited: Bool)
    case emptyTrash
    /// The first change of a day is near: what is old is removed.
    case tidyIdeas
    /// Imports a file with so many ideas; a file of one name has the same ones on each device.
    case importIdeas(file: String, count: Int)
    /// Adds an alarm, which the scenario calls by this name from now on.
    case addAlarm(String)
    case changeAlarm(String, AlarmPart)
    case deleteAlarm(String)
    case makeShelf(String)
    case makeBook(String, hasPages: Bool, hasNote: Bool, shelf: String?, position: Int)
    case changeBook(String, title: Bool, pages: Bool, note: NoteChange)
    /// Changes a property of a book that has a type of its own.
    case changeValue(BookValue, book: String)
    /// Moves a book to a shelf, or off its shelf.
    case moveBook(String, shelf: String?)
    /// Exchanges the first book of a shelf with the one at a position.
    case reorderShelf(String, position: Int)
    case addLabel(String, book: String)
    case removeLabel(String, book: String)
    case makeRemark(String, book: String)
    case changeLabel(String)
    /// Deletes whatever has this key, and what its delete rules name.
    case deleteObject(String)

    /// Whether it is done with AlarmClock.
    var isAboutAlarms: Bool {
        switch self {
        case .addAlarm, .changeAlarm, .deleteAlarm: true
        default: false
        }
    }

    /// What of an idea is edited.
    package enum IdeaPart: String, CaseIterable, Hashable, Sendable {
        case title, details, both
    }

    /// What of an alarm is changed.
    package enum AlarmPart: String, Hashable, Sendable {
        case label, time, days, isEnabled
    }

    /// What becomes of a book's note.
    package enum NoteChange: String, Hashable, Sendable {
        case unchanged, changed, removed
    }
}

/// A message of a scenario: the n-th request of a device to an endpoint, counted from 1.
package struct MessageKey: Hashable, Sendable, Comparable {
    package var device: Int
    package var endpoint: String
    package var number: Int

    package init(device: Int, endpoint: String, number: Int) {
        (self.device, self.endpoint, self.number) = (device, endpoint, number)
    }

    package static func < (left: MessageKey, right: MessageKey) -> Bool {
        (left.device, left.endpoint, left.number) < (right.device, right.endpoint, right.number)
    }
}

/// What becomes of one request and its answer.
///
/// What is nil was not decided, and goes as usual.
package struct Delivery: Hashable, Sendable {
    /// Whether the request is lost.
    package var isLost: Bool?
    /// Milliseconds after which the device learns of the loss; negative if it does not, until its timeout.
    package var lossReport: Int64?
    /// Milliseconds until the request arrives.
    package var latency: Int64?
    /// Milliseconds until the request arrives a second time; negative if it does not.
    package var duplicate: Int64?
    /// Whether it reaches the service although the device gave up.
    package var arrivesAbandoned: Bool?
    /// Whether the answer is lost.
    package var isAnswerLost: Bool?
    /// Milliseconds after which the device learns of that; negative if it does not.
    package var answerLossReport: Int64?
    /// Milliseconds until the answer arrives.
    package var answerLatency: Int64?
    /// Operations of a batch that are refused, with the error's code, for each arrival that has any.
    package var refusals: [Int: [Int: String]] = [:]
    /// Milliseconds until each of the request's transactions begins in the service, for each arrival, where requests interleave
    /// there; what is not stated begins at once.
    package var pauses: [Int: [Int64]] = [:]

    /// Everything as usual.
    package init() {}

    /// Milliseconds for which a message is on its way if nothing else is stated.
    static let usualLatency: Int64 = 20
    /// The longest time that is not called a delay.
    static let ordinaryLatency: Int64 = 40

    /// The same without what is as usual anyway.
    package var normalized: Delivery {
        var copy = self
        if isLost == false { copy.isLost = nil }
        if let value = duplicate, value < 0 { copy.duplicate = nil }
        if let value = lossReport, value < 0 { copy.lossReport = nil }
        if let value = answerLossReport, value < 0 { copy.answerLossReport = nil }
        if arrivesAbandoned == false { copy.arrivesAbandoned = nil }
        if isAnswerLost == false { copy.isAnswerLost = nil }
        if latency == Self.usualLatency { copy.latency = nil }
        if answerLatency == Self.usualLatency { copy.answerLatency = nil }
        copy.refusals = refusals.filter { !$0.value.isEmpty }
        copy.pauses = pauses.filter { $0.value.contains { $0 > 0 } }
        return copy
    }

    /// The same without latencies that are no delay.
    package var withoutOrdinaryLatency: Delivery {
        var copy = normalized
        if let value = latency, value <= Self.ordinaryLatency { copy.latency = nil }
        if let value = answerLatency, value <= Self.ordinaryLatency { copy.answerLatency = nil }
        copy.pauses = copy.pauses.filter { $0.value.contains { $0 > Self.ordinaryLatency } }
        return copy
    }

    /// Whether everything goes as usual.
    package var isUsual: Bool { normalized == Delivery() }
}
