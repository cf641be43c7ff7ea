import Testing

@testable import WebHost

/// The drawings: enough of them, well-formed, and variants made of them.
struct IconCatalogueTests {
    @Test func thereAreEnough() {
        #expect(HostIcons.names.count >= 150)
        #expect(Set(HostIcons.names).count == HostIcons.names.count)
    }

    @Test(arguments: HostIcons.names)
    func aDrawingIsAPathOnTheField(name: String) throws {
        let path = try #require(IconDrawings.all[name])
        #expect(path.hasPrefix("M"))
        let letters = Set(path.filter(\.isLetter))
        #expect(letters.isSubset(of: Set("MLHVACSZmlhvacsz")), "\(name): \(letters)")
        let numbers = path.split { !($0.isNumber || $0 == "." || $0 == "-") }
        #expect(numbers.allSatisfy { !$0.hasSuffix(".") })
        #expect(path.allSatisfy { $0.isASCII && $0 != "\"" && $0 != "<" })
    }

    @Test(arguments: [
        "heart.fill", "plus.circle", "plus.circle.fill", "xmark.square", "icloud.slash", "exclamationmark.triangle",
        "exclamationmark.triangle.fill", "checkmark.icloud", "folder.badge.plus", "bell.badge", "gear", "chevron.left",
        "clock.badge.exclamationmark", "bell.slash.fill", "checkmark.seal.fill", "questionmark.circle",
        "line.3.horizontal.decrease.circle", "bubble.left.and.bubble.right.fill", "icloud.and.arrow.up.nonsense.slash",
        "bed.double", "cup.and.saucer", "figure.run", "figure.child", "washer",
    ])
    func variantsAreMade(name: String) {
        #expect(HostIcons.isDrawn(name) == !name.contains("nonsense"), "\(name)")
    }

    @Test func namesAreNotMarkup() {
        let drawing = IconCatalogue().drawing(named: "\"><script>")
        #expect(!drawing.contains("script"))
    }
}
