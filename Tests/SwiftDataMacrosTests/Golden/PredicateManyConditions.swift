// From three conditions on each is type-checked on its own.
let a = #Predicate<Book> { $0.title == text && ($0.pages > 3 || $0.done) && !$0.lost }
