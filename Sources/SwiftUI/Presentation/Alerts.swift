import Foundation
import WebHost

private struct AfterActionKey: EnvironmentKey { static var defaultValue: Dismissal? { nil } }

extension EnvironmentValues {
    /// Closes the dialog around a button after its action.
    var afterAction: Dismissal? {
        get { self[AfterActionKey.self] }
        set { self[AfterActionKey.self] = newValue }
    }
}

/// What a dialog asks.
@MainActor
struct Question {
    let kind: String
    let title: Text
    let showsTitle: Bool
    let actions: AnyView
    let message: AnyView?
}

extension _RenderContext {
    /// Draws a dialog that asks something.
    func ask(_ question: Question, close: @escaping @MainActor () -> Void) {
        let id = id(question.kind)
        var isAlert: Bool { question.kind == "alert" }
        var buttons: [Fragment] = []
        var message: [Fragment] = []
        withEnvironment { values in
            values.enterScreen()
            values.isEnabled = true
            values.afterAction = Dismissal(id: id, close)
            values.dismissal = Dismissal(id: id, close)
        } _: {
            buttons = collected(question.actions, "qa")
            if let text = question.message { message = collected(text, "qm") }
        }
        let title = Node(
            id: id + "t",
            element: .h2,
            attributes: [.class: question.showsTitle ? "alert-title" : "alert-title visually-hidden"],
            content: .text(question.title.plain(in: environment))
        )
        var children = [title]
        var dialog = Node(id: id, element: .dialog, attributes: [.class: isAlert ? "alert" : "confirm"], events: .close)
        dialog.attributes[.ariaLabelledby] = title.id
        if isAlert { dialog.attributes[.role] = "alertdialog" }
        if !message.isEmpty {
            let node = Node(
                id: id + "m",
                element: .div,
                attributes: [.class: "alert-message"],
                content: .children(message.nodes)
            )
            dialog.attributes[.ariaDescribedby] = node.id
            children.append(node)
        }
        // A button with a frame or room around it is a button.
        let parts = buttons.map { (fragment: $0, button: $0.node.soleButton) }
        children += parts.filter { $0.button == nil }.map(\.fragment).nodes
        let actions = ordered(parts.filter { $0.button != nil }.map(\.fragment), isAlert: isAlert, id: id, close: close)
        children.append(
            Node(id: id + "a", element: .div, attributes: [.class: "alert-actions"], content: .children(actions))
        )
        dialog.content = .children(children)
        dialog.properties.isOpen = true
        on(id) { if $0 == .close { close() } }
        preferences.overlays.append(dialog)
    }

    /// The buttons as they are; one to get away is added where there is none.
    private func ordered(
        _ buttons: [Fragment],
        isAlert: Bool,
        id: String,
        close: @escaping @MainActor () -> Void
    ) -> [Node] {
        let nodes = buttons.nodes
        let hasCancel = nodes.contains { $0.soleButton?.attributes[.kind] == "cancel" }
        guard nodes.isEmpty || (!isAlert && !hasCancel) else { return nodes }
        let word = isAlert ? OwnWord.ok : .cancel
        var button = Node(
            id: id + "x",
            element: .button,
            attributes: [.class: "btn", .type: "button"],
            content: .text(word.text(environment)),
            events: .click
        )
        button.attributes[.kind] = "cancel"
        on(button.id) { _ in close() }
        return nodes + [button]
    }
}

extension Node {
    /// The button that the element is, or that stands alone in it.
    fileprivate var soleButton: Node? {
        if element == .button { return self }
        return childNodes.count == 1 ? childNodes[0].soleButton : nil
    }
}

extension View {
    private func asking(
        isPresented: Binding<Bool>,
        _ question: @escaping @MainActor () -> Question?
    ) -> some View {
        attached {
            Presented($0.graph)
        } _: { context, presented in
            let shows = context.read { isPresented.wrappedValue } && !context.environment.isCovered
            presented.update(shows)
            guard shows, let question = question() else { return }
            context.ask(question) { isPresented.wrappedValue = false }
        }
    }

