import AlarmClockCore
import AppCommons
import Foundation

/// The words of the screens in one language, and times as the reader's country writes them.
struct Phrases: Equatable, Sendable {
    let locale: Locale
    let language: Language

    /// The words in the language of a locale; English for those that AlarmClock does not speak.
    init(_ locale: Locale) {
        self.locale = locale
        language = Language(tag: locale.identifier)
    }

    private static let books: [Language: Phrasebook<Phrase>] = [
        .english: Phrasebook(.english, english, singular: englishSingular),
        .traditionalChinese: Phrasebook(.traditionalChinese, traditionalChinese),
        .simplifiedChinese: Phrasebook(.simplifiedChinese, simplifiedChinese),
    ]
    private static let catalogues = Dictionary(
        uniqueKeysWithValues: Language.allCases.map { ($0, TemplateCatalogue($0)) }
    )

    private var book: Phrasebook<Phrase> { Self.books[language] ?? Phrasebook(language, [:]) }

    /// The templates that AlarmClock brings along, in this language.
    var catalogue: TemplateCatalogue { Self.catalogues[language] ?? TemplateCatalogue(language) }

    // MARK: Texts

    /// The text.
    func callAsFunction(_ phrase: Phrase) -> String { book.text(phrase) }
    /// The text with its gap filled.
    func callAsFunction(_ phrase: Phrase, _ value: String) -> String { book.text(phrase, value) }
    /// The text with its gaps filled.
    func callAsFunction(_ phrase: Phrase, _ first: String, _ second: String) -> String {
        book.text(phrase, first, second)
    }
    /// The text that fits the number, which fills `{0}`.
    func callAsFunction(_ phrase: Phrase, count: Int) -> String { book.text(phrase, count: count) }
    /// The text that fits the number, which fills `{0}`, with the other gap filled.
    func callAsFunction(_ phrase: Phrase, count: Int, _ value: String) -> String {
        book.text(phrase, count: count, value)
    }

    /// What went wrong, and what can be done about it.
    func text(for error: any Error) -> String {
        if let failure = error as? SyncPicture.Problem.Failure { return text(for: failure.problem) }
        return AlarmWords.text(for: error, in: language)
    }

    /// What an alarm is called.
    func name(_ label: String) -> String { label.allSatisfy(\.isWhitespace) ? self(.unnamed) : label }

    func number(_ number: Int) -> String { String(number) }

    func text(for tone: Tone) -> String {
        switch tone {
        case .chime: self(.toneChime)
        case .beep: self(.toneBeep)
        case .bowl: self(.toneBowl)
        case .sunrise: self(.toneSunrise)
        case .bell: self(.toneBell)
        }
    }

    func text(for state: SyncPicture.State) -> String {
        switch state {
        case .off: self(.stateOff)
        case .starting: self(.stateStarting)
        case .elsewhere: self(.stateElsewhere)
        case .signedOut: self(.stateSignedOut)
        case .syncing: self(.stateSyncing)
        case .upToDate: self(.stateUpToDate)
        case .waiting: self(.stateWaiting)
        case .needsAttention: self(.stateNeedsAttention)
        }
    }

    func text(for problem: SyncPicture.Problem) -> String {
        switch problem {
        case .signedOut: self(.problemSignedOut)
        case .accountChanged: self(.problemAccountChanged)
        case .zoneDeleted: self(.problemZoneDeleted)
        case .quotaExceeded: self(.problemQuotaExceeded)
        case .recordRefused: self(.problemRecordRefused)
        case .serviceUnavailable: self(.problemServiceUnavailable)
        case .storeFailed: self(.problemStoreFailed)
        case .misconfigured: self(.problemMisconfigured)
        }
    }

    // MARK: Times

    /// The days: «every day», «Mon, Wed» and so on.
    func days(_ days: WeekdaySet) -> String { AlarmWords.days(days, in: language) }

    /// The short name of a day, 1 to 7 for Sunday to Saturday.
    func weekday(_ day: Int) -> String { AlarmWords.weekday(day, in: language) }

    /// A length of time: «7 h 32 min».
    func length(_ seconds: TimeInterval) -> String { AlarmWords.length(seconds, in: language) }

    /// A time on the clock.
    func time(_ time: ClockTime) -> String { time.date.formatted(style.hour().minute()) }

    /// A moment as seen on a clock of a zone: «tomorrow 07:30», «Mon 07:30», «24 Dec 07:30».
    func moment(_ date: Date, zone: ZoneTable, now: Date) -> String {
        let (day, today) = (zone.day(at: date), zone.day(at: now))
        let time = time(zone.clockTime(at: date))
        switch day.number - today.number {
        case 0: return self(.today, time)
        case 1: return self(.tomorrow, time)
        case 2...6: return self(.onDay, weekday(day.weekday), time)
        default:
            let noon = Date(timeIntervalSince1970: Double(day.number) * 86_400)
            let isThisYear = day.parts.year == today.parts.year
            let form = isThisYear ? style.day().month(.abbreviated) : style.day().month(.abbreviated).year()
            return self(.onDay, noon.formatted(form), time)
        }
    }

    /// The reader's way of writing times that have no zone.
    private var style: Date.FormatStyle {
        Date.FormatStyle(locale: locale, calendar: .gmt, timeZone: .gmt)
    }
}
