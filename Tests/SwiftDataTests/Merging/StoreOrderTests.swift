import Foundation
import SwiftData
import Testing

/// A save of several stores locks one while it writes the next.
@Suite struct StoreOrderTests {
    /// Two threads whose changes come in opposite orders; in the order of the changes each would wait for the other's store.
    @Test func contextsComeToTheStoresInOneOrder() async throws {
        let folder = try TemporaryFolder()
        let configurations = [
            ModelConfiguration("lists", schema: Schema([Drawer.self, Spoon.self]), url: folder.file("lists.store")),
            ModelConfiguration("posts", schema: Schema([Post.self, Topic.self]), url: folder.file("posts.store")),
        ]
        let schema = Schema([Drawer.self, Spoon.self, Post.self, Topic.self])
        let container = try ModelContainer(for: schema, configurations: configurations)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for thread in 0..<2 {
                group.addTask {
                    let context = ModelContext(container)
                    for number in 0..<200 {
                        let models: [any PersistentModel] = [Drawer("\(number)"), Post("\(number)")]
                        for model in thread == 0 ? models : models.reversed() { context.insert(model) }
                        try context.save()
                    }
                }
            }
            try await group.waitForAll()
        }
        let context = ModelContext(container)
        #expect(try context.fetchCount(FetchDescriptor<Drawer>()) == 400)
        #expect(try context.fetchCount(FetchDescriptor<Post>()) == 400)
    }
}
