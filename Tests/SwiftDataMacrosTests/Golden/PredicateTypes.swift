let a = #Predicate<Animal> { $0 is Dog }
let b = #Predicate<Animal> { ($0 as? Dog)?.breed == "x" }
let c = #Predicate<Animal> { ($0 as! Dog).breed == "x" }
