import Foundation
import SwiftData

@Model
final class Person {
    var givenName: String
    var familyName: String
    var born: Date?
    var died: Date?

    // A tree: one parent each side, many children.
    @Relationship(deleteRule: .nullify) var mother: Person?
    @Relationship(deleteRule: .nullify, inverse: \Person.mother) var childrenOfMother: [Person] = []
    @Relationship(deleteRule: .nullify) var father: Person?
    @Relationship(deleteRule: .nullify, inverse: \Person.father) var childrenOfFather: [Person] = []

    // One to one with itself.
    @Relationship(inverse: \Person.spouseOf) var spouse: Person?
    var spouseOf: Person?

    // Many to many with itself.
    @Relationship(inverse: \Person.godchildren) var godparents: [Person] = []
    var godchildren: [Person] = []

    @Relationship(deleteRule: .cascade, inverse: \LifeEvent.person) var events: [LifeEvent] = []

    init(_ givenName: String, _ familyName: String, mother: Person? = nil, father: Person? = nil) {
        self.givenName = givenName
        self.familyName = familyName
        self.mother = mother
        self.father = father
    }

    var children: [Person] { childrenOfMother + childrenOfFather }

    var fullName: String { "\(givenName) \(familyName)" }

    func marry(_ other: Person) {
        spouse = other
        other.spouse = self
    }

    var ancestors: [Person] {
        [mother, father].compactMap { $0 }.flatMap { [$0] + $0.ancestors }
    }
}

@Model
final class LifeEvent {
    enum Kind: String, Codable {
        case birth, marriage, emigration
        case other
    }

    var kind: Kind
    var year: Int
    var place: String?
    var person: Person?
    var witnesses: [Person] = []

    init(_ kind: Kind, year: Int, place: String? = nil) {
        self.kind = kind
        self.year = year
        self.place = place
    }
}

extension Person {
    static func grandchildren(of id: PersistentIdentifier) -> Predicate<Person> {
        let maternal = #Predicate<Person> {
            $0.mother?.mother?.persistentModelID == id || $0.mother?.father?.persistentModelID == id
        }
        let paternal = #Predicate<Person> {
            $0.father?.mother?.persistentModelID == id || $0.father?.father?.persistentModelID == id
        }
        return #Predicate { maternal.evaluate($0) || paternal.evaluate($0) }
    }

    static let orphans = #Predicate<Person> { $0.mother == nil && $0.father == nil }
}
