// The class is public because its extension is.
public extension SchemaV2 {
    @Model class Book {
        var title: String = ""
        init() {}
    }
}
