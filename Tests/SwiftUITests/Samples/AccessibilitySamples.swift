import Foundation

@testable import SwiftUI

extension Sample {
    static let accessibility: [Sample] = [
        Sample(NamesForReadersSample.self) { NamesForReadersSample() },
        Sample(TraitsSample.self) { TraitsSample() },
        Sample(ElementsSample.self) { ElementsSample() },
        Sample(ActionsForReadersSample.self) { ActionsForReadersSample() },
    ]
}

struct NamesForReadersSample: View {
    var body: some View {
        VStack {
            Image(systemName: "star").accessibilityLabel("Favourite")
            Button("x") {}.accessibilityLabel(Text("Close"))
            Button("Save") {}.accessibilityHint("Keeps what was written.")
            Slider(value: .constant(0.5)).accessibilityValue("half")
            Text("Volume").accessibilityValue(Text("half"))
            Text("decoration").accessibilityHidden(true)
            Button("unseen") {}.accessibilityHidden(true)
            Text("tested").accessibilityIdentifier("identifier")
            Text("other names").accessibilityInputLabels(["one", "two"])
            Text("answers").accessibilityRespondsToUserInteraction(false)
        }
    }
}

struct TraitsSample: View {
    private static let traits: [AccessibilityTraits] = [
        .isButton, .isHeader, .isSelected, .isLink, .isSearchField, .isImage, .playsSound, .isKeyboardKey,
        .isStaticText,
        .isSummaryElement, .updatesFrequently, .startsMediaSession, .allowsDirectInteraction, .causesPageTurn, .isModal,
        .isToggle, .isTabBar,
    ]
    private static let levels: [AccessibilityHeadingLevel] = [.unspecified, .h1, .h2, .h3, .h4, .h5, .h6]

    var body: some View {
        VStack {
            ForEach(Self.traits.indices, id: \.self) { Text("trait").accessibilityAddTraits(Self.traits[$0]) }
            Button("chosen") {}.accessibilityAddTraits(.isSelected)
            Button("chosen no more") {}.accessibilityAddTraits(.isSelected).accessibilityRemoveTraits(.isSelected)
            ForEach(Self.levels, id: \.self) { Text("heading").accessibilityHeading($0) }
            Text("head").accessibilityAddTraits(Self.mixed)
        }
    }

    private static var mixed: AccessibilityTraits {
        var traits = AccessibilityTraits().union([.isImage, .isModal])
        traits.insert(.isHeader)
        traits.update(with: .isLink)
        traits.remove(.isImage)
        traits.formUnion(.isToggle)
        traits.formIntersection([.isHeader, .isLink, .isModal])
        traits.formSymmetricDifference(.isModal)
        return traits.contains(.isLink) ? traits.intersection(.isHeader).symmetricDifference(.isTabBar) : []
    }
}

struct ElementsSample: View {
    var body: some View {
        VStack {
            HStack {
                Text("three")
                Text("stars")
            }
            .accessibilityElement(children: .combine)
            HStack {
                Text("a")
                Button("group") {}
            }
            .accessibilityElement(children: AccessibilityChildBehavior.contain)
            HStack { Text("unread") }
                .accessibilityElement(children: .ignore)
                .accessibilityLabel("Read instead")
            Circle()
                .accessibilityRepresentation { Toggle("Spoken", isOn: .constant(true)) }
            Button("Seen") {}
                .accessibilityRepresentation { Button("Spoken") {} }
        }
    }
}

struct ActionsForReadersSample: View {
    @State private var said = ""

    var body: some View {
        VStack {
            Text("row").accessibilityAction(named: "Archive") { said = "archived" }
            Text("default").accessibilityAction { said = "activated" }
            Text("escape").accessibilityAction(.escape) { said = "left" }
            Text("magic").accessibilityAction(AccessibilityActionKind.magicTap) { said = "magic" }
            Text("kind").accessibilityAction(.default) { said = "default" }
            Text("adjustable").accessibilityAdjustableAction { direction in
                switch direction {
                case .increment: said = "more"
                case .decrement: said = "less"
                }
            }
            Button("Tell") {
                AccessibilityNotification.Announcement("Told").post()
                AccessibilityNotification.ScreenChanged().post()
                AccessibilityNotification.LayoutChanged().post()
            }
            Button("Interrupt") { tell("Now", .high) }
            Button("Wait") { tell("Later", .low) }
            Button("Say") { tell("Some time", .default) }
            Text("way \("\(AccessibilityAdjustmentDirection.increment)")")
        }
    }

    private typealias Attribute = AttributeScopes.AccessibilityAttributes.AnnouncementPriorityAttribute

    private func tell(_ words: String, _ priority: Attribute.AnnouncementPriority) {
        var sentence = AttributedString(words)
        sentence.accessibilitySpeechAnnouncementPriority = priority
        AccessibilityNotification.Announcement(sentence).post()
    }
}
