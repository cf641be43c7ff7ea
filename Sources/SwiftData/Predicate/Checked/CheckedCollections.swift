import Foundation

// Collections and ranges: each test sees one element.

extension PredicateExpressions.SequenceContains: CheckedExpression {
    func checked(_ bindings: PredicateBindings) throws -> Bool {
        try sequence.checkedValue(bindings).contains(element.checkedValue(bindings))
    }
}

extension PredicateExpressions.SequenceContainsWhere: CheckedExpression {
    func checked(_ bindings: PredicateBindings) throws -> Bool {
        try sequence.checkedValue(bindings).contains { try test.checkedValue(bindings, variable, $0) }
    }
}

extension PredicateExpressions.SequenceAllSatisfy: CheckedExpression {
    func checked(_ bindings: PredicateBindings) throws -> Bool {
        try sequence.checkedValue(bindings).allSatisfy { try test.checkedValue(bindings, variable, $0) }
    }
}

extension PredicateExpressions.Filter: CheckedExpression {
    func checked(_ bindings: PredicateBindings) throws -> Output {
        try sequence.checkedValue(bindings).filter { try filter.checkedValue(bindings, variable, $0) }
    }
}

extension PredicateExpressions.SequenceMinimum: CheckedExpression {
    func checked(_ bindings: PredicateBindings) throws -> Output { try elements.checkedValue(bindings).min() }
}

extension PredicateExpressions.SequenceMaximum: CheckedExpression {
    func checked(_ bindings: PredicateBindings) throws -> Output { try elements.checkedValue(bindings).max() }
}

extension PredicateExpressions.SequenceStartsWith: CheckedExpression {
    func checked(_ bindings: PredicateBindings) throws -> Bool {
        try base.checkedValue(bindings).starts(with: prefix.checkedValue(bindings))
    }
}

extension PredicateExpressions.CollectionIndexSubscript: CheckedExpression {
    func checked(_ bindings: PredicateBindings) throws -> Output {
        let collection = try wrapped.checkedValue(bindings)
        let position = try index.checkedValue(bindings)
        guard position >= collection.startIndex, position < collection.endIndex else {
            throw ValuelessExpression(reason: "a position outside of the collection")
        }
        return collection[position]
    }
}

extension PredicateExpressions.CollectionRangeSubscript: CheckedExpression {
    func checked(_ bindings: PredicateBindings) throws -> Output {
        let collection = try wrapped.checkedValue(bindings)
        let positions = try range.checkedValue(bindings)
        guard positions.lowerBound >= collection.startIndex, positions.upperBound <= collection.endIndex else {
            throw ValuelessExpression(reason: "positions outside of the collection")
        }
        return collection[positions]
    }
}

extension PredicateExpressions.DictionaryKeySubscript: CheckedExpression {
    func checked(_ bindings: PredicateBindings) throws -> Output {
        try wrapped.checkedValue(bindings)[key.checkedValue(bindings)]
    }
}

extension PredicateExpressions.DictionaryKeyDefaultValueSubscript: CheckedExpression {
    func checked(_ bindings: PredicateBindings) throws -> Output {
        let dictionary = try wrapped.checkedValue(bindings)
        return try dictionary[key.checkedValue(bindings)] ?? self.default.checkedValue(bindings)
    }
}

// MARK: - Ranges

extension PredicateExpressions.Range: CheckedExpression {
    func checked(_ bindings: PredicateBindings) throws -> Output {
        let bounds = try (lower.checkedValue(bindings), upper.checkedValue(bindings))
        guard bounds.0 <= bounds.1 else { throw ValuelessExpression(reason: "bounds the wrong way round") }
        return bounds.0..<bounds.1
    }
}

extension PredicateExpressions.ClosedRange: CheckedExpression {
    func checked(_ bindings: PredicateBindings) throws -> Output {
        let bounds = try (lower.checkedValue(bindings), upper.checkedValue(bindings))
        guard bounds.0 <= bounds.1 else { throw ValuelessExpression(reason: "bounds the wrong way round") }
        return bounds.0...bounds.1
    }
}

extension PredicateExpressions.RangeExpressionContains: CheckedExpression {
    func checked(_ bindings: PredicateBindings) throws -> Bool {
        try range.checkedValue(bindings).contains(element.checkedValue(bindings))
    }
}
