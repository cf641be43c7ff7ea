// Names that the protocols use too.
@Model final class Described: CustomStringConvertible, Identifiable {
    @Attribute(.unique) var id: UUID
    var description: String
    init(id: UUID, description: String) {
        self.id = id
        self.description = description
    }
}
