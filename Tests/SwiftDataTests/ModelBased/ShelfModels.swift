import SwiftData

@Model
final class Writer {
    @Attribute(.unique) var number: Int
    var name: String
    @Relationship(deleteRule: .nullify, inverse: \Novel.writer) var novels: [Novel] = []

    init(number: Int, name: String) {
        self.number = number
        self.name = name
    }
}

@Model
final class Novel {
    @Attribute(.unique) var number: Int
    var title: String
    var pages: Int?
    var writer: Writer?
    var labels: [Label] = []
    @Relationship(deleteRule: .cascade, inverse: \Chapter.novel) var chapters: [Chapter] = []

    init(number: Int, title: String) {
        self.number = number
        self.title = title
    }
}

@Model
final class Chapter {
    @Attribute(.unique) var number: Int
    var novel: Novel?

    init(number: Int, novel: Novel?) {
        self.number = number
        self.novel = novel
    }
}

@Model
final class Label {
    @Attribute(.unique) var number: Int
    @Relationship(inverse: \Novel.labels) var novels: [Novel] = []

    init(number: Int) { self.number = number }
}
