import Foundation
import SwiftData
import Testing

/// What a schema tells of itself, by the names that Apple's has.
@Suite struct SchemaSurfaceTests {
    private let schema = Schema([Vehicle.self, Car.self, Lorry.self, Roadster.self, Trailer.self, Garage.self])

    @Test func anEntityKnowsItsOwnAndItsInheritedProperties() throws {
        let car = try #require(schema.entitiesByName["Car"])
        #expect(car.storedProperties.map(\.name) == ["doors"])
        #expect(car.storedPropertiesByName["doors"]?.valueType == Int.self)
        #expect(car.storedPropertiesByName["plate"] == nil)
        #expect(car.inheritedPropertiesByName["plate"]?.isUnique == true)
    }

    @Test func aRelationshipKnowsTheKeyPathThatLeadsBack() throws {
        let garage = try #require(schema.entitiesByName["Garage"])
        let vehicles = try #require(garage.relationshipsByName["vehicles"])
        #expect(vehicles.inverseKeyPath == \Vehicle.garage && vehicles.inverseName == "garage")
        #expect(vehicles.destination == "Vehicle" && !vehicles.isToOneRelationship)
    }

    @Test func constraintsAreKeyPaths() throws {
        let unique = Schema.Unique<Vehicle>([\.plate], [\.wheels, \.plate])
        #expect(unique.constraints == [[\Vehicle.plate], [\Vehicle.wheels, \Vehicle.plate]])
        let decoded = try JSONDecoder().decode(Schema.Unique<Vehicle>.self, from: JSONEncoder().encode(unique))
        #expect(decoded == unique)
    }

    @Test func valuesCanBeReadAndReplacedByKeyPath() {
        let car = Car("C1", doors: 5)
        car.setTransformableValue(forKey: \.plate, to: "C2")
        #expect(car.getTransformableValue(forKey: \.plate) == "C2" && car.plate == "C2")
        let garage = Garage("home")
        garage.persistentBackingData.setTransformableValue(forKey: \.name, to: "away")
        #expect(garage.persistentBackingData.getTransformableValue(forKey: \.name) == "away")
        #expect(garage.name == "away")
    }
}
