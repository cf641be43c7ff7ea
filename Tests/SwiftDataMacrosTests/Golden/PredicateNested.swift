let a = #Predicate<Book> { isLong.evaluate($0) && !isOld.evaluate($0) }
let b = #Predicate<Book> { count.evaluate($0.tags) == 2 }
let c = #Predicate<Book> { $0[keyPath: path] == text }
let d = #Predicate<Book> { [text = self.text] in $0.title == text }
let e = #Predicate<Book, Author> { $0.author?.name == $1.name }
