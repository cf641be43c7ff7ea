import Foundation
import WebHost

/// Hands something to other apps: on a page, a link for an address, and a button that shows a text to copy.
///
/// Source: Apple's `ShareLink`.
public struct ShareLink<Label: View>: View, Primitive {
    private let text: String
    private let url: URL?
    private let label: Label
    /// Words that go with it.
    private let words: [Text]

    /// Shares an address.
    public init(item: URL, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label) {
        text = item.absoluteString
        url = item
        self.label = label()
        words = [subject, message].compactMap(\.self)
    }
    /// Shares a text.
    public init(item: String, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label) {
        text = item
        url = nil
        self.label = label()
        words = [subject, message].compactMap(\.self)
    }
    public func _render(_ context: _RenderContext) {
        if let url, words.isEmpty { return context.emitLink(url, label, download: nil) }
        let shared = SharedText(text: TextToShare(text: text, words: words), label: AnyView(label))
        context.step("s") { context.render(shared) }
    }
}

/// A button that shows a text to copy.
private struct SharedText: View {
    let text: TextToShare
    let label: AnyView
    @State private var isShown = false
    @Environment(\.menuShare) private var menuShare
    var body: some View {
        Button {
            // A menu is gone after its action, and shows the text in its own place.
            if let menuShare { menuShare.action(text) } else { isShown = true }
        } label: {
            label
        }
        .popover(isPresented: $isShown) { text }
    }
}

/// A text to copy, with words that go with it.
struct TextToShare: View {
    let text: String
    let words: [Text]
    var body: some View {
        VStack(alignment: .leading) {
            ForEach(words.indices, id: \.self) { words[$0] }
            Text(verbatim: text)
        }
        .textSelection(.enabled)
    }
}

/// Shows a text for a button in a menu.
struct MenuShare: Equatable {
    let id: String
    let action: @MainActor (TextToShare) -> Void
    init(id: String, _ action: @escaping @MainActor (TextToShare) -> Void) {
        self.id = id
        self.action = action
    }
    // The place is the same as long as its name is; the action of one place does the same each time.
    static func == (left: MenuShare, right: MenuShare) -> Bool { left.id == right.id }
}

private struct MenuShareKey: EnvironmentKey { static var defaultValue: MenuShare? { nil } }

extension EnvironmentValues {
    /// What shows texts that are shared from the menu around.
    var menuShare: MenuShare? {
        get { self[MenuShareKey.self] }
        set { self[MenuShareKey.self] = newValue }
    }
}

/// What stands on a link that shares.
///
/// Source: Apple's `DefaultShareLinkLabel`.
public struct DefaultShareLinkLabel: View {
    var title: Text?
    /// A text and a symbol.
    public var body: some View {
        Label {
            title ?? Text(.share)
        } icon: {
            Image(systemName: "square.and.arrow.up")
        }
    }
}

extension ShareLink where Label == DefaultShareLinkLabel {
    /// Shares an address.
    public init(item: URL, subject: Text? = nil, message: Text? = nil) {
        self.init(item: item, subject: subject, message: message) { DefaultShareLinkLabel() }
    }
    /// Shares a text.
    public init(item: String, subject: Text? = nil, message: Text? = nil) {
        self.init(item: item, subject: subject, message: message) { DefaultShareLinkLabel() }
    }
    /// Shares an address, with a name.
    public init(_ titleKey: LocalizedStringKey, item: URL, subject: Text? = nil, message: Text? = nil) {
        self.init(item: item, subject: subject, message: message) { DefaultShareLinkLabel(title: Text(titleKey)) }
    }
    /// Shares a text, with a name.
    public init(_ titleKey: LocalizedStringKey, item: String, subject: Text? = nil, message: Text? = nil) {
        self.init(item: item, subject: subject, message: message) { DefaultShareLinkLabel(title: Text(titleKey)) }
    }
}
