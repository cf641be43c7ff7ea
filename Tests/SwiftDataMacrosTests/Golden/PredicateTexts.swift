let a = #Predicate<Book> { $0.title.localizedStandardContains(query) }
let b = #Predicate<Book> { $0.title.starts(with: "a") || $0.title.hasPrefix(self.text) }
let c = #Predicate<Book> { $0.title.hasSuffix("z") }
let d = #Predicate<Book> { $0.title.lowercased().contains(query.lowercased()) }
let e = #Predicate<Book> { $0.title.caseInsensitiveCompare("x") == .orderedSame }
let f = #Predicate<Book> { $0.title.contains(/a+/) }
