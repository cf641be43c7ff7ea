/// What was asked for on the command line.
package enum CommandRequest: Sendable {
    case add(AlarmWish, json: Bool)
    case ringIn(duration: String, label: String, json: Bool)
    case list(json: Bool)
    case next(json: Bool)
    case turn(ids: [String], on: Bool)
    case skip(id: String, until: String?)
    case remove(ids: [String])
    case snooze(minutes: Int?, id: String?)
    case stop(id: String?)
    case dismiss(ids: [String])
    case templates(json: Bool)
    case apply(name: String)
    case migrate(isDryRun: Bool)
    case exportFile(format: String, path: String?, overwrites: Bool)
    case importFile(path: String, format: String?, isDryRun: Bool)
    case install
    case doctor(json: Bool)
    case testSound(String?, volume: Int?)
    case account(AccountRequest)
}

/// An alarm as somebody wishes it on the command line.
package struct AlarmWish: Sendable {
    var time: String
    var days: String?
    var label: String
    var sound: String?
    var volume: Int?
    var snoozeMinutes: Int?
    var canSnooze: Bool
    var zone: String?

    package init(
        time: String,
        days: String?,
        label: String,
        sound: String?,
        volume: Int?,
        snoozeMinutes: Int?,
        canSnooze: Bool,
        zone: String?
    ) {
        self.time = time
        self.days = days
        self.label = label
        self.sound = sound
        self.volume = volume
        self.snoozeMinutes = snoozeMinutes
        self.canSnooze = canSnooze
        self.zone = zone
    }
}
