import SwiftSyntax
import SwiftSyntaxMacros

extension PersistentModelMacro {
    /// The initialiser that Apple's expansion has too, and the one that reads a row.
    static func initializers(of model: ModelClass) -> [DeclSyntax] {
        [backingDataInitializer(of: model), rowInitializer(of: model)]
    }

    private static func backingDataInitializer(of model: ModelClass) -> DeclSyntax {
        let root = model.isRoot ? model.name : "_$RootModel"
        var lines = model.properties.map { "\($0.peerName) = .init()" }
        lines.append(model.isRoot ? "self.persistentBackingData = backingData" : "super.init(backingData: backingData)")
        return """
            \(raw: model.requiredInit)init(backingData: any SwiftData.BackingData<\(raw: root)>) {
            \(raw: indented(lines))
            }
            """
    }

    private static func rowInitializer(of model: ModelClass) -> DeclSyntax {
        let offset = model.isRoot ? "" : "_$firstOrdinal + "
        var lines = model.properties.enumerated().map { ordinal, property in
            let value = "row.read(\(offset)\(ordinal))"
            return "\(property.peerName) = \(property.storage.assigned(value, model.keyPath(property)))"
        }
        if !model.isRoot { lines.append("super.init(_$row: &row)") }
        let first = model.isRoot ? [] : ["let _$firstOrdinal = \(model.name)._$firstOrdinal"]
        return """
            \(raw: model.requiredInit)init(_$row row: inout SwiftData._RowReader) {
            \(raw: indented(first + lines))
            }
            """
    }

    static func indented(_ lines: [String], by depth: Int = 1) -> String {
        let space = String(repeating: "    ", count: depth)
        return lines.map { space + $0 }.joined(separator: "\n")
    }
}

extension ModelClass {
    /// `\Idea.title`, written with the class because not every place can infer it.
    func keyPath(_ property: PersistedProperty) -> String {
        "\\\(name).\(property.identifier.text)"
    }
}
