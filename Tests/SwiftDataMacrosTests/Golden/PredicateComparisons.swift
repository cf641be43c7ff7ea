let a = #Predicate<Book> { $0.title == "x" }
let b = #Predicate<Book> { book in book.pages > limit && book.pages <= 10 * limit }
let c = #Predicate<Book> { text != $0.title || !$0.done }
let d = #Predicate { (book: Book) in book.kind == .novel }
let e = #Predicate { $0.kind == Kind.best }
let f = #Predicate<Book> { _ in true }
// ---- expands to ----
let a = Foundation.Predicate<Book>({ input in
    PredicateExpressions.build_Equal(
        lhs: PredicateExpressions.build_KeyPath(root: input, keyPath: \.title),
        rhs: PredicateExpressions.build_Arg("x")
    )
    })
let b = Foundation.Predicate<Book>({ book in
    PredicateExpressions.build_Conjunction(
        lhs: PredicateExpressions.build_Comparison(
            lhs: PredicateExpressions.build_KeyPath(root: book, keyPath: \.pages),
            rhs: PredicateExpressions.build_Arg(limit),
            op: .greaterThan
        ),
        rhs: PredicateExpressions.build_Comparison(
            lhs: PredicateExpressions.build_KeyPath(root: book, keyPath: \.pages),
            rhs: PredicateExpressions.build_Arg(10 * limit),
            op: .lessThanOrEqual
        )
    )
    })
let c = Foundation.Predicate<Book>({ input in
    PredicateExpressions.build_Disjunction(
        lhs: PredicateExpressions.build_NotEqual(
            lhs: PredicateExpressions.build_KeyPath(root: input, keyPath: \.title),
            rhs: PredicateExpressions.build_Arg(text)
        ),
        rhs: PredicateExpressions.build_Negation(
            PredicateExpressions.build_KeyPath(root: input, keyPath: \.done)
        )
    )
    })
let d = Foundation.Predicate<Book>({ book in
    PredicateExpressions.build_Equal(
        lhs: PredicateExpressions.build_KeyPath(root: book, keyPath: \.kind),
        rhs: PredicateExpressions.build_Arg(.novel)
    )
    })
let e = Foundation.Predicate({ input in
    PredicateExpressions.build_Equal(
        lhs: PredicateExpressions.build_KeyPath(root: input, keyPath: \.kind),
        rhs: PredicateExpressions.build_Arg(Kind.best)
    )
    })
let f = Foundation.Predicate<Book>({ _ in
        PredicateExpressions.build_Arg(true)
    })
