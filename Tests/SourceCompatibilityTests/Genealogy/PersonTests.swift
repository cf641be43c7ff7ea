import Foundation
import SwiftData
import Testing

struct PersonTests {
    let folder: TemporaryFolder
    let container: ModelContainer
    let context: ModelContext
    let ruth: Person
    let karl: Person
    let eva: Person
    let tom: Person
    let lea: Person

    init() throws {
        folder = try TemporaryFolder()
        container = try ModelContainer(
            for: Person.self,
            configurations: ModelConfiguration(url: folder.file("family.store"))
        )
        context = ModelContext(container)
        ruth = Person("Ruth", "Amsel")
        karl = Person("Karl", "Amsel")
        eva = Person("Eva", "Amsel", mother: ruth, father: karl)
        tom = Person("Tom", "Fink")
        lea = Person("Lea", "Fink", mother: eva, father: tom)
        // Inserting the youngest takes everybody along.
        context.insert(lea)
        try context.save()
    }

    private func names(_ predicate: Predicate<Person>) throws -> [String] {
        try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.givenName)])).map(\.givenName)
    }

    @Test func reachableObjectsAreInserted() throws {
        #expect(try context.fetchCount(FetchDescriptor<Person>()) == 5)
        #expect(ruth.modelContext === context)
        #expect(lea.ancestors.map(\.givenName) == ["Eva", "Ruth", "Karl", "Tom"])
        #expect(ruth.children.map(\.givenName) == ["Eva"])
        #expect(tom.children.map(\.givenName) == ["Lea"])
    }

    @Test func selfReferencesAreKeptInTheFile() throws {
        let other = ModelContext(
            try ModelContainer(
                for: Person.self,
                configurations: ModelConfiguration(url: folder.file("family.store"))
            )
        )
        let copy = try #require(
            try other.fetch(
                FetchDescriptor<Person>(predicate: #Predicate { $0.givenName == "Lea" })
            ).first
        )
        #expect(copy.mother?.mother?.fullName == "Ruth Amsel")
        #expect(copy.mother?.father?.children.first === copy.mother)
    }

    @Test func deepPredicates() throws {
        #expect(try names(Person.grandchildren(of: ruth.persistentModelID)) == ["Lea"])
        #expect(try names(Person.grandchildren(of: tom.persistentModelID)) == [])
        #expect(try names(Person.orphans) == ["Karl", "Ruth", "Tom"])
        #expect(try names(#Predicate { $0.mother?.familyName == "Amsel" }) == ["Eva", "Lea"])
        #expect(try names(#Predicate { $0.mother?.familyName != "Amsel" }) == ["Karl", "Ruth", "Tom"])
        #expect(try names(#Predicate { !$0.childrenOfFather.isEmpty }) == ["Karl", "Tom"])
        #expect(try names(#Predicate { $0.childrenOfMother.contains { $0.givenName == "Lea" } }) == ["Eva"])
    }

    @Test func oneToOneWithItself() throws {
        ruth.marry(karl)
        try context.save()
        #expect(ruth.spouse === karl)
        #expect(karl.spouse === ruth)
        #expect(ruth.spouseOf === karl)
        ruth.spouse = tom
        try context.save()
        #expect(karl.spouseOf == nil)
        #expect(tom.spouseOf === ruth)
    }

    @Test func manyToManyWithItself() throws {
        lea.godparents = [ruth, tom]
        eva.godparents = [tom]
        try context.save()
        #expect(tom.godchildren.map(\.givenName).sorted() == ["Eva", "Lea"])
        tom.godchildren.removeAll()
        try context.save()
        #expect(lea.godparents.map(\.givenName) == ["Ruth"])
        #expect(eva.godparents.isEmpty)
    }

    @Test func deletingAParentNullifies() throws {
        let event = LifeEvent(.emigration, year: 1951, place: "Bremen")
        eva.events.append(event)
        event.witnesses = [tom, karl]
        try context.save()

        context.delete(karl)
        try context.save()
        #expect(eva.father == nil)
        #expect(event.witnesses.map(\.givenName) == ["Tom"])
        context.delete(eva)
        try context.save()
        #expect(lea.mother == nil)
        #expect(ruth.children.isEmpty)
        #expect(try context.fetchCount(FetchDescriptor<LifeEvent>()) == 0)
        #expect(try context.fetchCount(FetchDescriptor<Person>()) == 3)
    }

    @Test func sortsThroughToOne() throws {
        let descriptor = FetchDescriptor<Person>(sortBy: [
            SortDescriptor(\.mother?.givenName, order: .reverse), SortDescriptor(\.givenName),
        ])
        #expect(try context.fetch(descriptor).map(\.givenName) == ["Eva", "Lea", "Karl", "Ruth", "Tom"])
    }
}
