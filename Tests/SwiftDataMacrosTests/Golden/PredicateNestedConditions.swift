// Conditions are type-checked one by one in inner closures and under a negation too.
let a = #Predicate<Book> { book in
    !(book.done || book.lost || book.pages > 3) && book.tags.contains { $0.on && $0.label == text && !$0.label.isEmpty }
}
let b = #Predicate<Book> { book in
    if let author = book.author { author.age > 3 && author.name == text && author.alive } else { false }
}
// ---- expands to ----
// Conditions are type-checked one by one in inner closures and under a negation too.
let a = Foundation.Predicate<Book>({ book in
    let condition4 = PredicateExpressions.build_KeyPath(root: book, keyPath: \.done)
    let condition5 = PredicateExpressions.build_KeyPath(root: book, keyPath: \.lost)
    let condition6 = PredicateExpressions.build_Comparison(
        lhs: PredicateExpressions.build_KeyPath(root: book, keyPath: \.pages),
        rhs: PredicateExpressions.build_Arg(3),
        op: .greaterThan
    )
    let condition7 = PredicateExpressions.build_contains(
        PredicateExpressions.build_KeyPath(root: book, keyPath: \.tags),
        where: { input in
            let condition = PredicateExpressions.build_KeyPath(root: input, keyPath: \.on)
            let condition2 = PredicateExpressions.build_Equal(
                lhs: PredicateExpressions.build_KeyPath(root: input, keyPath: \.label),
                rhs: PredicateExpressions.build_Arg(text)
            )
            let condition3 = PredicateExpressions.build_KeyPath(
                root: PredicateExpressions.build_KeyPath(root: input, keyPath: \.label),
                keyPath: \.isEmpty
            )
            return PredicateExpressions.build_Conjunction(
                lhs: PredicateExpressions.build_Conjunction(lhs: condition, rhs: condition2),
                rhs: PredicateExpressions.build_Negation(condition3)
            )
        }
    )
    return PredicateExpressions.build_Conjunction(
        lhs: PredicateExpressions.build_Negation(
            PredicateExpressions.build_Disjunction(
                lhs: PredicateExpressions.build_Disjunction(lhs: condition4, rhs: condition5),
                rhs: condition6
            )
        ),
        rhs: condition7
    )
    })
let b = Foundation.Predicate<Book>({ book in
    PredicateExpressions.build_NilCoalesce(
        lhs: PredicateExpressions.build_flatMap(
            PredicateExpressions.build_KeyPath(root: book, keyPath: \.author),
            { author in
                let condition = PredicateExpressions.build_Comparison(
                    lhs: PredicateExpressions.build_KeyPath(root: author, keyPath: \.age),
                    rhs: PredicateExpressions.build_Arg(3),
                    op: .greaterThan
                )
                let condition2 = PredicateExpressions.build_Equal(
                    lhs: PredicateExpressions.build_KeyPath(root: author, keyPath: \.name),
                    rhs: PredicateExpressions.build_Arg(text)
                )
                let condition3 = PredicateExpressions.build_KeyPath(root: author, keyPath: \.alive)
                return PredicateExpressions.build_Conjunction(
                    lhs: PredicateExpressions.build_Conjunction(
                        lhs: condition,
                        rhs: condition2
                    ),
                    rhs: condition3
                )
            }
        ),
        rhs: PredicateExpressions.build_Arg(false)
    )
    })
