// Attributes keep their arguments in the schema; a transformable one has its own macro.
@Model final class Attributed {
    @Attribute(.unique) var key: UUID
    @Attribute(.externalStorage, originalName: "image") var picture: Data?
    @Attribute var plain: Int = 0
    @Attribute(.transformable(by: "ColorTransformer")) var color: Color?
    @Attribute(.ephemeral, hashModifier: "v2") var draft: String = ""
    init(key: UUID) { self.key = key }
}
