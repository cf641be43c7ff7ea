let a = #Predicate<Book> { $0.pages * 2 + 1 - 3 == 4 }
let b = #Predicate<Book> { $0.pages / 2 > $0.pages % 2 }
let c = #Predicate<Book> { -$0.pages < 0 && $0.pages.isMultiple(of: 3) }
// ---- expands to ----
let a = Foundation.Predicate<Book>({ input in
    PredicateExpressions.build_Equal(
        lhs: PredicateExpressions.build_Arithmetic(
            lhs: PredicateExpressions.build_Arithmetic(
                lhs: PredicateExpressions.build_Arithmetic(
                    lhs: PredicateExpressions.build_KeyPath(root: input, keyPath: \.pages),
                    rhs: PredicateExpressions.build_Arg(2),
                    op: .multiply
                ),
                rhs: PredicateExpressions.build_Arg(1),
                op: .add
            ),
            rhs: PredicateExpressions.build_Arg(3),
            op: .subtract
        ),
        rhs: PredicateExpressions.build_Arg(4)
    )
    })
let b = Foundation.Predicate<Book>({ input in
    PredicateExpressions.build_Comparison(
        lhs: PredicateExpressions.build_Division(
            lhs: PredicateExpressions.build_KeyPath(root: input, keyPath: \.pages),
            rhs: PredicateExpressions.build_Arg(2)
        ),
        rhs: PredicateExpressions.build_Remainder(
            lhs: PredicateExpressions.build_KeyPath(root: input, keyPath: \.pages),
            rhs: PredicateExpressions.build_Arg(2)
        ),
        op: .greaterThan
    )
    })
let c = Foundation.Predicate<Book>({ input in
    PredicateExpressions.build_Conjunction(
        lhs: PredicateExpressions.build_Comparison(
            lhs: PredicateExpressions.build_UnaryMinus(
                PredicateExpressions.build_KeyPath(root: input, keyPath: \.pages)
            ),
            rhs: PredicateExpressions.build_Arg(0),
            op: .lessThan
        ),
        rhs: PredicateExpressions.build_Equal(
            lhs: PredicateExpressions.build_Remainder(
                lhs: PredicateExpressions.build_KeyPath(root: input, keyPath: \.pages),
                rhs: PredicateExpressions.build_Arg(3)
            ),
            rhs: PredicateExpressions.build_Arg(0)
        )
    )
    })
