import SwiftSyntax
import SwiftSyntaxMacros

extension PersistentModelMacro: MemberMacro {
    public static func expansion(
        of node: AttributeSyntax,
        providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        let needsConformance = protocols.contains { $0.isNamed("PersistentModel") }
        guard let model = ModelClass(declaration, needsConformance: needsConformance, in: context) else {
            ModelDiagnosis.refuseKind(of: declaration, at: node, in: context)
            return []
        }
        guard !model.isGeneric else {
            context.diagnose(ModelMessage.generic(model.name).diagnostic(at: node))
            return []
        }
        ModelDiagnosis(model: model) { context.diagnose($0) }.run()
        return model.isRoot ? rootMembers(of: model) : subclassMembers(of: model)
    }

    private static func rootMembers(of model: ModelClass) -> [DeclSyntax] {
        let access = model.access.prefix
        var members: [DeclSyntax] = ["\(raw: access)typealias _$RootModel = \(raw: model.name)"]
        members += stateMembers(of: model)
        members += schemaMembers(of: model)
        members += initializers(of: model)
        members += rowMembers(of: model)
        members += observationMembers(of: model)
        members.append("struct _SwiftDataNoType {}")
        return members
    }

    private static func subclassMembers(of model: ModelClass) -> [DeclSyntax] {
        schemaMembers(of: model) + initializers(of: model) + rowMembers(of: model) + observationMembers(of: model)
    }

    private static func stateMembers(of model: ModelClass) -> [DeclSyntax] {
        let access = model.access.prefix
        let backing = "any SwiftData.BackingData<\(model.name)>"
        return [
            """
            @Transient
            \(raw: access)let _$state = SwiftData._ModelState()
            """,
            """
            @Transient
            private var _$backingData: \(raw: backing) {
                get { persistentBackingData }
                set { persistentBackingData = newValue }
            }
            """,
            """
            \(raw: access)var persistentBackingData: \(raw: backing) {
                get { SwiftData._backingData(of: self) }
                set { SwiftData._adopt(newValue, by: self) }
            }
            """,
        ]
    }

    private static func observationMembers(of model: ModelClass) -> [DeclSyntax] {
        let path = "KeyPath<\(model.name), _M>"
        let functions: [DeclSyntax] = [
            """
            internal nonisolated func access<_M>(keyPath: \(raw: path)) {
                _$registrar.access(self, keyPath: keyPath)
            }
            """,
            """
            internal nonisolated func withMutation<_M, _R>(keyPath: \(raw: path), _ mutation: () throws -> _R) \
            rethrows -> _R {
                try _$registrar.withMutation(of: self, keyPath: keyPath, mutation)
            }
            """,
        ]
        guard model.isRoot else { return functions }
        let registrar: DeclSyntax = """
            @Transient
            private nonisolated var _$observationRegistrar: Observation.ObservationRegistrar {
                _$registrar
            }
            """
        return [registrar] + functions
    }
}

extension TypeSyntax {
    /// Whether the last component of the type's name is this.
    func isNamed(_ name: String) -> Bool {
        if let member = self.as(MemberTypeSyntax.self) { return member.name.text == name }
        return self.as(IdentifierTypeSyntax.self)?.name.text == name
    }
}
