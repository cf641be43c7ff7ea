import Foundation
import SwiftData

struct IdeaBoxStore {
    let modelContainer: ModelContainer

    init() {
        do {
            // 啟用 CloudKit 同步的 ModelContainer
            let config = ModelConfiguration(
                url: URL.applicationSupportDirectory.appending(path: "IdeaBox.sqlite"),
                cloudKitDatabase: .private("com.buildwithharry.IdeaBox")
            )
            modelContainer = try ModelContainer(
                for: Idea.self,
                configurations: config
            )
        } catch {
            fatalError("無法初始化 ModelContainer：\(error)")
        }
    }
}