    private func asking<A: View, M: View>(
        _ kind: String,
        _ title: Text,
        _ isPresented: Binding<Bool>,
        _ visibility: Visibility = .visible,
        _ actions: @escaping () -> A,
        _ message: (() -> M)?
    ) -> some View {
        asking(isPresented: isPresented) {
            Question(
                kind: kind,
                title: title,
                showsTitle: visibility == .visible,
                actions: AnyView(actions()),
                message: message.map { AnyView($0()) }
            )
        }
    }

    private func asking<T, A: View, M: View>(
        _ kind: String,
        _ title: Text,
        _ isPresented: Binding<Bool>,
        _ visibility: Visibility = .visible,
        _ data: T?,
        _ actions: @escaping (T) -> A,
        _ message: ((T) -> M)?
    ) -> some View {
        asking(isPresented: isPresented) {
            data.map { data in
                Question(
                    kind: kind,
                    title: title,
                    showsTitle: visibility == .visible,
                    actions: AnyView(actions(data)),
                    message: message.map { AnyView($0(data)) }
                )
            }
        }
    }

    // MARK: Alerts

    /// Asks something as long as a value is true.
    public func alert<A: View>(
        _ titleKey: LocalizedStringKey,
        isPresented: Binding<Bool>,
        @ViewBuilder actions: @escaping () -> A
    ) -> some View {
        asking("alert", Text(titleKey), isPresented, .visible, actions, nil as (() -> EmptyView)?)
    }
    /// Asks something as long as a value is true.
    @_disfavoredOverload
    public func alert<S: StringProtocol, A: View>(
        _ title: S,
        isPresented: Binding<Bool>,
        @ViewBuilder actions: @escaping () -> A
    ) -> some View {
        asking("alert", Text(title), isPresented, .visible, actions, nil as (() -> EmptyView)?)
    }
    /// Asks something as long as a value is true.
    public func alert<A: View>(
        _ title: Text,
        isPresented: Binding<Bool>,
        @ViewBuilder actions: @escaping () -> A
    ) -> some View {
        asking("alert", title, isPresented, .visible, actions, nil as (() -> EmptyView)?)
    }
    /// Asks something, with an explanation, as long as a value is true.
    public func alert<A: View, M: View>(
        _ titleKey: LocalizedStringKey,
        isPresented: Binding<Bool>,
        @ViewBuilder actions: @escaping () -> A,
        @ViewBuilder message: @escaping () -> M
    ) -> some View {
        asking("alert", Text(titleKey), isPresented, .visible, actions, message)
    }
    /// Asks something, with an explanation, as long as a value is true.
    @_disfavoredOverload
    public func alert<S: StringProtocol, A: View, M: View>(
        _ title: S,
        isPresented: Binding<Bool>,
        @ViewBuilder actions: @escaping () -> A,
        @ViewBuilder message: @escaping () -> M
    ) -> some View {
        asking("alert", Text(title), isPresented, .visible, actions, message)
    }
    /// Asks something, with an explanation, as long as a value is true.
    public func alert<A: View, M: View>(
        _ title: Text,
        isPresented: Binding<Bool>,
        @ViewBuilder actions: @escaping () -> A,
        @ViewBuilder message: @escaping () -> M
    ) -> some View {
        asking("alert", title, isPresented, .visible, actions, message)
    }
    /// Asks something about data.
    public func alert<A: View, T>(
        _ titleKey: LocalizedStringKey,
        isPresented: Binding<Bool>,
        presenting data: T?,
        @ViewBuilder actions: @escaping (T) -> A
    ) -> some View {
        asking("alert", Text(titleKey), isPresented, .visible, data, actions, nil as ((T) -> EmptyView)?)
    }
    /// Asks something about data.
    @_disfavoredOverload
    public func alert<S: StringProtocol, A: View, T>(
        _ title: S,
        isPresented: Binding<Bool>,
        presenting data: T?,
        @ViewBuilder actions: @escaping (T) -> A
    ) -> some View {
        asking("alert", Text(title), isPresented, .visible, data, actions, nil as ((T) -> EmptyView)?)
    }
    /// Asks something about data, with an explanation.
    public func alert<A: View, M: View, T>(
        _ titleKey: LocalizedStringKey,
        isPresented: Binding<Bool>,
        presenting data: T?,
        @ViewBuilder actions: @escaping (T) -> A,
        @ViewBuilder message: @escaping (T) -> M
    ) -> some View {
        asking("alert", Text(titleKey), isPresented, .visible, data, actions, message)
    }
    /// Asks something about data, with an explanation.
    @_disfavoredOverload
    public func alert<S: StringProtocol, A: View, M: View, T>(
        _ title: S,
        isPresented: Binding<Bool>,
        presenting data: T?,
        @ViewBuilder actions: @escaping (T) -> A,
        @ViewBuilder message: @escaping (T) -> M
    ) -> some View {
        asking("alert", Text(title), isPresented, .visible, data, actions, message)
    }
    /// Tells an error as long as a value is true.
    public func alert<E: LocalizedError, A: View>(
        isPresented: Binding<Bool>,
        error: E?,
        @ViewBuilder actions: @escaping () -> A
    ) -> some View {
        asking(isPresented: isPresented) {
            error.map { error in
                Question(
                    kind: "alert",
                    title: Text(verbatim: error.errorDescription ?? error.localizedDescription),
                    showsTitle: true,
                    actions: AnyView(actions()),
                    message: error.recoverySuggestion.map { AnyView(Text(verbatim: $0)) }
                )
            }
        }
    }
    /// Tells an error, with an explanation, as long as a value is true.
    public func alert<E: LocalizedError, A: View, M: View>(
        isPresented: Binding<Bool>,
        error: E?,
        @ViewBuilder actions: @escaping (E) -> A,
        @ViewBuilder message: @escaping (E) -> M
    ) -> some View {
        asking(isPresented: isPresented) {
            error.map { error in
                Question(
                    kind: "alert",
                    title: Text(verbatim: error.errorDescription ?? error.localizedDescription),
                    showsTitle: true,
                    actions: AnyView(actions(error)),
                    message: AnyView(message(error))
                )
            }
        }
    }
    /// Shows an alert of the older kind as long as a value is true.
    public func alert(isPresented: Binding<Bool>, content: @escaping () -> Alert) -> some View {
        asking(isPresented: isPresented) { content().question }
    }
    /// Shows an alert of the older kind as long as there is an item.
    public func alert<Item: Identifiable>(item: Binding<Item?>, content: @escaping (Item) -> Alert) -> some View {
        attached {
            Presented($0.graph)
        } _: { context, presented in
            let value = context.read { item.wrappedValue }
            presented.update(value != nil)
            if let value { context.ask(content(value).question) { item.wrappedValue = nil } }
        }
    }

