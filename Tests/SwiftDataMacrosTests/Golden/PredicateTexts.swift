let a = #Predicate<Book> { $0.title.localizedStandardContains(query) }
let b = #Predicate<Book> { $0.title.starts(with: "a") || $0.title.hasPrefix(self.text) }
let c = #Predicate<Book> { $0.title.hasSuffix("z") }
let d = #Predicate<Book> { $0.title.lowercased().contains(query.lowercased()) }
let e = #Predicate<Book> { $0.title.caseInsensitiveCompare("x") == .orderedSame }
let f = #Predicate<Book> { $0.title.contains(/a+/) }
// ---- expands to ----
let a = Foundation.Predicate<Book>({ input in
    PredicateExpressions.build_localizedStandardContains(
        PredicateExpressions.build_KeyPath(root: input, keyPath: \.title),
        PredicateExpressions.build_Arg(query)
    )
    })
let b = Foundation.Predicate<Book>({ input in
    PredicateExpressions.build_Disjunction(
        lhs: PredicateExpressions.build_starts(
            PredicateExpressions.build_KeyPath(root: input, keyPath: \.title),
            with: PredicateExpressions.build_Arg("a")
        ),
        rhs: PredicateExpressions.build_starts(
            PredicateExpressions.build_KeyPath(root: input, keyPath: \.title),
            with: PredicateExpressions.build_Arg(self.text)
        )
    )
    })
let c = Foundation.Predicate<Book>({ input in
    PredicateExpressions.build_hasSuffix(
        PredicateExpressions.build_KeyPath(root: input, keyPath: \.title),
        PredicateExpressions.build_Arg("z")
    )
    })
let d = Foundation.Predicate<Book>({ input in
    PredicateExpressions.build_contains(
        PredicateExpressions.build_lowercased(
            PredicateExpressions.build_KeyPath(root: input, keyPath: \.title)
        ),
        PredicateExpressions.build_Arg(query.lowercased())
    )
    })
let e = Foundation.Predicate<Book>({ input in
    PredicateExpressions.build_Equal(
        lhs: PredicateExpressions.build_caseInsensitiveCompare(
            PredicateExpressions.build_KeyPath(root: input, keyPath: \.title),
            PredicateExpressions.build_Arg("x")
        ),
        rhs: PredicateExpressions.build_Arg(.orderedSame)
    )
    })
let f = Foundation.Predicate<Book>({ input in
    PredicateExpressions.build_contains(
        PredicateExpressions.build_KeyPath(root: input, keyPath: \.title),
        PredicateExpressions.build_Arg(/a+/)
    )
    })
