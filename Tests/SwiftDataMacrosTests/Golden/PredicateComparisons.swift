let a = #Predicate<Book> { $0.title == "x" }
let b = #Predicate<Book> { book in book.pages > limit && book.pages <= 10 * limit }
let c = #Predicate<Book> { text != $0.title || !$0.done }
let d = #Predicate { (book: Book) in book.kind == .novel }
let e = #Predicate { $0.kind == Kind.best }
let f = #Predicate<Book> { _ in true }
