let a = #Predicate<Book> { ids.contains($0.id) }
let b = #Predicate<Book> { $0.tags.contains { $0.on } }
let c = #Predicate<Book> { book in book.tags.contains(where: { tag in tag.on == book.done }) }
let d = #Predicate<Book> { $0.tags.allSatisfy(\.on) }
let e = #Predicate<Book> { $0.tags.filter { $0.on }.count > 2 }
let f = #Predicate<Book> { $0.tags.first(where: { $0.on })?.label == "a" }
let g = #Predicate<Book> { $0.counts["k", default: 0] == $0.numbers[0] }
let h = #Predicate<Book> { (1...5).contains($0.rating) && ($0.low..<$0.high).contains(3) }
let i = #Predicate<Book> { $0.numbers.max() == $0.numbers.min() }
// ---- expands to ----
let a = Foundation.Predicate<Book>({ input in
    PredicateExpressions.build_contains(
        PredicateExpressions.build_Arg(ids),
        PredicateExpressions.build_KeyPath(root: input, keyPath: \.id)
    )
    })
let b = Foundation.Predicate<Book>({ input in
    PredicateExpressions.build_contains(
        PredicateExpressions.build_KeyPath(root: input, keyPath: \.tags),
        where: { input2 in
                PredicateExpressions.build_KeyPath(root: input2, keyPath: \.on)
            }
    )
    })
let c = Foundation.Predicate<Book>({ book in
    PredicateExpressions.build_contains(
        PredicateExpressions.build_KeyPath(root: book, keyPath: \.tags),
        where: { tag in
            PredicateExpressions.build_Equal(
                lhs: PredicateExpressions.build_KeyPath(root: tag, keyPath: \.on),
                rhs: PredicateExpressions.build_KeyPath(root: book, keyPath: \.done)
            )
        }
    )
    })
let d = Foundation.Predicate<Book>({ input in
    PredicateExpressions.build_allSatisfy(
        PredicateExpressions.build_KeyPath(root: input, keyPath: \.tags),
        { element in
                PredicateExpressions.build_KeyPath(root: element, keyPath: \.on)
            }
    )
    })
let e = Foundation.Predicate<Book>({ input in
    PredicateExpressions.build_Comparison(
        lhs: PredicateExpressions.build_KeyPath(
            root: PredicateExpressions.build_filter(
                PredicateExpressions.build_KeyPath(root: input, keyPath: \.tags),
                { input2 in
                    PredicateExpressions.build_KeyPath(root: input2, keyPath: \.on)
                }
            ),
            keyPath: \.count
        ),
        rhs: PredicateExpressions.build_Arg(2),
        op: .greaterThan
    )
    })
let f = Foundation.Predicate<Book>({ input in
    PredicateExpressions.build_Equal(
        lhs: PredicateExpressions.build_flatMap(
            PredicateExpressions.build_KeyPath(
                root: PredicateExpressions.build_filter(
                    PredicateExpressions.build_KeyPath(root: input, keyPath: \.tags),
                    { input2 in
                        PredicateExpressions.build_KeyPath(root: input2, keyPath: \.on)
                    }
                ),
                keyPath: \.first
            ),
            { value in
                    PredicateExpressions.build_KeyPath(root: value, keyPath: \.label)
                }
        ),
        rhs: PredicateExpressions.build_Arg("a")
    )
    })
let g = Foundation.Predicate<Book>({ input in
    PredicateExpressions.build_Equal(
        lhs: PredicateExpressions.build_subscript(
            PredicateExpressions.build_KeyPath(root: input, keyPath: \.counts),
            PredicateExpressions.build_Arg("k"),
            default: PredicateExpressions.build_Arg(0)
        ),
        rhs: PredicateExpressions.build_subscript(
            PredicateExpressions.build_KeyPath(root: input, keyPath: \.numbers),
            PredicateExpressions.build_Arg(0)
        )
    )
    })
let h = Foundation.Predicate<Book>({ input in
    PredicateExpressions.build_Conjunction(
        lhs: PredicateExpressions.build_contains(
            PredicateExpressions.build_Arg(1 ... 5),
            PredicateExpressions.build_KeyPath(root: input, keyPath: \.rating)
        ),
        rhs: PredicateExpressions.build_contains(
            PredicateExpressions.build_Range(
                lower: PredicateExpressions.build_KeyPath(root: input, keyPath: \.low),
                upper: PredicateExpressions.build_KeyPath(root: input, keyPath: \.high)
            ),
            PredicateExpressions.build_Arg(3)
        )
    )
    })
let i = Foundation.Predicate<Book>({ input in
    PredicateExpressions.build_Equal(
        lhs: PredicateExpressions.build_max(
            PredicateExpressions.build_KeyPath(root: input, keyPath: \.numbers)
        ),
        rhs: PredicateExpressions.build_min(
            PredicateExpressions.build_KeyPath(root: input, keyPath: \.numbers)
        )
    )
    })
