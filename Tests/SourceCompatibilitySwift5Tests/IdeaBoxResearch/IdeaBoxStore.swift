import Foundation
import SwiftData

struct IdeaBoxStore {
    let modelContainer: ModelContainer

    init(folder: URL) throws {
        // 啟用 CloudKit 同步的 ModelContainer
        let config = ModelConfiguration(
            url: folder.appending(path: "IdeaBox.sqlite"),
            cloudKitDatabase: .private("com.buildwithharry.IdeaBox")
        )
        modelContainer = try ModelContainer(
            for: Idea.self,
            configurations: config
        )
    }
}
