// Names that the expansion would have chosen are taken.
let a = #Predicate<Book> { $0.title == input && $0.author?.name == value }
