import Foundation
import SwiftData
import Synchronization

// Versions as an app that ships for years has them: classes that did not change are aliases of older ones, and the plan's
// list of versions was not always kept up to date.

enum ShowsV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Episode.self, Viewing.self, Cover.self] }

    @Model final class Episode {
        var title: String
        @Relationship(deleteRule: .cascade, inverse: \Viewing.episode) var viewings: [Viewing]? = []

        init(_ title: String) { self.title = title }
    }

    @Model final class Viewing {
        var date: Date?
        var episode: Episode?

        init(_ date: Date?, of episode: Episode) {
            self.date = date
            self.episode = episode
        }
    }

    @Model final class Cover {
        var address: String
        var bytes: Data

        init(_ address: String) {
            self.address = address
            bytes = Data(address.utf8)
        }
    }
}

/// `Episode` is declared anew, the class that leads back to it is the older one.
enum ShowsV1p1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 1, 0)
    static var models: [any PersistentModel.Type] { [Episode.self, Viewing.self, Cover.self] }
    typealias Viewing = ShowsV1.Viewing

    @Model final class Episode {
        var title: String
        var isBookmarked = false
        @Relationship(deleteRule: .cascade, inverse: \ShowsV1.Viewing.episode) var viewings: [Viewing]? = []

        init(_ title: String) { self.title = title }
    }

    /// A required property without a default value, and one of another type.
    @Model final class Cover {
        var address: URL
        var bytes: Data
        var color: String

        init(_ address: URL, color: String) {
            self.address = address
            self.color = color
            bytes = Data()
        }
    }
}

enum ShowsV1p2: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 2, 0)
    static var models: [any PersistentModel.Type] { [Episode.self, Cover.self] }
    typealias Cover = ShowsV1p1.Cover

    @Model final class Episode {
        var title: String
        var isBookmarked = false
        var viewed: Date?

        init(_ title: String) { self.title = title }
    }
}

enum ShowsV1p3: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 3, 0)
    static var models: [any PersistentModel.Type] { [Episode.self, Cover.self] }
    typealias Cover = ShowsV1p1.Cover

    @Model final class Episode {
        var title: String
        var isBookmarked = false
        var viewed: Date?
        var summary: String?

        init(_ title: String) { self.title = title }
    }
}

typealias Episode = ShowsV1p3.Episode

/// The list ends two versions before the stages do.
enum ShowsPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [ShowsV1.self, ShowsV1p1.self] }
    static var stages: [MigrationStage] { [first, second, third] }

    private static let viewed = Mutex<[PersistentIdentifier: Date]>([:])

    static let first = MigrationStage.custom(
        fromVersion: ShowsV1.self,
        toVersion: ShowsV1p1.self,
        willMigrate: { context in
            try context.delete(model: ShowsV1.Cover.self)
            try context.save()
        },
        didMigrate: nil
    )

    static let second = MigrationStage.custom(
        fromVersion: ShowsV1p1.self,
        toVersion: ShowsV1p2.self,
        willMigrate: { context in
            for episode in try context.fetch(FetchDescriptor<ShowsV1p1.Episode>()) {
                let last = episode.viewings?.compactMap(\.date).max()
                viewed.withLock { $0[episode.persistentModelID] = last }
            }
            try context.delete(model: ShowsV1.Viewing.self)
            try context.save()
        },
        didMigrate: { context in
            for (identifier, date) in viewed.withLock({ $0 }) {
                guard let episode = context.model(for: identifier) as? ShowsV1p2.Episode else { continue }
                episode.viewed = date
            }
            try context.save()
        }
    )

    static let third = MigrationStage.custom(
        fromVersion: ShowsV1p2.self,
        toVersion: ShowsV1p3.self,
        willMigrate: nil,
        didMigrate: nil
    )
}

/// The list has a gap, which the stages fill from both ends.
enum GapPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [ShowsV1.self, ShowsV1p3.self] }
    static var stages: [MigrationStage] { [ShowsPlan.third, ShowsPlan.second, ShowsPlan.first] }
}

/// The stages say everything.
enum UnlistedPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [] }
    static var stages: [MigrationStage] { [ShowsPlan.first, ShowsPlan.second, ShowsPlan.third] }
}

// Required properties that existing objects have no value for, or one of another type.

enum LedgerV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Entry.self] }

    @Model final class Entry {
        var text: String
        var account: String?
        var amount: String

        init(_ text: String, account: String?, amount: String = "") {
            self.text = text
            self.account = account
            self.amount = amount
        }
    }
}

/// The account is required, and so are the currency and the rate, which are new.
enum LedgerV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Entry.self] }

    @Model final class Entry {
        var text: String
        var account: String
        var amount: String
        var currency: String
        var rate: Double

        init(_ text: String) {
            self.text = text
            account = ""
            amount = ""
            currency = ""
            rate = 0
        }
    }
}

/// The amount is a number.
enum LedgerV3: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { [Entry.self] }

    @Model final class Entry {
        var text: String
        var account: String?
        var amount: Int

        init(_ text: String) {
            self.text = text
            amount = 0
        }
    }
}

// A relationship whose target gets another class, and a value that becomes a relationship.

enum ToursV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Tour.self, Stop.self] }

    @Model final class Tour {
        var name: String
        var guide: String
        @Relationship(deleteRule: .cascade, inverse: \Stop.tour) var stops: [Stop] = []

        init(_ name: String, guide: String) {
            self.name = name
            self.guide = guide
        }
    }

    @Model final class Stop {
        var name: String
        var tour: Tour?

        init(_ name: String) { self.name = name }
    }
}

