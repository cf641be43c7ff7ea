import Foundation
import GRDB

/// The SQL function by which a script asks a model class for a default value, once per row.
enum DefaultFunction {
    static let name = "_swiftdata_default"

    static func make(_ defaults: MigrationDefaults) -> DatabaseFunction {
        DatabaseFunction(name, argumentCount: 2, pure: false) { arguments in
            guard let entity = String.fromDatabaseValue(arguments[0]),
                let property = String.fromDatabaseValue(arguments[1])
            else { return nil }
            return try defaults.fresh(PropertyReference(entity: entity, property: property))?.databaseValue
        }
    }
}

extension SQLValue {
    /// The value as GRDB binds it.
    var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let number): number.databaseValue
        case .real(let number): number.databaseValue
        case .text(let text): text.databaseValue
        case .blob(let data): data.databaseValue
        }
    }
}
