import Foundation
import Testing

@testable import WebHost

/// The icons that apps name: those of this package's own screens, and the ones that apps use most.
struct UsedIconTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Names of icons that a source gives, each with the path of its file.
    private static func used(under folder: String) throws -> [String: String] {
        var found: [String: String] = [:]
        let walk = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
        while let file = walk?.nextObject() as? String {
            guard file.hasSuffix(".swift"), !file.contains(".build/") else { continue }
            let text = try String(contentsOf: root.appending(path: "\(folder)/\(file)"), encoding: .utf8)
            for name in names(in: text) { found[name] = "\(folder)/\(file)" }
        }
        return found
    }

    /// What stands behind `systemImage:` and `systemName:`, and in the bodies of properties that give the name of an icon.
    static func names(in text: String) -> Set<String> {
        var names = Set(text.matches(of: /system(?:Image|Name): "([^"]+)"/).map { String($0.1) })
        let bodies = text.matches(
            of: /(?m)^( *)[a-z ]*var [^\n{=]*\b(?:systemImage|symbol|icon|image): String\)? \{\n((?s:.*?))\n\1\}/
        )
        for body in bodies {
            names.formUnion(body.2.matches(of: /"([a-z0-9]+(?:\.[a-z0-9]+)*)"/).map { String($0.1) })
        }
        return names
    }

    @Test(arguments: ["Sources/IdeaBoxUI", "Sources/AlarmClockUI", "Examples"])
    func everyIconOfTheScreensIsDrawn(_ folder: String) throws {
        let used = try Self.used(under: folder)
        #expect(used.count > 10)
        let missing = used.filter { !HostIcons.isDrawn($0.key) }
        #expect(missing.isEmpty, "\(missing)")
    }

    @Test func everyIconOfATemplateIsDrawn() throws {
        let file = Self.root.appending(path: "Sources/AlarmClockCore/Templates/TemplateData.swift")
        let text = try String(contentsOf: file, encoding: .utf8)
        let icons = Set(text.matches(of: /(?m)^ +[0-9]+\|[a-z]+\|[a-z]+\|([a-z0-9.]+)\|/).map { String($0.1) })
        #expect(icons.count > 20)
        #expect(icons.filter { !HostIcons.isDrawn($0) } == [])
    }

    @Test func namesAreFoundWhereverTheyStand() {
        let text = """
            struct A {
                let label = Label("a", systemImage: "one.two"), image = Image(systemName: "three")
                private var state: (phrase: Phrase, image: String) {
                    switch self {
                    case .on: (.on, "four.five")
                    }
                }
                var symbol: String {
                    "six"
                }
                var title: String {
                    "seven"
                }
            }
            """
        #expect(Self.names(in: text) == ["one.two", "three", "four.five", "six"])
    }

    /// The names that apps use most.
    private static let common = """
        plus plus.circle plus.circle.fill minus minus.circle xmark xmark.circle xmark.circle.fill checkmark
        checkmark.circle checkmark.circle.fill checkmark.seal checkmark.shield checkmark.square circle circle.fill
        circle.lefthalf.filled square square.fill square.dashed star star.fill star.slash heart heart.fill heart.slash
        chevron.left chevron.right chevron.up chevron.down chevron.backward chevron.forward chevron.up.chevron.down
        arrow.left arrow.right arrow.up arrow.down arrow.clockwise arrow.counterclockwise arrow.uturn.backward
        arrow.up.arrow.down arrow.up.circle.fill arrow.down.circle arrow.triangle.2.circlepath arrow.up.right
        arrow.left.and.right arrow.right.square rectangle.portrait.and.arrow.right trash trash.fill trash.slash pencil
        pencil.circle square.and.pencil square.and.arrow.up square.and.arrow.down doc doc.text doc.on.doc
        doc.on.clipboard folder folder.fill folder.badge.plus tray tray.full tray.and.arrow.down tray.and.arrow.up
        archivebox paperclip link magnifyingglass gear gearshape gearshape.fill slider.horizontal.3 line.3.horizontal
        line.3.horizontal.decrease.circle ellipsis ellipsis.circle list.bullet list.number list.dash checklist
        square.grid.2x2 square.grid.3x3 rectangle.grid.1x2 circle.grid.2x2 sidebar.left sidebar.right house house.fill
        person person.fill person.circle person.crop.circle person.crop.circle.fill person.2 person.3
        person.badge.plus figure.walk figure.run bell bell.fill bell.slash bell.badge envelope envelope.fill phone
        phone.fill message message.fill bubble.left bubble.left.and.bubble.right text.bubble quote.bubble video
        paperplane paperplane.fill megaphone camera camera.fill camera.viewfinder photo photo.fill photo.on.rectangle
        play play.fill play.circle.fill pause pause.fill stop.fill backward.fill forward.fill forward.end music.note mic
        mic.fill mic.slash speaker.wave.2 speaker.slash headphones film tv calendar calendar.badge.plus clock
        clock.fill clock.arrow.circlepath alarm timer stopwatch hourglass map mappin mappin.circle location
        location.fill globe airplane car car.fill bus tram bicycle ferry fuelpump lock lock.fill lock.open lock.shield
        key eye eye.fill eye.slash faceid hand.raised hand.thumbsup hand.thumbsdown hand.tap shield
        exclamationmark.triangle exclamationmark.triangle.fill exclamationmark.circle exclamationmark.shield
        questionmark.circle info.circle info.circle.fill bookmark bookmark.fill tag tag.fill flag flag.fill pin pin.fill
        book book.fill books.vertical newspaper graduationcap cart cart.fill bag basket creditcard banknote
        dollarsign.circle eurosign.circle percent gift storefront sun.max sun.max.fill moon moon.fill moon.stars cloud
        cloud.rain cloud.sun snowflake wind drop drop.fill flame flame.fill bolt bolt.fill sparkles leaf leaf.fill tree
        pawprint ladybug fish wifi wifi.slash icloud icloud.slash battery.100 power iphone ipad
        laptopcomputer desktopcomputer display applewatch keyboard printer server.rack externaldrive cpu network qrcode
        qrcode.viewfinder barcode paintbrush paintpalette scissors hammer wrench wrench.and.screwdriver lightbulb
        lightbulb.fill cube shippingbox briefcase suitcase cross cross.case pills bandage stethoscope waveform
        waveform.path.ecg brain brain.head.profile bed.double dumbbell soccerball basketball trophy trophy.fill medal
        rosette crown crown.fill target scope gamecontroller dice puzzlepiece chart.bar chart.bar.fill chart.pie
        chart.line.uptrend.xyaxis chart.xyaxis.line function number textformat bold italic underline strikethrough
        text.alignleft text.aligncenter fork.knife cup.and.saucer wineglass birthday.cake tshirt eyeglasses umbrella
        building building.2 building.columns door.left.hand.open door.left.hand.closed window.casement sofa lamp.table
        bathtub shower refrigerator stove washer safari terminal curlybraces chevron.left.forwardslash.chevron.right
        command app app.badge gauge speedometer thermometer ruler square.on.square square.stack rectangle.stack zzz
        face.smiling infinity equal multiply divide asterisk at 1.circle 2.circle.fill 3.square wand.and.stars
        viewfinder crop nosign repeat shuffle
        """.split(whereSeparator: \.isWhitespace).map(String.init)

    @Test func whatAppsUseMostIsDrawn() {
        #expect(Self.common.count > 300)
        #expect(Set(Self.common).count == Self.common.count)
        #expect(Self.common.filter { !HostIcons.isDrawn($0) } == [])
    }
}
