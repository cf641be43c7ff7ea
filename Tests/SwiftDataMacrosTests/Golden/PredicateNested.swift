let a = #Predicate<Book> { isLong.evaluate($0) && !isOld.evaluate($0) }
let b = #Predicate<Book> { count.evaluate($0.tags) == 2 }
let c = #Predicate<Book> { $0[keyPath: path] == text }
let d = #Predicate<Book> { [text = self.text] in $0.title == text }
let e = #Predicate<Book, Author> { $0.author?.name == $1.name }
// ---- expands to ----
let a = Foundation.Predicate<Book>({ input in
    PredicateExpressions.build_Conjunction(
        lhs: PredicateExpressions.build_evaluate(PredicateExpressions.build_Arg(isLong), input),
        rhs: PredicateExpressions.build_Negation(
            PredicateExpressions.build_evaluate(
                PredicateExpressions.build_Arg(isOld),
                input
            )
        )
    )
    })
let b = Foundation.Predicate<Book>({ input in
    PredicateExpressions.build_Equal(
        lhs: PredicateExpressions.build_evaluate(
            PredicateExpressions.build_Arg(count),
            PredicateExpressions.build_KeyPath(root: input, keyPath: \.tags)
        ),
        rhs: PredicateExpressions.build_Arg(2)
    )
    })
let c = Foundation.Predicate<Book>({ input in
    PredicateExpressions.build_Equal(
        lhs: PredicateExpressions.build_KeyPath(root: input, keyPath: path),
        rhs: PredicateExpressions.build_Arg(text)
    )
    })
let d = Foundation.Predicate<Book>({ input in
    let text = self.text
    return PredicateExpressions.build_Equal(
        lhs: PredicateExpressions.build_KeyPath(root: input, keyPath: \.title),
        rhs: PredicateExpressions.build_Arg(text)
    )
    })
let e = Foundation.Predicate<Book, Author>({ input, input2 in
    PredicateExpressions.build_Equal(
        lhs: PredicateExpressions.build_flatMap(
            PredicateExpressions.build_KeyPath(root: input, keyPath: \.author),
            { value in
                    PredicateExpressions.build_KeyPath(root: value, keyPath: \.name)
                }
        ),
        rhs: PredicateExpressions.build_KeyPath(root: input2, keyPath: \.name)
    )
    })
