let a = #Predicate<Book> { book in
    if query.isEmpty { true } else { book.title.contains(query) }
}
let b = #Predicate<Book> { book in
    if let rating = book.rating, rating > 3, let author = book.author {
        return author.age == rating
    } else {
        return false
    }
}
let c = #Predicate<Book> { $0.done ? $0.pages > 1 : $0.pages < 1 }
let d = #Predicate<Book> { book in
    let bound = limit / 2
    guard let author = book.author else { return false }
    let age = author.age
    return age > bound
}
let e = #Predicate<Book> { book in
    switch filter {
    case .all: true
    case .open, .closed: book.done
    }
}
let f = #Predicate<Book> { book in
    switch book.kind {
    case .novel: true
    case .essay, .poem: book.done
    default: false
    }
}
