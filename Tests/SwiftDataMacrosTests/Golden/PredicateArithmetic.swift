let a = #Predicate<Book> { $0.pages * 2 + 1 - 3 == 4 }
let b = #Predicate<Book> { $0.pages / 2 > $0.pages % 2 }
let c = #Predicate<Book> { -$0.pages < 0 && $0.pages.isMultiple(of: 3) }
