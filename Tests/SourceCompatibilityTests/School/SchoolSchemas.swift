import Foundation
import SwiftData

typealias Pupil = SchoolSchemaV3.Pupil
typealias Lesson = SchoolSchemaV3.Lesson
typealias CurrentSchoolSchema = SchoolSchemaV3

enum SchoolSchemaV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Pupil.self] }

    @Model
    final class Pupil {
        var fullName: String
        var grade: Int

        init(fullName: String, grade: Int) {
            self.fullName = fullName
            self.grade = grade
        }
    }
}

enum SchoolSchemaV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 1, 0)
    static var models: [any PersistentModel.Type] { [Pupil.self, Lesson.self] }

    @Model
    final class Pupil {
        @Attribute(originalName: "fullName") var name: String
        var grade: Int
        var lessons: [Lesson] = []

        init(name: String, grade: Int) {
            self.name = name
            self.grade = grade
        }
    }
}

extension SchoolSchemaV2 {
    @Model
    final class Lesson {
        var subject: String
        @Relationship(inverse: \Pupil.lessons) var pupils: [Pupil] = []

        init(subject: String) { self.subject = subject }
    }
}

enum SchoolSchemaV3: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Pupil.self, Lesson.self, Guardian.self] }

    @Model
    final class Pupil {
        #Unique<Pupil>([\.label, \.grade])
        #Index<Pupil>([\.grade], [\.familyName, \.givenName])

        var givenName: String = ""
        var familyName: String = ""
        var grade: Int
        @Relationship(inverse: \Lesson.pupils) var lessons: [Lesson] = []
        @Relationship(deleteRule: .cascade, inverse: \Guardian.pupil) var guardians: [Guardian] = []
        @Attribute(originalName: "name") var label: String

        init(givenName: String, familyName: String, grade: Int) {
            self.label = "\(givenName) \(familyName)"
            self.givenName = givenName
            self.familyName = familyName
            self.grade = grade
        }
    }

    @Model
    final class Lesson {
        var subject: String
        var room: String?
        var pupils: [Pupil] = []

        init(subject: String, room: String? = nil) {
            self.subject = subject
            self.room = room
        }
    }

    @Model
    final class Guardian {
        var name: String
        var pupil: SchoolSchemaV3.Pupil?

        init(name: String) { self.name = name }
    }
}
