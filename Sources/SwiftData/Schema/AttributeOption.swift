extension Schema.Attribute {
    /// A trait of a stored value.
    ///
    /// Source: Apple's `Schema.Attribute.Option`. ``fullText`` is an addition.
    public struct Option: Codable, Hashable, Sendable, CustomDebugStringConvertible {
        let name: String
        /// The transformer of ``transformable(by:)``.
        let transformerName: String?

        init(_ name: String, transformerName: String? = nil) {
            self.name = name
            self.transformerName = transformerName
        }

        /// No two objects share the value; saving a second one updates the first.
        public static var unique: Option { Option("unique") }
        /// Large data is kept in a file beside the store.
        public static var externalStorage: Option { Option("externalStorage") }
        /// Changes are tracked, the value is never written.
        public static var ephemeral: Option { Option("ephemeral") }
        /// The value is offered to the system's search.
        ///
        /// Difference from Apple: without effect.
        public static var spotlight: Option { Option("spotlight") }
        /// The value is encrypted where a store is mirrored.
        public static var allowsCloudEncryption: Option { Option("allowsCloudEncryption") }
        /// The value outlives its object in the history.
        public static var preserveValueOnDeletion: Option { Option("preserveValueOnDeletion") }
        /// The value is stored by its `Codable` form, as one opaque value, even if it has a column form of its own.
        public static var codable: Option { Option("codable") }
        /// The text can be searched word by word.
        ///
        /// An addition of this package; Apple has no such option.
        public static var fullText: Option { Option("fullText") }

        /// The value is stored through the registered transformer of this name.
        public static func transformable(by transformerName: String) -> Option {
            Option("transformable", transformerName: transformerName)
        }

        /// The value is stored through a transformer of this type.
        public static func transformable(by transformerType: ValueTransformer.Type) -> Option {
            transformable(by: ValueTransformer.register(transformerType))
        }

        /// The option as source spells it.
        public var debugDescription: String {
            guard let transformerName else { return ".\(name)" }
            return ".\(name)(by: \(transformerName))"
        }

        /// The option as a schema's coded form spells it.
        var code: String {
            guard let transformerName else { return name }
            return "\(name)(\(transformerName))"
        }

        /// The option that a coded form spells so.
        init(code: String) {
            guard let open = code.firstIndex(of: "("), code.hasSuffix(")") else {
                self.init(code)
                return
            }
            self.init(String(code[..<open]), transformerName: String(code[code.index(after: open)...].dropLast()))
        }
    }
}