enum ToursV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Tour.self, Place.self, Guide.self] }

    @Model final class Tour {
        var name: String
        var guide: Guide
        @Relationship(deleteRule: .cascade, inverse: \Place.tour) var stops: [Place] = []

        init(_ name: String, guide: Guide) {
            self.name = name
            self.guide = guide
        }
    }

    @Model final class Place {
        var title: String
        var tour: Tour?

        init(_ title: String) { self.title = title }
    }

    @Model final class Guide {
        var name: String

        init(_ name: String) { self.name = name }
    }
}

/// Stages with the code that a test gives, between two versions.
protocol TestPlan: SchemaMigrationPlan {
    associatedtype Old: VersionedSchema
    associatedtype New: VersionedSchema
    static var code: Mutex<StageCode> { get }
}

/// The two halves of a stage.
struct StageCode {
    var willMigrate: (@Sendable (ModelContext) throws -> Void)?
    var didMigrate: (@Sendable (ModelContext) throws -> Void)?
}

extension TestPlan {
    static var schemas: [any VersionedSchema.Type] { [Old.self, New.self] }
    static var stages: [MigrationStage] {
        let code = code.withLock { $0 }
        return [
            .custom(
                fromVersion: Old.self,
                toVersion: New.self,
                willMigrate: code.willMigrate,
                didMigrate: code.didMigrate
            )
        ]
    }
}

enum RequiredPlan: TestPlan {
    typealias Old = LedgerV1
    typealias New = LedgerV2
    static let code = Mutex(StageCode())
}

enum TypePlan: TestPlan {
    typealias Old = LedgerV1
    typealias New = LedgerV3
    static let code = Mutex(StageCode())
}

enum ToursPlan: TestPlan {
    typealias Old = ToursV1
    typealias New = ToursV2
    static let code = Mutex(StageCode())
}

// Every class has a new name. The objects of the new version are made while the old ones can be read.

enum CardsV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Card.self, Card.Line.self] }

    @Model final class Card {
        var day: Int
        @Relationship(deleteRule: .cascade, inverse: \Line.card) var lines: [Line] = []

        init(day: Int) { self.day = day }

        @Model final class Line {
            var minutes: Int
            var card: Card?

            init(minutes: Int) { self.minutes = minutes }
        }
    }
}

enum CardsV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 3, 0)
    static var models: [any PersistentModel.Type] { [DatedCard.self, DatedCard.DatedLine.self] }

    @Model final class DatedCard {
        var start: Date
        @Relationship(deleteRule: .cascade, inverse: \DatedLine.card) var lines: [DatedLine]

        init(start: Date, lines: [DatedLine]) {
            self.start = start
            self.lines = lines
        }

        @Model final class DatedLine {
            var end: Date
            var card: DatedCard?

            init(end: Date) { self.end = end }
        }
    }
}

enum CardsPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [CardsV1.self, CardsV2.self] }
    static var stages: [MigrationStage] { [rename] }

    nonisolated(unsafe) private static var made: [CardsV2.DatedCard] = []

    static let rename = MigrationStage.custom(
        fromVersion: CardsV1.self,
        toVersion: CardsV2.self,
        willMigrate: { context in
            made = try context.fetch(FetchDescriptor<CardsV1.Card>(sortBy: [SortDescriptor(\.day)])).map { card in
                let start = Date(timeIntervalSinceReferenceDate: Double(card.day) * 86_400)
                return CardsV2.DatedCard(
                    start: start,
                    lines: card.lines.map { CardsV2.DatedCard.DatedLine(end: start + Double($0.minutes) * 60) }
                )
            }
        },
        didMigrate: { context in
            made.forEach { context.insert($0) }
            try context.save()
            made = []
        }
    )
}

// A key that becomes unique after duplicates went, and a class that moves below another.

enum MembersV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Member.self] }

    @Model final class Member {
        var name: String
        var visits: Int
        var nickname: String?

        init(_ name: String, visits: Int, nickname: String? = nil) {
            self.name = name
            self.visits = visits
            self.nickname = nickname
        }
    }
}

/// The nickname is unique and required, and so nothing can stand in for it.
enum MembersV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Member.self] }

    @Model final class Member {
        @Attribute(.unique) var name: String
        var visits: Int
        @Attribute(.unique) var nickname: String

        init(_ name: String) {
            self.name = name
            visits = 0
            nickname = name
        }
    }
}

enum MembersPlan: TestPlan {
    typealias Old = MembersV1
    typealias New = MembersV2
    static let code = Mutex(StageCode())
}

// A class of an older version whose own relationship, with its inverse and rule, leads to a class that is declared anew.

enum RacksV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Rack.self, Box.self] }

    @Model final class Rack {
        var name: String
        @Relationship(deleteRule: .cascade, inverse: \Box.rack) var boxes: [Box] = []
        @Relationship(deleteRule: .nullify) var first: Box?

        init(_ name: String) { self.name = name }
    }

    @Model final class Box {
        var label: String
        var rack: Rack?

        init(_ label: String) { self.label = label }
    }
}

enum RacksV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Rack.self, Box.self] }
    typealias Rack = RacksV1.Rack

    @Model final class Box {
        var label: String
        var weight: Int?
        var rack: Rack?

        init(_ label: String) { self.label = label }
    }
}
