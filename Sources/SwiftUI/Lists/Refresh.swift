import Foundation
import WebHost

/// Loads content anew when it is called.
///
/// Source: Apple's `RefreshAction`.
public struct RefreshAction: Sendable {
    let action: @Sendable () async -> Void
    /// The button of the screen.
    var button = Node(id: "n0-refresh", element: .button)
    /// Loads content anew.
    public func callAsFunction() async { await action() }
}

private struct RefreshKey: EnvironmentKey { static var defaultValue: RefreshAction? { nil } }

extension EnvironmentValues {
    /// Loads content anew, where the app can.
    public var refresh: RefreshAction? { self[RefreshKey.self] }
    var refreshing: RefreshAction? {
        get { self[RefreshKey.self] }
        set { self[RefreshKey.self] = newValue }
    }
}

extension View {
    /// Lets the reader load content anew, by a button in the bar and a key.
    public func refreshable(action: @escaping @Sendable () async -> Void) -> some View {
        altered { context, content in
            guard !context.isProbing else { return context.render(content) }
            var refresh = RefreshAction(action: action)
            context.withEnvironment {
                $0.refreshing = refresh
            } _: {
                context.step("m") { context.render(content) }
            }
            let isBusy = context.node.attachment(context.path) { Kept(StateBox(false)) }.value
            let id = context.id("refresh")
            let words = Node(
                id: id + "t",
                element: .span,
                attributes: [.class: "visually-hidden"],
                content: .text(OwnWord.refresh.text(context.environment))
            )
            let icon = Node(
                id: id + "i",
                element: .span,
                attributes: [.class: "icon", .ariaHidden: "true"],
                content: .icon("arrow.clockwise")
            )
            refresh.button = Node(id: id, element: .button, content: .children([icon, words]), events: .click)
            refresh.button.attributes = [.class: "btn icon-only", .type: "button"]
            if context.read({ isBusy.value }) { refresh.button.attributes[.ariaBusy] = "true" }
            context.on(id) { _ in
                guard !isBusy.peek else { return }
                isBusy.value = true
                Task {
                    await action()
                    isBusy.value = false
                }
            }
            context.preferences.refreshes.append(refresh)
            context.preferences.shortcuts["R"] = id
        }
    }
}
