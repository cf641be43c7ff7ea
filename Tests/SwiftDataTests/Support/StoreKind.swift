import SwiftData
import Testing

/// The kinds of store that one test body runs on.
enum StoreKind: CaseIterable, CustomTestStringConvertible {
    case memory
    case file

    var testDescription: String { self == .memory ? "memory" : "file" }
}

/// A folder that goes with the test.
final class TemporaryFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("SwiftDataTests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func file(_ name: String = "test.store") -> URL { url.appendingPathComponent(name) }
}

/// A container of some classes on one kind of store, with the folder that holds its file.
struct TestStore {
    let container: ModelContainer
    let folder: TemporaryFolder
    let configuration: ModelConfiguration

    init(_ kind: StoreKind, _ types: [any PersistentModel.Type]) throws {
        folder = try TemporaryFolder()
        let schema = Schema(types)
        switch kind {
        case .memory: configuration = ModelConfiguration(schema: schema, isStoredInMemoryOnly: true)
        case .file: configuration = ModelConfiguration(schema: schema, url: folder.file())
        }
        container = try ModelContainer(for: schema, configurations: configuration)
    }
}
