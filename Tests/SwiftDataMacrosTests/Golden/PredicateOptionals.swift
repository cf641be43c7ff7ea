let a = #Predicate<Book> { $0.author?.name == name }
let b = #Predicate<Book> { $0.author?.nick?.count ?? 0 > 3 }
let c = #Predicate<Book> { $0.author == nil }
let d = #Predicate<Book> { $0.author!.age > 3 }
let e = #Predicate<Book> { $0.author?.nick!.contains("a") == true }
let f = #Predicate<Book> { $0.author.flatMap { $0.nick } != nil }
