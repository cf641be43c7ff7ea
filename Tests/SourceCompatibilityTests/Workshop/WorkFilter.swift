import Foundation
import SwiftData

/// A filter that the user puts together from rules.
struct WorkFilter {
    enum Rule {
        case text(any KeyPath<WorkOrder, String> & Sendable, contains: String)
        case number(any KeyPath<WorkOrder, Double> & Sendable, atLeast: Double)
        case hasParts(Bool)
        case partPrice(above: Decimal)
        case not(Predicate<WorkOrder>)
    }

    var rules: [Rule] = []
    var matchesAll = true

    var predicate: Predicate<WorkOrder> {
        let parts = rules.map(Self.predicate)
        guard var result = parts.first else { return .true }
        for next in parts.dropFirst() {
            let previous = result
            result =
                matchesAll
                ? #Predicate { previous.evaluate($0) && next.evaluate($0) }
                : #Predicate { previous.evaluate($0) || next.evaluate($0) }
        }
        return result
    }

    private static func predicate(_ rule: Rule) -> Predicate<WorkOrder> {
        switch rule {
        case .text(let keyPath, let text): contains(keyPath, text)
        case .number(let keyPath, let minimum): atLeast(keyPath, minimum)
        case .hasParts(let expected): #Predicate { $0.parts.isEmpty != expected }
        case .partPrice(let price): #Predicate { $0.parts.contains { $0.price > price } }
        case .not(let other): #Predicate { !other.evaluate($0) }
        }
    }

    private static func contains<M: PersistentModel>(
        _ keyPath: any KeyPath<M, String> & Sendable,
        _ text: String
    ) -> Predicate<M> {
        Predicate<M> { model in
            PredicateExpressions.build_contains(
                PredicateExpressions.build_KeyPath(root: PredicateExpressions.build_Arg(model), keyPath: keyPath),
                PredicateExpressions.build_Arg(text)
            )
        }
    }

    private static func atLeast<M: PersistentModel, V: Comparable & Codable & Sendable>(
        _ keyPath: any KeyPath<M, V> & Sendable,
        _ value: V
    ) -> Predicate<M> {
        Predicate<M> { model in
            PredicateExpressions.build_Comparison(
                lhs: PredicateExpressions.build_KeyPath(
                    root: PredicateExpressions.build_Arg(model),
                    keyPath: keyPath
                ),
                rhs: PredicateExpressions.build_Arg(value),
                op: .greaterThanOrEqual
            )
        }
    }
}
