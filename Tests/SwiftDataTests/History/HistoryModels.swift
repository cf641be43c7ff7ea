import SwiftData

/// Models whose history is looked at.
///
/// They are not saved by anything else.
@Model final class LogNote {
    @Attribute(.preserveValueOnDeletion) var title: String
    @Attribute(.preserveValueOnDeletion) var slug: String?
    var body: String = ""
    var weight: Int = 0
    var folder: LogFolder?

    init(_ title: String, slug: String? = nil, weight: Int = 0) {
        self.title = title
        self.slug = slug
        self.weight = weight
    }
}

@Model final class LogFolder {
    var name: String
    @Relationship(inverse: \LogNote.folder) var notes: [LogNote] = []

    init(_ name: String) {
        self.name = name
    }
}
