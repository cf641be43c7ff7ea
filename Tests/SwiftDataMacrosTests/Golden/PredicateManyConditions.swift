// From three conditions on each is type-checked on its own.
let a = #Predicate<Book> { $0.title == text && ($0.pages > 3 || $0.done) && !$0.lost }
// ---- expands to ----
// From three conditions on each is type-checked on its own.
let a = Foundation.Predicate<Book>({ input in
    let condition = PredicateExpressions.build_Equal(
        lhs: PredicateExpressions.build_KeyPath(root: input, keyPath: \.title),
        rhs: PredicateExpressions.build_Arg(text)
    )
    let condition2 = PredicateExpressions.build_Comparison(
        lhs: PredicateExpressions.build_KeyPath(root: input, keyPath: \.pages),
        rhs: PredicateExpressions.build_Arg(3),
        op: .greaterThan
    )
    let condition3 = PredicateExpressions.build_KeyPath(root: input, keyPath: \.done)
    let condition4 = PredicateExpressions.build_KeyPath(root: input, keyPath: \.lost)
    return PredicateExpressions.build_Conjunction(
        lhs: PredicateExpressions.build_Conjunction(
            lhs: condition,
            rhs: PredicateExpressions.build_Disjunction(lhs: condition2, rhs: condition3)
        ),
        rhs: PredicateExpressions.build_Negation(condition4)
    )
    })
