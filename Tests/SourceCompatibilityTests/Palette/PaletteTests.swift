import Foundation
import SwiftData
import Testing

struct PaletteTests {
    @Test func colorsGoThroughTheirTransformer() throws {
        PaintColorTransformer.register()
        let folder = try TemporaryFolder()
        let configuration = ModelConfiguration(url: folder.file("palette.store"))
        do {
            let context = ModelContext(try ModelContainer(for: Swatch.self, configurations: configuration))
            let sky = Swatch(name: "Sky", color: PaintColor(red: 10, green: 128, blue: 255))
            sky.shadow = PaintColor(red: 0, green: 0, blue: 64)
            context.insert(sky)
            context.insert(Swatch(name: "Snow", color: PaintColor(red: 255, green: 255, blue: 255)))
            try context.save()
        }
        let context = ModelContext(try ModelContainer(for: Swatch.self, configurations: configuration))
        let swatches = try context.fetch(FetchDescriptor<Swatch>(sortBy: [SortDescriptor(\.name)]))
        #expect(swatches.map(\.color.hex) == ["0a80ff", "ffffff"])
        #expect(swatches.map { $0.shadow?.hex } == ["000040", nil])
        swatches[1].color = PaintColor(red: 1, green: 2, blue: 3)
        swatches[0].shadow = nil
        try context.save()
        let reader = ModelContext(context.container)
        let again = try reader.fetch(FetchDescriptor<Swatch>(sortBy: [SortDescriptor(\.name)]))
        #expect(again.map(\.color.hex) == ["0a80ff", "010203"])
        #expect(again.allSatisfy { $0.shadow == nil })
    }
}
