import SwiftData
import XCTest

final class ErrandTests: XCTestCase {
    private var manager: ErrandManager { .shared }

    override func setUp() {
        super.setUp()
        manager.reset()
        let home = ErrandTag(name: "home")
        let bank = Errand(title: "Bank", due: .day(5), priority: .high)
        let paint = Errand(title: "Paint", priority: .low)
        let call = Errand(title: "Call", due: .day(9))
        for errand in [bank, paint, call] {
            manager.context.insert(errand)
        }
        paint.tags = [home]
        call.tags = [home, ErrandTag(name: "phone")]
        paint.children = [Errand(title: "Brush"), Errand(title: "Colour")]
        try? manager.context.save()
    }

    func testFilters() {
        XCTAssertEqual(manager.errands().map(\.title), ["Bank", "Brush", "Call", "Colour", "Paint"])
        XCTAssertEqual(manager.errands(.dueBefore(.day(6))).map(\.title), ["Bank"])
        XCTAssertEqual(manager.errands(.priority(.low)).map(\.title), ["Paint"])
        XCTAssertEqual(manager.errands(.tagged("home")).map(\.title), ["Call", "Paint"])
        XCTAssertEqual(manager.errands(.tagged("none")).map(\.title), [])
    }

    func testPriorityIsStoredAsNumber() throws {
        let bank = try XCTUnwrap(manager.errands(.priority(.high)).first)
        bank.priority = .low
        try manager.context.save()
        XCTAssertEqual(manager.errands(.priority(.low)).map(\.title), ["Bank", "Paint"])
        XCTAssertEqual(
            try ModelContext(errandContainer).fetchCount(
                FetchDescriptor<Errand>(
                    predicate: #Predicate { $0.priorityRaw == 0 }
                )
            ),
            2
        )
    }

    func testOptionalToManyOnBothSides() throws {
        let tags = try manager.context.fetch(FetchDescriptor<ErrandTag>(sortBy: [SortDescriptor(\.name)]))
        XCTAssertEqual(tags.map(\.name), ["home", "phone"])
        XCTAssertEqual(Set(tags[0].errands?.map(\.title) ?? []), ["Paint", "Call"])
        manager.context.delete(tags[0])
        try manager.context.save()
        XCTAssertEqual(manager.errands(.tagged("home")).count, 0)
        XCTAssertEqual(manager.errands().count, 5)
    }

    func testSubErrandsGoWithTheirParent() throws {
        let paint = try XCTUnwrap(manager.errands(.priority(.low)).first)
        XCTAssertEqual(paint.children?.map(\.title), ["Brush", "Colour"])
        XCTAssertTrue(paint.children?.first?.parent === paint)
        manager.context.delete(paint)
        try manager.context.save()
        XCTAssertEqual(manager.errands().map(\.title), ["Bank", "Call"])
    }
}