    // MARK: Dialogs of choices

    /// Lets the reader choose as long as a value is true.
    public func confirmationDialog<A: View>(
        _ titleKey: LocalizedStringKey,
        isPresented: Binding<Bool>,
        titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: @escaping () -> A
    ) -> some View {
        asking("confirm", Text(titleKey), isPresented, titleVisibility, actions, nil as (() -> EmptyView)?)
    }
    /// Lets the reader choose as long as a value is true.
    @_disfavoredOverload
    public func confirmationDialog<S: StringProtocol, A: View>(
        _ title: S,
        isPresented: Binding<Bool>,
        titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: @escaping () -> A
    ) -> some View {
        asking("confirm", Text(title), isPresented, titleVisibility, actions, nil as (() -> EmptyView)?)
    }
    /// Lets the reader choose, with an explanation, as long as a value is true.
    public func confirmationDialog<A: View, M: View>(
        _ titleKey: LocalizedStringKey,
        isPresented: Binding<Bool>,
        titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: @escaping () -> A,
        @ViewBuilder message: @escaping () -> M
    ) -> some View {
        asking("confirm", Text(titleKey), isPresented, titleVisibility, actions, message)
    }
    /// Lets the reader choose, with an explanation, as long as a value is true.
    @_disfavoredOverload
    public func confirmationDialog<S: StringProtocol, A: View, M: View>(
        _ title: S,
        isPresented: Binding<Bool>,
        titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: @escaping () -> A,
        @ViewBuilder message: @escaping () -> M
    ) -> some View {
        asking("confirm", Text(title), isPresented, titleVisibility, actions, message)
    }
    /// Lets the reader choose about data.
    public func confirmationDialog<A: View, T>(
        _ titleKey: LocalizedStringKey,
        isPresented: Binding<Bool>,
        titleVisibility: Visibility = .automatic,
        presenting data: T?,
        @ViewBuilder actions: @escaping (T) -> A
    ) -> some View {
        asking("confirm", Text(titleKey), isPresented, titleVisibility, data, actions, nil as ((T) -> EmptyView)?)
    }
    /// Lets the reader choose about data.
    @_disfavoredOverload
    public func confirmationDialog<S: StringProtocol, A: View, T>(
        _ title: S,
        isPresented: Binding<Bool>,
        titleVisibility: Visibility = .automatic,
        presenting data: T?,
        @ViewBuilder actions: @escaping (T) -> A
    ) -> some View {
        asking("confirm", Text(title), isPresented, titleVisibility, data, actions, nil as ((T) -> EmptyView)?)
    }
    /// Lets the reader choose about data, with an explanation.
    public func confirmationDialog<A: View, M: View, T>(
        _ titleKey: LocalizedStringKey,
        isPresented: Binding<Bool>,
        titleVisibility: Visibility = .automatic,
        presenting data: T?,
        @ViewBuilder actions: @escaping (T) -> A,
        @ViewBuilder message: @escaping (T) -> M
    ) -> some View {
        asking("confirm", Text(titleKey), isPresented, titleVisibility, data, actions, message)
    }
    /// Lets the reader choose about data, with an explanation.
    @_disfavoredOverload
    public func confirmationDialog<S: StringProtocol, A: View, M: View, T>(
        _ title: S,
        isPresented: Binding<Bool>,
        titleVisibility: Visibility = .automatic,
        presenting data: T?,
        @ViewBuilder actions: @escaping (T) -> A,
        @ViewBuilder message: @escaping (T) -> M
    ) -> some View {
        asking("confirm", Text(title), isPresented, titleVisibility, data, actions, message)
    }
    /// Has no effect: dialogs are dismissed by their buttons or Escape.
    public func dialogIcon(_ icon: Image?) -> some View { unaltered() }
}

