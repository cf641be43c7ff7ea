import Foundation
import SwiftData
import Testing

/// Names of folders that Foundation lacks here, in a process with variables of its own.
@Suite struct FolderTests {
    @Test func `folders follow the user's variables`() async {
        await #expect(processExitsWith: .success) {
            setenv("HOME", "/tmp/somebody", 1)
            setenv("XDG_DATA_HOME", "/tmp/somebody/data", 1)
            setenv("XDG_CACHE_HOME", "/tmp/somebody/cache", 1)
            #expect(URL.applicationSupportDirectory.path == "/tmp/somebody/data")
            #expect(URL.cachesDirectory.path == "/tmp/somebody/cache")
            #expect(URL.documentsDirectory.path.hasPrefix("/"))
        }
    }

    @Test func `a store below the data folder, as apps say it`() {
        let url = URL.applicationSupportDirectory.appending(path: "Ideas/ideas.store")
        #expect(ModelConfiguration(url: url).url == url)
        #expect(url.lastPathComponent == "ideas.store")
    }
}
