import Foundation

@testable import SwiftUI

extension Sample {
    static let protocols: [Sample] = [
        Sample(StyleProtocolsSample.self) { StyleProtocolsSample() },
        Sample(ContentProtocolsSample.self) { ContentProtocolsSample() },
        Sample(NamedTypesSample.self) { NamedTypesSample() },
    ]
}

/// An app's own view that takes any style of a kind.
private struct Styled<Content: View>: View {
    let content: Content

    init(list style: some ListStyle) where Content == AnyView {
        content = AnyView(List { Text("list") }.listStyle(style))
    }
    init(picker style: some PickerStyle) where Content == AnyView {
        content = AnyView(Picker("picker", selection: .constant(1)) { Text("one").tag(1) }.pickerStyle(style))
    }
    init(date style: some DatePickerStyle) where Content == AnyView {
        let date = Binding.constant(Date(timeIntervalSinceReferenceDate: 800_000_000))
        content = AnyView(DatePicker("date", selection: date).datePickerStyle(style))
    }
    init(gauge style: some GaugeStyle) where Content == AnyView {
        content = AnyView(Gauge(value: 0.5) { Text("gauge") }.gaugeStyle(style))
    }
    init(progress style: some ProgressViewStyle) where Content == AnyView {
        content = AnyView(ProgressView(value: 0.5).progressViewStyle(style))
    }
    init(field style: some TextFieldStyle) where Content == AnyView {
        content = AnyView(TextField("field", text: .constant("")).textFieldStyle(style))
    }
    init(text style: some TextSelectability) where Content == AnyView {
        content = AnyView(Text("text").textSelection(style))
    }
    init(tabs style: some TabViewStyle) where Content == AnyView {
        content = AnyView(TabView { Text("tab").tabItem { Text("Tab") } }.tabViewStyle(style))
    }
    init(split style: some NavigationSplitViewStyle) where Content == AnyView {
        content = AnyView(
            NavigationSplitView {
                Text("side")
            } detail: {
                Text("detail")
            }
            .navigationSplitViewStyle(style)
        )
    }
    init(older style: some NavigationViewStyle) where Content == AnyView {
        content = AnyView(NavigationView { Text("older") }.navigationViewStyle(style))
    }
    init(paint style: some ShapeStyle) where Content == AnyView {
        content = AnyView(Text("paint").foregroundStyle(style))
    }
    init(border shape: some InsettableShape) where Content == AnyView {
        content = AnyView(shape.strokeBorder(.red, lineWidth: 2))
    }

    var body: some View { content }
}

struct StyleProtocolsSample: View {
    var body: some View {
        Styled(list: .plain)
        Styled(picker: .segmented)
        Styled(date: .compact)
        Styled(gauge: .automatic)
        Styled(progress: .linear)
        Styled(field: .roundedBorder)
        Styled(text: .enabled)
        Styled(tabs: .automatic)
        Styled(split: .balanced)
        Styled(older: .stack)
        Styled(paint: .red)
        Styled(border: .circle)
    }
}

/// An app's own property that takes part in drawing.
private struct Doubled: DynamicProperty {
    @State private var number = 2
    private(set) var times = 0
    var value: Int { number * 2 }
    mutating func update() { times += 1 }
}

struct ContentProtocolsSample: View {
    @Environment(\.colorScheme) private var scheme: ColorScheme
    @Environment(\.colorSchemeContrast) private var contrast: ColorSchemeContrast
    @Environment(\.presentationMode) private var mode: Binding<PresentationMode>
    private var doubled = Doubled()

    var body: some View {
        Text("\(doubled.value) \(doubled.times) \(scheme == .light) \(contrast == .standard)")
        Text("\(mode.wrappedValue.isPresented)")
        Text("tapped").gesture(any(of: TapGesture().onEnded {}))
        counted(ForEach(0..<2) { Text("row \($0)") })
        Text("bell").onReceive(named(NotificationCenter.default.publisher(for: .init("bell")))) { _ in }
        Text("tick").onReceive(connected(Timer.publish(every: 60, on: .main, in: .common))) { _ in }
        Optional(Text("maybe"))
    }

    private func any<G: Gesture>(of gesture: G) -> G { gesture }
    private func counted<Content: DynamicViewContent>(_ content: Content) -> some View {
        VStack {
            Text("\(content.data.count) rows")
            content
        }
    }
    private func named(_ publisher: NotificationCenter.Publisher) -> some Publisher<String, Never> {
        publisher.map { [publisher] _ in "\(publisher.name) \(publisher.object == nil) \(publisher.center)" }
    }
    private func connected<P: ConnectablePublisher>(_ publisher: P) -> some Publisher<P.Output, P.Failure> {
        publisher.autoconnect()
    }
}

struct NamedTypesSample: View {
    private typealias Nothing = ContentUnavailableView<
        SearchUnavailableContent.Label, SearchUnavailableContent.Description, SearchUnavailableContent.Actions
    >
    private typealias Bare = List<Never, Text>

    var body: some View {
        VStack {
            Nothing.search
            shared
            tab
            Bare { Text("row") }
            Spacer(minLength: Spacer(minLength: 12).minLength)
            Text("\(Int(timer.interval))")
            ScrollViewReader { (proxy: ScrollViewProxy) in Button("Go") { proxy.scrollTo(1) } }
            Actions()
        }
    }

    private var shared: ShareLink<DefaultShareLinkLabel> { ShareLink(item: "text") }
    private var tab: some View {
        TabView(selection: .constant(1)) { only }
    }
    @TabContentBuilder<Int> private var only: Tab<Int, Text, DefaultTabLabel> {
        Tab("Only", systemImage: "star", value: 1) { Text("only") }
    }
    private var timer: Timer.TimerPublisher { Timer.publish(every: 60, on: .main, in: .common) }
}

private struct Actions: View {
    @Environment(\.dismiss) private var dismiss: DismissAction
    @Environment(\.dismissSearch) private var dismissSearch: DismissSearchAction
    @Environment(\.refresh) private var refresh: RefreshAction?

    var body: some View {
        Button("Away") {
            dismiss()
            dismissSearch()
            Task { await refresh?() }
        }
    }
}
