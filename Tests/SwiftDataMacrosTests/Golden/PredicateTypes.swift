let a = #Predicate<Animal> { $0 is Dog }
let b = #Predicate<Animal> { ($0 as? Dog)?.breed == "x" }
let c = #Predicate<Animal> { ($0 as! Dog).breed == "x" }
// ---- expands to ----
let a = Foundation.Predicate<Animal>({ input in
        PredicateExpressions.TypeCheck<_, Dog>(input)
    })
let b = Foundation.Predicate<Animal>({ input in
    PredicateExpressions.build_Equal(
        lhs: PredicateExpressions.build_flatMap(
            PredicateExpressions.ConditionalCast<_, Dog>(input),
            { value in
                    PredicateExpressions.build_KeyPath(root: value, keyPath: \.breed)
                }
        ),
        rhs: PredicateExpressions.build_Arg("x")
    )
    })
let c = Foundation.Predicate<Animal>({ input in
    PredicateExpressions.build_Equal(
        lhs: PredicateExpressions.build_KeyPath(
            root: PredicateExpressions.ForceCast<_, Dog>(input),
            keyPath: \.breed
        ),
        rhs: PredicateExpressions.build_Arg("x")
    )
    })
