import Foundation

@testable import SwiftData

/// Which way a random order goes, and by what name it is shown.
struct OrderWay {
    let name: String
    let order: SortOrder
    /// Texts by their characters, not as people expect.
    let isLexical: Bool
}

/// A sort descriptor, and the same order in plain Swift.
struct RandomOrder<Model> {
    /// One, in an array: as a property of its own it makes optimised builds ask for a type that Foundation keeps to itself.
    private let descriptors: [SortDescriptor<Model>]
    let text: String
    /// -1, 0 or 1.
    let compare: (Model, Model) -> Int

    var descriptor: SortDescriptor<Model> { descriptors[0] }

    init<Value>(
        _ descriptor: SortDescriptor<Model>,
        _ key: KeyPath<Model, Value>,
        _ way: OrderWay,
        _ isBefore: @escaping (Value, Value) -> Bool
    ) {
        self.init(descriptor, way) { left, right in
            let (left, right) = (left[keyPath: key], right[keyPath: key])
            return isBefore(left, right) ? -1 : isBefore(right, left) ? 1 : 0
        }
    }

    /// Nil stands first.
    init<Value>(
        _ descriptor: SortDescriptor<Model>,
        optional key: KeyPath<Model, Value?>,
        _ way: OrderWay,
        _ isBefore: @escaping (Value, Value) -> Bool
    ) {
        self.init(descriptor, way) { left, right in
            guard let right = right[keyPath: key] else { return left[keyPath: key] == nil ? 0 : 1 }
            guard let left = left[keyPath: key] else { return -1 }
            return isBefore(left, right) ? -1 : isBefore(right, left) ? 1 : 0
        }
    }

    private init(_ descriptor: SortDescriptor<Model>, _ way: OrderWay, _ compare: @escaping (Model, Model) -> Int) {
        descriptors = [descriptor]
        text = "\(way.name) \(way.order)\(way.isLexical ? " lexical" : "")"
        self.compare = way.order == .forward ? compare : { compare($1, $0) }
    }
}

extension Array where Element: PersistentModel {
    /// The number in the identifier.
    private func position(_ object: Element) -> Int64 { object.persistentModelID._rowKey ?? 0 }

    /// Sorted in plain Swift; ties by identifier, in the direction of the last order.
    func sorted(by orders: [RandomOrder<Element>]) -> [Element] {
        let direction = orders.last?.descriptor.order == .reverse ? -1 : 1
        return sorted { left, right in
            for order in orders {
                let result = order.compare(left, right)
                if result != 0 { return result < 0 }
            }
            return (position(left) < position(right)) == (direction > 0)
        }
    }
}

/// The order that people expect of texts; TextOrderTests hold it to a reference of their own.
enum LocalizedText {
    static func isBefore(_ left: String, _ right: String) -> Bool { LocalizedOrder.compare(left, right) < 0 }
}
