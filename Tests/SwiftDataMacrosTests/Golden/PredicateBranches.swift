let a = #Predicate<Book> { book in
    if query.isEmpty { true } else { book.title.contains(query) }
}
let b = #Predicate<Book> { book in
    if let rating = book.rating, rating > 3, let author = book.author {
        return author.age == rating
    } else {
        return false
    }
}
let c = #Predicate<Book> { $0.done ? $0.pages > 1 : $0.pages < 1 }
let d = #Predicate<Book> { book in
    let bound = limit / 2
    guard let author = book.author else { return false }
    let age = author.age
    return age > bound
}
let e = #Predicate<Book> { book in
    switch filter {
    case .all: true
    case .open, .closed: book.done
    }
}
let f = #Predicate<Book> { book in
    switch book.kind {
    case .novel: true
    case .essay, .poem: book.done
    default: false
    }
}
// ---- expands to ----
let a = Foundation.Predicate<Book>({ book in
    PredicateExpressions.build_Conditional(
        PredicateExpressions.build_Arg(query.isEmpty),
        PredicateExpressions.build_Arg(true),
        PredicateExpressions.build_contains(
            PredicateExpressions.build_KeyPath(root: book, keyPath: \.title),
            PredicateExpressions.build_Arg(query)
        )
    )
    })
let b = Foundation.Predicate<Book>({ book in
    PredicateExpressions.build_NilCoalesce(
        lhs: PredicateExpressions.build_flatMap(
            PredicateExpressions.build_KeyPath(root: book, keyPath: \.rating),
            { rating in
                PredicateExpressions.build_Conditional(
                    PredicateExpressions.build_Comparison(
                        lhs: rating,
                        rhs: PredicateExpressions.build_Arg(3),
                        op: .greaterThan
                    ),
                    PredicateExpressions.build_NilCoalesce(
                        lhs: PredicateExpressions.build_flatMap(
                            PredicateExpressions.build_KeyPath(
                                root: book,
                                keyPath: \.author
                            ),
                            { author in
                                PredicateExpressions.build_Equal(
                                    lhs: PredicateExpressions.build_KeyPath(
                                        root: author,
                                        keyPath: \.age
                                    ),
                                    rhs: rating
                                )
                            }
                        ),
                        rhs: PredicateExpressions.build_Arg(false)
                    ),
                    PredicateExpressions.build_Arg(false)
                )
            }
        ),
        rhs: PredicateExpressions.build_Arg(false)
    )
    })
let c = Foundation.Predicate<Book>({ input in
    let condition = PredicateExpressions.build_KeyPath(root: input, keyPath: \.done)
    let condition2 = PredicateExpressions.build_Comparison(
        lhs: PredicateExpressions.build_KeyPath(root: input, keyPath: \.pages),
        rhs: PredicateExpressions.build_Arg(1),
        op: .greaterThan
    )
    let condition3 = PredicateExpressions.build_Comparison(
        lhs: PredicateExpressions.build_KeyPath(root: input, keyPath: \.pages),
        rhs: PredicateExpressions.build_Arg(1),
        op: .lessThan
    )
    return PredicateExpressions.build_Conditional(condition, condition2, condition3)
    })
let d = Foundation.Predicate<Book>({ book in
    let bound = limit / 2
    return PredicateExpressions.build_NilCoalesce(
        lhs: PredicateExpressions.build_flatMap(
            PredicateExpressions.build_KeyPath(root: book, keyPath: \.author),
            { author in
                PredicateExpressions.build_Comparison(
                    lhs: PredicateExpressions.build_KeyPath(root: author, keyPath: \.age),
                    rhs: PredicateExpressions.build_Arg(bound),
                    op: .greaterThan
                )
            }
        ),
        rhs: PredicateExpressions.build_Arg(false)
    )
    })
let e = Foundation.Predicate<Book>({ book in
    PredicateExpressions.build_Conditional(
        PredicateExpressions.build_Arg(
            {
                    switch filter {
                    case .all:
                        true;
                    default:
                        false
                    }
                }()
        ),
        PredicateExpressions.build_Arg(true),
        PredicateExpressions.build_KeyPath(root: book, keyPath: \.done)
    )
    })
let f = Foundation.Predicate<Book>({ book in
    let condition = PredicateExpressions.build_Equal(
        lhs: PredicateExpressions.build_KeyPath(root: book, keyPath: \.kind),
        rhs: PredicateExpressions.build_Arg(.novel)
    )
    let condition2 = PredicateExpressions.build_Equal(
        lhs: PredicateExpressions.build_KeyPath(root: book, keyPath: \.kind),
        rhs: PredicateExpressions.build_Arg(.essay)
    )
    let condition3 = PredicateExpressions.build_Equal(
        lhs: PredicateExpressions.build_KeyPath(root: book, keyPath: \.kind),
        rhs: PredicateExpressions.build_Arg(.poem)
    )
    let condition4 = PredicateExpressions.build_KeyPath(root: book, keyPath: \.done)
    return PredicateExpressions.build_Conditional(
        condition,
        PredicateExpressions.build_Arg(true),
        PredicateExpressions.build_Conditional(
            PredicateExpressions.build_Disjunction(lhs: condition2, rhs: condition3),
            condition4,
            PredicateExpressions.build_Arg(false)
        )
    )
    })
