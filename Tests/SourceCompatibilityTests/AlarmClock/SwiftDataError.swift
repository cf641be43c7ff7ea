import Foundation

enum SwiftDataError: LocalizedError {
    case migrationFailed(Error)
    case saveFailed(Error)
    case fetchFailed(Error)
    case constraintViolation(String)

    var errorDescription: String? {
        switch self {
        case .migrationFailed(let error):
            return "数据迁移失败: \(error.localizedDescription)"
        case .saveFailed(let error):
            return "保存数据失败: \(error.localizedDescription)"
        case .fetchFailed(let error):
            return "获取数据失败: \(error.localizedDescription)"
        case .constraintViolation(let message):
            return "数据约束违反: \(message)"
        }
    }
}
