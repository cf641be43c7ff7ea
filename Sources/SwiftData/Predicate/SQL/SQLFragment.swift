/// A piece of SQL with the arguments of its question marks, in textual order.
///
/// Written as string literals: `"\(lhs) = \(rhs)"` joins text and arguments alike.
struct SQLFragment: ExpressibleByStringInterpolation {
    var sql: String
    var arguments: [SQLArgument] = []

    init(stringLiteral value: String) {
        sql = value
    }

    init(stringInterpolation: StringInterpolation) {
        sql = stringInterpolation.sql
        arguments = stringInterpolation.arguments
    }

    /// Joins fragments with a separator between them.
    init(joining parts: [SQLFragment], separator: String) {
        sql = parts.map(\.sql).joined(separator: separator)
        arguments = parts.flatMap(\.arguments)
    }

    struct StringInterpolation: StringInterpolationProtocol {
        var sql = ""
        var arguments: [SQLArgument] = []

        init(literalCapacity: Int, interpolationCount: Int) {
            sql.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        mutating func appendLiteral(_ literal: String) {
            sql += literal
        }

        mutating func appendInterpolation(_ fragment: SQLFragment) {
            sql += fragment.sql
            arguments += fragment.arguments
        }

        mutating func appendInterpolation(_ argument: SQLArgument) {
            sql += "?"
            arguments.append(argument)
        }

        /// A table or column name.
        mutating func appendInterpolation(name: String) {
            sql += "\"" + name.replacing("\"", with: "\"\"") + "\""
        }

        /// Text of the translator's own, never of a user.
        mutating func appendInterpolation(text: some CustomStringConvertible) {
            sql += text.description
        }
    }
}
