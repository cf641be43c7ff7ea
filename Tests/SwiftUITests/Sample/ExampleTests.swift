import Foundation
import SwiftData
import Testing
import WebHost

@testable import PlantCareExample
@testable import SwiftUI

/// The sample app, as far as it needs no browser.
@MainActor
@Suite struct ExampleTests {
    private func container() throws -> ModelContainer {
        try ModelContainer(
            for: PlantCareExample.Plant.self,
            Room.self,
            CareEvent.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
    }

    private func page(_ container: ModelContainer) -> TestPage<some View> {
        TestPage { ContentView().environment(\.settings, SettingsFile(nil)).modelContainer(container) }
    }

    @Test func anEmptyAppSaysSo() throws {
        let page = page(try container())
        #expect(page.picture.title == "Plants")
        #expect(page.text.contains("No Plants Yet"))
        page.click("Today")
        #expect(page.text.contains("All plants are watered"))
        page.click("Rooms")
        #expect(page.text.contains("No Rooms"))
    }

    @Test func plantsAreGroupedByRoomAndFound() throws {
        let container = try container()
        let kitchen = Room(name: "Kitchen")
        container.mainContext.insert(kitchen)
        container.mainContext.insert(PlantCareExample.Plant(name: "Fern", species: "Nephrolepis", room: kitchen))
        container.mainContext.insert(PlantCareExample.Plant(name: "Fig"))
        let page = page(container)
        #expect(page.nodes.filter { $0.element == .h2 }.map(\.words) == ["Kitchen", "No Room"])
        page.write("nephro")
        #expect(page.text.contains("Fern") && !page.text.contains("Fig"))
    }

    @Test func wateringIsRecordedOnce() throws {
        let container = try container()
        let fern = PlantCareExample.Plant(name: "Fern")
        container.mainContext.insert(fern)
        let page = page(container)
        page.click("Today")
        page.click("Water Fern")
        #expect(fern.events.map(\.kind) == [.watered])
        #expect(page.text.contains("All plants are watered"))
        #expect(page.text.contains("Fern – watered"))
    }

    @Test func aDeletedPlantTakesItsHistoryAlong() throws {
        let container = try container()
        let fern = PlantCareExample.Plant(name: "Fern")
        container.mainContext.insert(fern)
        fern.record(.fed)
        let page = page(container)
        page.click("Fern")
        page.click("Delete Plant")
        page.send(
            .click,
            to: page.picture.overlays.flatMap(\.all).first { $0.words == "Delete" && $0.element == .button }
        )
        try container.mainContext.save()
        #expect(try container.mainContext.fetchCount(FetchDescriptor<PlantCareExample.Plant>()) == 0)
        #expect(try container.mainContext.fetchCount(FetchDescriptor<CareEvent>()) == 0)
        #expect(page.picture.title == "Plants")
    }
}
