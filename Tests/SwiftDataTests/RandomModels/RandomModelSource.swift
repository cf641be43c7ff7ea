/// Draws models and writes them down as Swift source, with the description that the random tests draw from.
struct RandomModelSource {
    private var random: SeededGenerator
    private let seed: UInt64

    init(seed: UInt64) {
        self.seed = seed
        random = SeededGenerator(seed: seed)
    }

    /// The source of so many schemas of three models each.
    mutating func text(schemas count: Int) -> String {
        let schemas = (1...count).map { schema(number: $0) }
        return """
            // Drawn by RandomModelSource from the seed \(seed). To draw anew, run RandomModelTests with REGENERATE_GOLDEN=1 in the
            // environment.

            import Foundation
            import SwiftData

            enum GeneratedModels {
                static var schemas: [RandomSchema] {
                    [
            \(schemas.map(entry).joined(separator: "\n"))
                    ]
                }
            }

            \(schemas.flatMap { schema in schema.map { source(of: $0, in: schema) } }.joined(separator: "\n\n"))

            """
    }

    private func entry(_ schema: [DrawnModel]) -> String {
        "            RandomSchema(shapes: [\(schema.map { shape(of: $0.name) + "()" }.joined(separator: ", "))]),"
    }
}

// MARK: - Drawing

/// A model that was drawn.
private struct DrawnModel {
    let name: String
    var parent: String?
    var isFinal = true
    var values: [DrawnValue] = []
    var links: [DrawnLink] = []
    var indexed: [String] = []
    var farOrders: [String] = []
}

private struct DrawnValue {
    let name: String
    let type: String
    let initial: String
    /// Whether the initial value stands in the declaration, and not in the initialiser.
    let isDeclared: Bool

    /// Whether one column holds it whole, as a value and not as JSON.
    var isColumn: Bool { !["[", "Set", "RandomSpot", "RandomSign"].contains { type.hasPrefix($0) } }
    var hasOrder: Bool { !["[", "Data", "URL", "Random", "Set"].contains { type.hasPrefix($0) } }
}

private struct DrawnLink {
    let name: String
    let target: String
    let isToMany: Bool
    /// Whether the links are drawn on this side.
    let isFilled: Bool
    var inverse: String?
}

extension RandomModelSource {
    private static let types: [(type: String, word: String, initial: String)] = [
        ("Int", "whole", "0"), ("Int16", "short", "0"), ("UInt64", "serial", "0"), ("Double", "ratio", "0"),
        ("Decimal", "price", "0"), ("String", "text", "\"\""), ("String", "title", "\"\""), ("Bool", "flag", "false"),
        ("Date", "date", "Date.start"), ("UUID", "code", "UUID.zero"), ("Data", "bytes", "Data()"),
        ("URL", "place", "nil"), ("RandomMood", "mood", "RandomMood.calm"), ("RandomLevel", "level", "RandomLevel.low"),
        ("[Int]", "numbers", "[]"), ("[String]", "words", "[]"), ("Int32", "small", "0"), ("Float", "share", "0"),
        ("RandomSpot", "spot", "RandomSpot.origin"), ("RandomSign", "sign", "RandomSign.none"),
        ("Set<Int>", "marks", "[]"), ("[String: Int]", "table", "[:]"),
    ]

    private mutating func schema(number: Int) -> [DrawnModel] {
        var models = ["A", "B", "C"].map { DrawnModel(name: "Shape\(number)\($0)") }
        for index in models.indices {
            models[index].values = (1...random.number(4...8)).map { value(number: $0) }
            let columns = models[index].values.filter(\.isColumn).map(\.name)
            if random.chance(50) { models[index].indexed = columns.filter { _ in random.chance(40) } }
        }
        for number in 1...random.number(3...4) { link(number, &models) }
        if random.chance(40) { inherit(&models) }
        for index in models.indices {
            let paths = paths(from: models[index], links: 2, in: models)
            models[index].farOrders = paths.shuffled(using: &random).prefix(4).sorted()
        }
        return models
    }

    private mutating func value(number: Int) -> DrawnValue {
        let drawn = random.pick(Self.types)
        let isOptional = drawn.initial == "nil" || random.chance(40)
        return DrawnValue(
            name: "\(drawn.word)\(number)",
            type: drawn.type + (isOptional ? "?" : ""),
            initial: isOptional ? "nil" : drawn.initial,
            isDeclared: isOptional || random.chance(50)
        )
    }

