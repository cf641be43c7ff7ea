let a = #Predicate<Book> { $0.author?.name == name }
let b = #Predicate<Book> { $0.author?.nick?.count ?? 0 > 3 }
let c = #Predicate<Book> { $0.author == nil }
let d = #Predicate<Book> { $0.author!.age > 3 }
let e = #Predicate<Book> { $0.author?.nick!.contains("a") == true }
let f = #Predicate<Book> { $0.author.flatMap { $0.nick } != nil }
// ---- expands to ----
let a = Foundation.Predicate<Book>({ input in
    PredicateExpressions.build_Equal(
        lhs: PredicateExpressions.build_flatMap(
            PredicateExpressions.build_KeyPath(root: input, keyPath: \.author),
            { value in
                    PredicateExpressions.build_KeyPath(root: value, keyPath: \.name)
                }
        ),
        rhs: PredicateExpressions.build_Arg(name)
    )
    })
let b = Foundation.Predicate<Book>({ input in
    PredicateExpressions.build_Comparison(
        lhs: PredicateExpressions.build_NilCoalesce(
            lhs: PredicateExpressions.build_flatMap(
                PredicateExpressions.build_KeyPath(root: input, keyPath: \.author),
                { value in
                    PredicateExpressions.build_flatMap(
                        PredicateExpressions.build_KeyPath(root: value, keyPath: \.nick),
                        { value2 in
                            PredicateExpressions.build_KeyPath(
                                root: value2,
                                keyPath: \.count
                            )
                        }
                    )
                }
            ),
            rhs: PredicateExpressions.build_Arg(0)
        ),
        rhs: PredicateExpressions.build_Arg(3),
        op: .greaterThan
    )
    })
let c = Foundation.Predicate<Book>({ input in
    PredicateExpressions.build_Equal(
        lhs: PredicateExpressions.build_KeyPath(root: input, keyPath: \.author),
        rhs: PredicateExpressions.build_NilLiteral()
    )
    })
let d = Foundation.Predicate<Book>({ input in
    PredicateExpressions.build_Comparison(
        lhs: PredicateExpressions.build_KeyPath(
            root: PredicateExpressions.build_ForcedUnwrap(
                PredicateExpressions.build_KeyPath(root: input, keyPath: \.author)
            ),
            keyPath: \.age
        ),
        rhs: PredicateExpressions.build_Arg(3),
        op: .greaterThan
    )
    })
let e = Foundation.Predicate<Book>({ input in
    PredicateExpressions.build_Equal(
        lhs: PredicateExpressions.build_flatMap(
            PredicateExpressions.build_KeyPath(root: input, keyPath: \.author),
            { value in
                PredicateExpressions.build_contains(
                    PredicateExpressions.build_ForcedUnwrap(
                        PredicateExpressions.build_KeyPath(root: value, keyPath: \.nick)
                    ),
                    PredicateExpressions.build_Arg("a")
                )
            }
        ),
        rhs: PredicateExpressions.build_Arg(true)
    )
    })
let f = Foundation.Predicate<Book>({ input in
    PredicateExpressions.build_NotEqual(
        lhs: PredicateExpressions.build_flatMap(
            PredicateExpressions.build_KeyPath(root: input, keyPath: \.author),
            { input2 in
                PredicateExpressions.build_KeyPath(root: input2, keyPath: \.nick)
            }
        ),
        rhs: PredicateExpressions.build_NilLiteral()
    )
    })
