let a = #Predicate<Book> { ids.contains($0.id) }
let b = #Predicate<Book> { $0.tags.contains { $0.on } }
let c = #Predicate<Book> { book in book.tags.contains(where: { tag in tag.on == book.done }) }
let d = #Predicate<Book> { $0.tags.allSatisfy(\.on) }
let e = #Predicate<Book> { $0.tags.filter { $0.on }.count > 2 }
let f = #Predicate<Book> { $0.tags.first(where: { $0.on })?.label == "a" }
let g = #Predicate<Book> { $0.counts["k", default: 0] == $0.numbers[0] }
let h = #Predicate<Book> { (1...5).contains($0.rating) && ($0.low..<$0.high).contains(3) }
let i = #Predicate<Book> { $0.numbers.max() == $0.numbers.min() }
