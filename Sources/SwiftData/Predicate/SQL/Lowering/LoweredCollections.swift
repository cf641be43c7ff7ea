import Foundation

extension PredicateExpressions.CollectionContainsCollection: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.node(.containsCollection, self, form.lower(base), form.lower(other))
    }
}

extension PredicateExpressions.CollectionIndexSubscript: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.unsupported(Output.self, reason: "a member by index")
    }
}

extension PredicateExpressions.CollectionRangeSubscript: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.unsupported(Output.self, reason: "a slice by indices")
    }
}

extension PredicateExpressions.DictionaryKeySubscript: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.node(.dictionaryValue, self, form.lower(wrapped), form.lower(key))
    }
}

extension PredicateExpressions.DictionaryKeyDefaultValueSubscript: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.unsupported(Output.self, reason: "a dictionary member with a default")
    }
}
