enum SchemaV1 {
    @Model final class Book {
        var title: String = ""
        init() {}
    }
}
