// Names that the expansion would have chosen are taken.
let a = #Predicate<Book> { $0.title == input && $0.author?.name == value }
// ---- expands to ----
// Names that the expansion would have chosen are taken.
let a = Foundation.Predicate<Book>({ input2 in
    PredicateExpressions.build_Conjunction(
        lhs: PredicateExpressions.build_Equal(
            lhs: PredicateExpressions.build_KeyPath(root: input2, keyPath: \.title),
            rhs: PredicateExpressions.build_Arg(input)
        ),
        rhs: PredicateExpressions.build_Equal(
            lhs: PredicateExpressions.build_flatMap(
                PredicateExpressions.build_KeyPath(root: input2, keyPath: \.author),
                { value2 in
                    PredicateExpressions.build_KeyPath(root: value2, keyPath: \.name)
                }
            ),
            rhs: PredicateExpressions.build_Arg(value)
        )
    )
    })
