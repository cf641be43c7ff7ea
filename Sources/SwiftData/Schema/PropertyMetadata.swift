extension Schema {
    /// What a model class says about one of its properties, or about an index or a unique constraint.
    ///
    /// Made by the code that `@Model` generates. Source: Apple's `Schema.PropertyMetadata`; its stored labels are kept,
    /// since apps read them through `Mirror`.
    public struct PropertyMetadata {
        let name: String
        let keypath: AnyKeyPath
        let defaultValue: Any?
        let metadata: (any SchemaProperty)?

        /// Describes the property `name`, reached by `keypath`.
        public init(
            name: String,
            keypath: AnyKeyPath,
            defaultValue: Any? = nil,
            metadata: (any SchemaProperty)? = nil
        ) {
            self.name = name
            self.keypath = keypath
            self.defaultValue = defaultValue
            self.metadata = metadata
        }

        /// The type of the property, as its key path knows it.
        var valueType: Any.Type { type(of: keypath).valueType }
    }
}
