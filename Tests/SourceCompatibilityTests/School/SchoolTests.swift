import Foundation
import SwiftData
import Testing

@MainActor
struct SchoolTests {
    private func fillFirstVersion(_ url: URL) throws {
        let container = try ModelContainer(
            for: Schema(versionedSchema: SchoolSchemaV1.self),
            configurations: ModelConfiguration("School", url: url)
        )
        let context = ModelContext(container)
        for (name, grade) in [("Ida Berg", 3), ("Jan Berg", 1), ("Kim Ahl", 2), ("Lost Soul", 0)] {
            context.insert(SchoolSchemaV1.Pupil(fullName: name, grade: grade))
        }
        try context.save()
    }

    @Test func everyVersionIsReached() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("school.store")
        try fillFirstVersion(url)
        let container = try ModelContainer.school(at: url)
        #expect(container.schema.version == Schema.Version(2, 0, 0))
        #expect(Set(container.schema.entities.map(\.name)) == ["Pupil", "Lesson", "Guardian"])
        let byName = [SortDescriptor(\Pupil.familyName), SortDescriptor(\Pupil.givenName)]
        let pupils = try container.mainContext.fetch(FetchDescriptor<Pupil>(sortBy: byName))
        #expect(pupils.map(\.givenName) == ["Kim", "Ida", "Jan"])
        #expect(pupils.map(\.familyName) == ["Ahl", "Berg", "Berg"])
        #expect(pupils.map(\.label) == ["Kim Ahl", "Ida Berg", "Jan Berg"])
        let entity = try #require(container.schema.entity(for: Pupil.self))
        #expect(entity.uniquenessConstraints == [["label", "grade"]])
        #expect(entity.indices == [["grade"], ["familyName", "givenName"]])
    }

    @Test func middleVersion() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("school.store")
        do {
            let container = try ModelContainer(
                for: Schema(versionedSchema: SchoolSchemaV2.self),
                configurations: ModelConfiguration("School", url: url)
            )
            let context = ModelContext(container)
            let pupil = SchoolSchemaV2.Pupil(name: "Mia Ott", grade: 4)
            context.insert(pupil)
            pupil.lessons = [SchoolSchemaV2.Lesson(subject: "Art"), SchoolSchemaV2.Lesson(subject: "Math")]
            try context.save()
        }
        let container = try ModelContainer.school(at: url)
        let pupil = try #require(try container.mainContext.fetch(FetchDescriptor<Pupil>()).first)
        #expect(pupil.givenName == "Mia")
        #expect(Set(pupil.lessons.map(\.subject)) == ["Art", "Math"])
        pupil.guardians = [CurrentSchoolSchema.Guardian(name: "Ott senior")]
        try container.mainContext.save()
        let art = #Predicate<Pupil> { $0.lessons.contains { $0.subject == "Art" } && !$0.guardians.isEmpty }
        #expect(try container.mainContext.fetchCount(FetchDescriptor(predicate: art)) == 1)
    }

    @Test func compoundUnique() throws {
        let folder = try TemporaryFolder()
        let container = try ModelContainer.school(at: folder.file("school.store"))
        let context = container.mainContext
        context.insert(Pupil(givenName: "Ida", familyName: "Berg", grade: 1))
        context.insert(Pupil(givenName: "Ida", familyName: "Ahl", grade: 2))
        try context.save()
        let again = Pupil(givenName: "Ida", familyName: "Berg", grade: 1)
        context.insert(again)
        again.lessons = [Lesson(subject: "Art")]
        context.insert(Pupil(givenName: "Ida", familyName: "Berg", grade: 5))
        try context.save()
        let pupils = try ModelContext(container).fetch(FetchDescriptor<Pupil>(sortBy: [SortDescriptor(\.grade)]))
        #expect(pupils.map(\.grade) == [1, 2, 5])
        #expect(pupils.map(\.lessons.count) == [1, 0, 0])
    }

    @Test func roster() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("school.store")
        try fillFirstVersion(url)
        let container = try ModelContainer.school(at: url)
        let roster = try SchoolRoster(container: container, minimumGrade: 1)
        #expect(roster.lines == ["AHL", "- Kim", "BERG", "- Ida", "- Jan"])
        #expect(roster.title(ofSection: 1) == "Berg")
        #expect(roster.title(ofSection: 2) == nil)
        let jan = try #require(roster.observer.results.last)
        let position = try #require(roster.position(of: jan))
        #expect(position == (1, 1))
        #expect(roster.jump(to: "Ahl")?.givenName == "Kim")
        #expect(roster.observer.sections?.sectionNames == ["Ahl", "Berg"])
        jan.familyName = "Ahl"
        #expect(roster.lines == ["AHL", "- Jan", "- Kim", "BERG", "- Ida"])
        container.mainContext.insert(Pupil(givenName: "Zoe", familyName: "Zorn", grade: 7))
        #expect(roster.observer.sections?.count == 3)
        roster.observer.filterBy = #Predicate { $0.grade > 6 }
        #expect(roster.lines == ["ZORN", "- Zoe"])
    }
}
