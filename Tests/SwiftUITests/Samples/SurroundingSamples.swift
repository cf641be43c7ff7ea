import Foundation
import SwiftData

@testable import SwiftUI

extension Sample {
    static let surrounding: [Sample] = [
        Sample(EnvironmentSample.self) { EnvironmentSample() },
        Sample(OwnKeysSample.self) { OwnKeysSample() },
        Sample(InheritedSample.self) { InheritedSample() },
        Sample(LanguageSample.self) { LanguageSample() },
        Sample(SchemeSample.self) { SchemeSample() },
        Sample(PreviewsSample.self) { PreviewsSample() },
    ]
}

struct EnvironmentSample: View {
    @Environment(\.self) private var values
    @Environment(\.colorScheme) private var colorScheme
    @Environment(\.colorSchemeContrast) private var contrast
    @Environment(\.dynamicTypeSize) private var size
    @Environment(\.layoutDirection) private var direction
    @Environment(\.horizontalSizeClass) private var width
    @Environment(\.verticalSizeClass) private var height
    @Environment(\.scenePhase) private var phase
    @Environment(\.controlSize) private var control
    @Environment(\.locale) private var locale
    @Environment(\.calendar) private var calendar
    @Environment(\.timeZone) private var timeZone
    @Environment(\.openURL) private var openURL
    @Environment(\.isEnabled) private var isEnabled

    var body: some View {
        VStack {
            Text("\(colorScheme == .light) \(colorScheme == .dark) \(contrast == .standard) \(contrast == .increased)")
            Text("\(Self.sizes.firstIndex(of: size) ?? -1) \(size.isAccessibilitySize) \(size < .accessibility1)")
            Text("\(direction == .leftToRight) \(direction == LayoutDirection.rightToLeft)")
            Text("\(width == .compact) \(height == UserInterfaceSizeClass.regular)")
            Text("\(phase == .active) \(ScenePhase.background < .inactive)")
            Text("\(control == .regular) \(isEnabled)")
            Text("\(locale.identifier) \(timeZone.identifier) \("\(calendar.identifier)")")
            Text("\(values.accessibilityReduceMotion) \(values.accessibilityReduceTransparency)")
            Text("\(values.accessibilityDifferentiateWithoutColor) \(values.accessibilityVoiceOverEnabled)")
            Text("\(values.accessibilityInvertColors) \(Int(values.displayScale)) \(Int(values.pixelLength))")
            Text(
                "\(values.font == nil) \(values.textCase == nil) \(values.undoManager == nil) \(values.refresh == nil)"
            )
            Text("\(values.multilineTextAlignment == .leading) \(values.imageScale == .medium)")
            Text("\(values.symbolVariants == .none) \(values.editMode == nil) \(values.description.isEmpty)")
            Button("Open") { openURL(URL(filePath: "/")) }
        }
    }

    private static let sizes: [DynamicTypeSize] = [
        .xSmall, .small, .medium, .large, .xLarge, .xxLarge, .xxxLarge, .accessibility1, .accessibility2,
        .accessibility3,
        .accessibility4, .accessibility5,
    ]
}

private struct ThemeKey: EnvironmentKey {
    static let defaultValue = "plain"
}

extension EnvironmentValues {
    fileprivate var theme: String {
        get { self[ThemeKey.self] }
        set { self[ThemeKey.self] = newValue }
    }
    @Entry fileprivate var depth = 1
}

struct Themed: View {
    @Environment(\.theme) private var theme
    @Environment(\.depth) private var depth
    var body: some View { Text("\(theme) \(depth)") }
}

struct OwnKeysSample: View {
    var body: some View {
        VStack {
            Themed()
            Themed().environment(\.theme, "bright")
            Themed().transformEnvironment(\.depth) { $0 += 1 }
            Text("\(EnvironmentValues().theme)")
        }
    }
}

struct Opened: View {
    @Environment(\.openURL) private var openURL
    var body: some View { Button("Open") { openURL(URL(filePath: "/")) } }
}

private struct TextSize: View {
    @Environment(\.dynamicTypeSize) private var size
    var body: some View { Text("read at \("\(size)")") }
}

struct InheritedSample: View {
    private static let answers: [OpenURLAction.Result] = [
        .handled, .discarded, .systemAction, .systemAction(URL(filePath: "/")),
    ]

    var body: some View {
        VStack {
            Text("large").environment(\.dynamicTypeSize, .xxLarge)
            TextSize().dynamicTypeSize(.small ... .medium)
            TextSize().dynamicTypeSize(...DynamicTypeSize.accessibility1).dynamicTypeSize(.accessibility3)
            Button("off") {}.environment(\.isEnabled, false)
            Text("capitals").environment(\.textCase, .uppercase)
            Text("from the right").environment(\.layoutDirection, .rightToLeft)
            Text("aligned").environment(\.multilineTextAlignment, .trailing)
            Text("font").environment(\.font, .title)
            Button("small") {}.environment(\.controlSize, .small)
            Opened().environment(\.openURL, OpenURLAction { _ in Self.answers[0] })
            Scaled()
        }
    }
}

struct Scaled: View {
    @ScaledMetric private var length = 16.0
    @ScaledMetric(relativeTo: .title) private var title = 24.0
    var body: some View { Text("\(Int(length)) \(Int(title))").padding(length) }
}

struct LanguageSample: View {
    private static let languages = ["en", "zh-Hant", "zh-Hans", "zh-TW", "fr"]
    private let moment = Date(timeIntervalSinceReferenceDate: 800_000_000 - 90_061)

    var body: some View {
        ForEach(Self.languages, id: \.self) { language in
            VStack {
                EditButton()
                ProgressView()
                Stepper("Count", value: .constant(1))
                ContentUnavailableView.search(text: "kite")
                ShareLink(item: "text")
                Text(moment, style: .relative)
                List(0..<101) { Text("\($0)") }.frame(height: 10)
            }
            .environment(\.locale, Locale(identifier: language))
        }
    }
}

struct SchemeSample: View {
    @Environment(\.colorScheme) private var colorScheme
    var body: some View { Text(colorScheme == .dark ? "dark" : "light").preferredColorScheme(.dark) }
}

struct PreviewsSample: View {
    var body: some View { SamplePreviews.previews }
}

struct SamplePreviews: PreviewProvider {
    static var previews: some View { Text("shown to a developer").previewDisplayName("Name") }
}

#Preview {
    @Previewable @State var isOn = false
    Toggle("On", isOn: $isOn)
}

#Preview("Named", traits: .sizeThatFitsLayout) {
    Text("named")
}

struct SharedWords: PreviewModifier {
    static func makeSharedContext() async throws -> [String] { ["shared"] }
    func body(content: Content, context: [String]) -> some View {
        content
        Text(context.joined())
    }
}

struct WideMargins: PreviewModifier {
    func body(content: Content, context: Void) -> some View { content.padding() }
}

#Preview("Changed", traits: .modifier(SharedWords()), .modifier(WideMargins())) {
    Text("changed")
}