/// An alert of the older kind.
///
/// Source: Apple's `Alert`.
public struct Alert {
    let question: Question

    /// A button of an alert.
    ///
    /// Source: Apple's `Alert.Button`.
    public struct Button {
        let label: Text
        let role: ButtonRole?
        let action: () -> Void
        /// A button.
        public static func `default`(_ label: Text, action: (() -> Void)? = {}) -> Button {
            Button(label: label, role: nil, action: action ?? {})
        }
        /// A button that destroys something.
        public static func destructive(_ label: Text, action: (() -> Void)? = {}) -> Button {
            Button(label: label, role: .destructive, action: action ?? {})
        }
        /// A button that does nothing.
        public static func cancel(_ label: Text, action: (() -> Void)? = {}) -> Button {
            Button(label: label, role: .cancel, action: action ?? {})
        }
        /// A button that does nothing.
        public static func cancel(_ action: (() -> Void)? = {}) -> Button { cancel(Text(.cancel), action: action) }

        @MainActor var view: SwiftUI.Button<Text> {
            SwiftUI.Button(role: role) {
                action()
            } label: {
                label
            }
        }
    }

    /// An alert with one button.
    @MainActor public init(title: Text, message: Text? = nil, dismissButton: Button? = nil) {
        question = Question(
            kind: "alert",
            title: title,
            showsTitle: true,
            actions: AnyView(dismissButton?.view),
            message: message.map { AnyView($0) }
        )
    }

    /// An alert with two buttons.
    @MainActor public init(title: Text, message: Text? = nil, primaryButton: Button, secondaryButton: Button) {
        let actions = ViewBuilder.buildBlock(primaryButton.view, secondaryButton.view)
        question = Question(
            kind: "alert",
            title: title,
            showsTitle: true,
            actions: AnyView(actions),
            message: message.map { AnyView($0) }
        )
    }
}