    /// One way, one to many, many to many, or one to one.
    private mutating func link(_ number: Int, _ models: inout [DrawnModel]) {
        let own = random.number(0...(models.count - 1))
        let other = random.number(0...(models.count - 1))
        let (link, back) = ("link\(number)", "back\(number)")
        let form = random.number(0...3)
        let isToMany = form == 2
        let hasInverse = form != 0 && (form == 1 || own != other)
        models[own].links.append(
            DrawnLink(name: link, target: models[other].name, isToMany: isToMany && hasInverse, isFilled: true)
        )
        guard hasInverse else { return }
        models[other].links.append(
            DrawnLink(name: back, target: models[own].name, isToMany: form != 3, isFilled: false, inverse: link)
        )
    }

    /// The values that can be sorted by over so many links at most.
    private func paths(from model: DrawnModel, links: Int, in schema: [DrawnModel]) -> [String] {
        guard links > 0 else { return [] }
        return members(of: model, in: schema).links.filter { !$0.isToMany }.flatMap { link in
            schema.filter { $0.name == link.target }.flatMap { target in
                let values = members(of: target, in: schema).values.filter(\.hasOrder).map(\.name)
                return (values + paths(from: target, links: links - 1, in: schema)).map { "\(link.name)?.\($0)" }
            }
        }
    }

    /// The last model takes the first one's properties over.
    private mutating func inherit(_ models: inout [DrawnModel]) {
        models[0].isFinal = false
        models[2].parent = models[0].name
        let renamed = models[2].values.map {
            DrawnValue(name: "own\($0.name.capitalized)", type: $0.type, initial: $0.initial, isDeclared: $0.isDeclared)
        }
        models[2].values = renamed
        models[2].indexed = []
    }
}

// MARK: - Writing

extension RandomModelSource {
    private func source(of model: DrawnModel, in schema: [DrawnModel]) -> String {
        """
        @Model \(model.isFinal ? "final " : "")class \(model.name)\(model.parent.map { ": \($0)" } ?? "") {
        \(declarations(of: model).map { "    \($0)" }.joined(separator: "\n"))

        \(initializer(of: model))
        }

        extension GeneratedModels {
            static func \(shape(of: model.name))() -> ModelShape<\(model.name)> {
                ModelShape(
                    name: "\(model.name)",
                    make: { \(model.name)() },
                    properties: [
        \(properties(of: model, in: schema).map { "                \($0)," }.joined(separator: "\n"))
                    ]\(farOrders(of: model))
                )
            }
        }
        """
    }

    private func declarations(of model: DrawnModel) -> [String] {
        let index = model.indexed.map { "[\\.\($0)]" }.joined(separator: ", ")
        let values = model.values.map { value in
            let initial = value.isDeclared && value.initial != "nil" ? " = \(value.initial)" : ""
            return "var \(value.name): \(value.type)\(initial)"
        }
        let links = model.links.map { link in
            let mark = link.inverse.map { "@Relationship(inverse: \\\(link.target).\($0)) " } ?? ""
            return "\(mark)var \(link.name): \(link.isToMany ? "[\(link.target)] = []" : "\(link.target)?")"
        }
        return (index.isEmpty ? [] : ["#Index<\(model.name)>(\(index))"]) + values + links
    }

    private func initializer(of model: DrawnModel) -> String {
        let assignments = model.values.filter { !$0.isDeclared }.map { "        \($0.name) = \($0.initial)" }
        let statements = assignments + (model.parent == nil ? [] : ["        super.init()"])
        let head = model.parent == nil ? "    init() {" : "    override init() {"
        return statements.isEmpty ? "\(head)}" : "\(head)\n\(statements.joined(separator: "\n"))\n    }"
    }

    /// A model's own and inherited values and links.
    private func members(of model: DrawnModel, in schema: [DrawnModel]) -> (values: [DrawnValue], links: [DrawnLink]) {
        let parent = schema.first { $0.name == model.parent }
        return ((parent?.values ?? []) + model.values, (parent?.links ?? []) + model.links)
    }

    private func properties(of model: DrawnModel, in schema: [DrawnModel]) -> [String] {
        let members = members(of: model, in: schema)
        let values = members.values.map { "ValueProperty(\"\($0.name)\", \\\(model.name).\($0.name))" }
        let links = members.links.map { link in
            let path = "\"\(link.name)\", \\\(model.name).\(link.name)"
            return link.isToMany
                ? "ListProperty(\(path), isFilled: \(link.isFilled), \(shape(of: link.target)))"
                : "LinkProperty(\(path), isFilled: \(link.isFilled), \(shape(of: link.target)))"
        }
        return values + links
    }

    private func shape(of model: String) -> String { "s\(model.dropFirst())" }

    private func farOrders(of model: DrawnModel) -> String {
        guard !model.farOrders.isEmpty else { return "" }
        let orders = model.farOrders.map { "                FarOrder(\"\($0)\", \\\(model.name).\($0)),\n" }
        return ",\n            farOrders: [\n\(orders.joined())            ]"
    }
}
