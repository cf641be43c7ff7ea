import SwiftData
import XCTest

class SwiftDataTestCase: XCTestCase {
    var container: ModelContainer!
    var context: ModelContext!

    override func setUp() {
        super.setUp()

        let config = ModelConfiguration(isStoredInMemoryOnly: true)
        container = try! ModelContainer(for: Alarm.self, configurations: config)
        context = ModelContext(container)
    }
}
