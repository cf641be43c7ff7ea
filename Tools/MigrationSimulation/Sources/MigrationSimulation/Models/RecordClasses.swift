import SwiftData

// The classes of entities. What an entity inherits from differs by version, so an entity has a class for each way up,
// all with its name. The parameter tells versions apart.

/// Tells the classes of one version from those of another.
protocol VersionTag {
    static var number: Int { get }
}

enum Tag0: VersionTag { static let number = 0 }
enum Tag1: VersionTag { static let number = 1 }
enum Tag2: VersionTag { static let number = 2 }
enum Tag3: VersionTag { static let number = 3 }
enum Tag4: VersionTag { static let number = 4 }
enum Tag5: VersionTag { static let number = 5 }
enum Tag6: VersionTag { static let number = 6 }
enum Tag7: VersionTag { static let number = 7 }

enum Roots {
    class Being<Tag>: Record {}
    class Animal<Tag>: Record {}
    class Dog<Tag>: Record {}
    class Cat<Tag>: Record {}
    class Keeper<Tag>: Record {}
    class Badge<Tag>: Record {}
}

enum BelowBeing {
    class Animal<Tag>: Roots.Being<Tag> {}
    class Dog<Tag>: Roots.Being<Tag> {}
    class Keeper<Tag>: Roots.Being<Tag> {}
}

enum BelowAnimal {
    class Dog<Tag>: Roots.Animal<Tag> {}
    class Cat<Tag>: Roots.Animal<Tag> {}
}

enum BelowBeingAnimal {
    class Dog<Tag>: BelowBeing.Animal<Tag> {}
    class Cat<Tag>: BelowBeing.Animal<Tag> {}
}

enum BelowDog {
    class Cat<Tag>: Roots.Dog<Tag> {}
}

enum BelowBeingDog {
    class Cat<Tag>: BelowBeing.Dog<Tag> {}
}

enum BelowAnimalDog {
    class Cat<Tag>: BelowAnimal.Dog<Tag> {}
}

enum BelowBeingAnimalDog {
    class Cat<Tag>: BelowBeingAnimal.Dog<Tag> {}
}

/// Finds the classes of a version's entities.
enum RecordClasses {
    /// The entities that there may be.
    static let entities = ["Being", "Animal", "Dog", "Cat", "Keeper", "Badge"]
    /// What each may inherit from.
    static let parents = [
        "Animal": ["Being"], "Dog": ["Animal", "Being"], "Cat": ["Animal", "Dog"], "Keeper": ["Being"],
    ]
    /// How many versions have classes of their own.
    static let tags = 8

    /// The class of each entity of a version.
    static func classes(of shape: SchemaShape, tag: Int) -> [String: Record.Type] {
        let known = byTag[tag % tags]
        let found = shape.entities.compactMap { entity in
            let path = shape.lineage(of: entity.name).reversed().map(\.name).joined(separator: "/")
            return known[path].map { (entity.name, $0) }
        }
        return Dictionary(found, uniquingKeysWith: { first, _ in first })
    }

    private static let byTag: [[String: Record.Type]] = [
        byPath(Tag0.self), byPath(Tag1.self), byPath(Tag2.self), byPath(Tag3.self), byPath(Tag4.self),
        byPath(Tag5.self), byPath(Tag6.self), byPath(Tag7.self),
    ]

    private static func byPath<Tag>(_ tag: Tag.Type) -> [String: Record.Type] {
        [
            "Being": Roots.Being<Tag>.self, "Animal": Roots.Animal<Tag>.self, "Dog": Roots.Dog<Tag>.self,
            "Cat": Roots.Cat<Tag>.self, "Keeper": Roots.Keeper<Tag>.self, "Badge": Roots.Badge<Tag>.self,
            "Being/Animal": BelowBeing.Animal<Tag>.self, "Being/Dog": BelowBeing.Dog<Tag>.self,
            "Being/Keeper": BelowBeing.Keeper<Tag>.self, "Animal/Dog": BelowAnimal.Dog<Tag>.self,
            "Animal/Cat": BelowAnimal.Cat<Tag>.self, "Being/Animal/Dog": BelowBeingAnimal.Dog<Tag>.self,
            "Being/Animal/Cat": BelowBeingAnimal.Cat<Tag>.self, "Dog/Cat": BelowDog.Cat<Tag>.self,
            "Being/Dog/Cat": BelowBeingDog.Cat<Tag>.self, "Animal/Dog/Cat": BelowAnimalDog.Cat<Tag>.self,
            "Being/Animal/Dog/Cat": BelowBeingAnimalDog.Cat<Tag>.self,
        ]
    }
}
