import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// Reports what is wrong with a class that is to be a model.
///
/// Each rule stands alone; all are reported at once.
struct ModelDiagnosis {
    let model: ModelClass
    let report: (Diagnostic) -> Void

    func run() {
        checkInitializer()
        checkUniqueness()
        checkDuplicates()
        checkInverses()
        for variable in model.members.storedVariables { checkShape(of: variable) }
        for property in model.properties { PropertyDiagnosis(property: property, report: report).run() }
    }

    /// Reports an attachment to what is no class; a keyword is all that a struct or an actor lacks.
    static func refuseKind(
        of declaration: some DeclGroupSyntax,
        at attribute: AttributeSyntax,
        in context: some MacroExpansionContext
    ) {
        let kind = DeclarationKind(declaration)
        var fixIts: [FixIt] = []
        if declaration.is(StructDeclSyntax.self) || declaration.is(ActorDeclSyntax.self) {
            let keyword = declaration.introducer.with(\.tokenKind, .keyword(.class))
            fixIts = [.replacing("modelKind", "make '\(kind.name)' a class", declaration.introducer, with: keyword)]
        }
        context.diagnose(ModelMessage.kind(kind).diagnostic(at: attribute, fixIts: fixIts))
    }

    private func checkInitializer() {
        guard !model.members.declarations.contains(where: { $0.is(InitializerDeclSyntax.self) }) else { return }
        let fixIts = model.isRoot ? [MissingInitializer(model: model).fixIt] : []
        report(ModelMessage.missingInitializer(model.name).diagnostic(at: model.declaration.name, fixIts: fixIts))
    }

    private func checkUniqueness() {
        for constraint in model.members.constraints(named: "Unique").dropFirst() {
            report(ModelMessage.severalUnique.diagnostic(at: constraint))
        }
    }

    private func checkDuplicates() {
        var seen: Set<String> = []
        for property in model.properties where !seen.insert(property.name).inserted {
            report(ModelMessage.duplicate(property.name).diagnostic(at: property.declaration))
        }
    }

    /// Within one class both sides of a relationship can be seen: `parent` and `children` of a tree.
    private func checkInverses() {
        let inverses = model.properties.compactMap { property in
            property.inverseName(in: model.name).map { (property: property, inverse: $0) }
        }
        for (index, side) in inverses.enumerated() {
            guard let other = inverses.prefix(index).first(where: { $0.property.name == side.inverse }),
                other.inverse == side.property.name, let attribute = side.property.relationship
            else { continue }
            let message = ModelMessage.inverseOnBothSides(side.property.name, other.property.name)
            let fixIt = FixIt.replacing(
                "inverseTwice",
                "remove 'inverse:'",
                attribute,
                with: attribute.removingArgument("inverse")
            )
            report(message.diagnostic(at: attribute, fixIts: [fixIt]))
        }
    }

    private func checkShape(of variable: VariableDeclSyntax) {
        if let binding = variable.bindings.first(where: { $0.pattern.is(TuplePatternSyntax.self) }) {
            report(ModelMessage.tuplePattern.diagnostic(at: binding.pattern))
        } else if variable.bindings.count > 1 {
            let fixIts = SeparateBindings(variable).map { [$0.fixIt] } ?? []
            report(ModelMessage.severalBindings.diagnostic(at: variable, fixIts: fixIts))
        }
        checkTransient(variable)
    }

    private func checkTransient(_ variable: VariableDeclSyntax) {
        guard variable.attributes.first(named: "Transient") != nil, let binding = variable.bindings.first,
            binding.initializer == nil, !binding.isComputed, let type = binding.typeAnnotation?.type,
            OptionalType.wrapped(in: type) == nil
        else { return }
        let optional = OptionalTypeSyntax(wrappedType: type.trimmed).with(\.trailingTrivia, type.trailingTrivia)
        let fixIt = FixIt.replacing("transientDefault", "make it optional", type, with: optional)
        let name = binding.pattern.trimmedDescription
        report(ModelMessage.transientWithoutDefault(name).diagnostic(at: variable, fixIts: [fixIt]))
    }
}
