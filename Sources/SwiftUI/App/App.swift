import Foundation
import SwiftData
import WebHost

/// An app: its scenes, and where the program begins.
///
/// `main()` serves the app to browsers and prints its address. Source: Apple's `App`.
@MainActor @preconcurrency
public protocol App {
    /// The type of the scenes.
    associatedtype Body: Scene
    /// The scenes.
    @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
    /// The app.
    @MainActor @preconcurrency init()
}

/// A part of an app: a window, for each page that shows it.
///
/// Source: Apple's `Scene`.
@MainActor @preconcurrency
public protocol Scene {
    /// The type of the body.
    associatedtype Body: Scene
    /// The scenes that this one consists of.
    @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
    /// The view of a window. Not for use outside of the framework.
    @MainActor func _window() -> AnyView?
}

extension Scene {
    public func _window() -> AnyView? { body._window() }
}

extension Scene where Body == Never {
    /// Scenes of the framework have no body; nobody asks for it.
    public var body: Never { preconditionFailure("\(Self.self) has no body.") }
}

extension Never: Scene {
    public func _window() -> AnyView? { nil }
}

/// Makes scenes of several statements; the first one that has a window is shown.
///
/// Source: Apple's `SceneBuilder`.
@resultBuilder
@MainActor
public struct SceneBuilder {
    /// A statement.
    public static func buildExpression<Content: Scene>(_ content: Content) -> Content { content }
    /// One statement.
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
    /// Several statements.
    @_disfavoredOverload
    public static func buildBlock<each Content: Scene>(_ content: repeat each Content) -> some Scene {
        _Scenes {
            for scene in repeat each content {
                if let window = scene._window() { return window }
            }
            return nil
        }
    }
    /// `if` without `else`.
    public static func buildOptional(_ content: (any Scene)?) -> some Scene { _Scenes { content?._window() } }
    /// `if #available`.
    public static func buildLimitedAvailability(_ content: any Scene) -> some Scene { _Scenes { content._window() } }
}

/// Several scenes.
public struct _Scenes: Scene {
    /// Nothing.
    public typealias Body = Never
    let window: @MainActor () -> AnyView?
    public func _window() -> AnyView? { window() }
}

/// Windows that show the same view: one for each page.
///
/// Source: Apple's `WindowGroup`.
public struct WindowGroup<Content: View>: Scene {
    /// Nothing.
    public typealias Body = Never
    private let content: () -> Content

    /// Windows.
    public init(@ViewBuilder content: @escaping () -> Content) { self.content = content }
    /// Windows that have a name.
    public init(id: String, @ViewBuilder content: @escaping () -> Content) { self.content = content }
    /// Windows with a title.
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: @escaping () -> Content) {
        self.content = content
    }
    /// Windows with a title.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, @ViewBuilder content: @escaping () -> Content) { self.content = content }
    /// Windows with a title that have a name.
    public init(_ titleKey: LocalizedStringKey, id: String, @ViewBuilder content: @escaping () -> Content) {
        self.content = content
    }

    public func _window() -> AnyView? { AnyView(content()) }
}

/// A single window; each page shows it.
///
/// Source: Apple's `Window`.
public struct Window<Content: View>: Scene {
    /// Nothing.
    public typealias Body = Never
    private let content: () -> Content
    /// A window with a title.
    public init(_ titleKey: LocalizedStringKey, id: String, @ViewBuilder content: @escaping () -> Content) {
        self.content = content
    }
    public func _window() -> AnyView? { AnyView(content()) }
}

extension Scene {
    private func changed(_ change: @escaping @MainActor (AnyView) -> AnyView) -> some Scene {
        _Scenes { _window().map(change) }
    }

    /// Hands the container's main context to the views.
    public func modelContainer(_ container: ModelContainer) -> some Scene {
        changed { AnyView($0.modelContainer(container)) }
    }

    /// Opens a container for a model, and hands its main context to the views.
    public func modelContainer(
        for modelType: any PersistentModel.Type,
        inMemory: Bool = false,
        isAutosaveEnabled: Bool = true,
        isUndoEnabled: Bool = false,
        onSetup: @escaping (Result<ModelContainer, any Error>) -> Void = { _ in }
    ) -> some Scene {
        modelContainer(
            for: [modelType],
            inMemory: inMemory,
            isAutosaveEnabled: isAutosaveEnabled,
            isUndoEnabled: isUndoEnabled,
            onSetup: onSetup
        )
    }

    /// Opens a container for models, and hands its main context to the views.
    public func modelContainer(
        for modelTypes: [any PersistentModel.Type],
        inMemory: Bool = false,
        isAutosaveEnabled: Bool = true,
        isUndoEnabled: Bool = false,
        onSetup: @escaping (Result<ModelContainer, any Error>) -> Void = { _ in }
    ) -> some Scene {
        changed {
            AnyView(
                $0.modelContainer(
                    for: modelTypes,
                    inMemory: inMemory,
                    isAutosaveEnabled: isAutosaveEnabled,
                    isUndoEnabled: isUndoEnabled,
                    onSetup: onSetup
                )
            )
        }
    }

    /// Hands a context to the views.
    public func modelContext(_ modelContext: ModelContext) -> some Scene {
        changed { AnyView($0.modelContext(modelContext)) }
    }
    /// Hands an object to the views.
    public func environment<T: AnyObject & Observable>(_ object: T?) -> some Scene {
        changed { AnyView($0.environment(object)) }
    }
    /// Sets what the views inherit.
    public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some Scene {
        changed { AnyView($0.environment(keyPath, value)) }
    }
    /// Hands an object to the views.
    public func environmentObject<T: ObservableObject>(_ object: T) -> some Scene {
        changed { AnyView($0.environmentObject(object)) }
    }
    /// Runs an action after a value changed.
    public func onChange<V: Equatable>(
        of value: V,
        initial: Bool = false,
        _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
    ) -> some Scene { changed { AnyView($0.onChange(of: value, initial: initial, action)) } }
    /// Runs an action after a value changed.
    public func onChange<V: Equatable>(of value: V, initial: Bool = false, _ action: @escaping () -> Void) -> some Scene
    {
        changed { AnyView($0.onChange(of: value, initial: initial, action)) }
    }
    /// The size of a window; the browser's.
    public func defaultSize(width: CGFloat, height: CGFloat) -> some Scene { changed { $0 } }
    /// The size of a window; the browser's.
    public func defaultSize(_ size: CGSize) -> some Scene { changed { $0 } }
    /// How a window may be made larger; the browser's.
    public func windowResizability(_ resizability: WindowResizability) -> some Scene { changed { $0 } }
}

/// How a window may be made larger.
///
/// Source: Apple's `WindowResizability`. Without effect.
public struct WindowResizability: Sendable {
    /// As usual.
    public static let automatic = WindowResizability()
    /// To the size of the content.
    public static let contentSize = WindowResizability()
    /// From the size of the content on.
    public static let contentMinSize = WindowResizability()
}

/// The app, once for all pages.
@MainActor
private final class RunningApp<A: App> {
    private let graph = ViewGraph()
    private let app: A

    init(_ app: A) {
        var installed = app
        let node = graph.root
        FieldPlan.of(A.self).install(&installed, PropertySlot(node: node, key: 0, environment: EnvironmentValues()))
        self.app = installed
    }

    func window() -> AnyView { app.body._window() ?? AnyView(EmptyView()) }
}

/// The window of an app, on one page.
private struct WindowView<A: App>: View {
    let running: RunningApp<A>
    @Environment(\.scenePhase) private var phase
    var body: some View { running.window() }
}

/// Makes the pages of an app.
@MainActor
private final class AppScenes<A: App>: SceneSource {
    private let running: RunningApp<A>

    init(_ app: A) { running = RunningApp(app) }

    func makeScene(for environment: ClientEnvironment, savedState: String?) -> any LiveScene {
        let running = running
        return _PageScene(client: environment, savedState: savedState) { WindowView(running: running) }
    }
}

/// The pages of an app, for a server of the app's own.
///
/// An addition of this package.
@_spi(Hosting)
@MainActor
public func makeSceneSource<A: App>(_ app: A) -> any SceneSource { AppScenes(app) }

/// The pages of a view, for a server of the app's own.
///
/// `settings` is the file of `AppStorage`: an app that may run with several data folders has one in each. An addition of this
/// package.
@_spi(Hosting)
@MainActor
public func makeSceneSource<V: View>(
    settings: URL? = nil,
    @ViewBuilder _ view: @escaping @MainActor () -> V
) -> any SceneSource {
    ViewScenes(settings.map { SettingsFile($0) } ?? .standard, view)
}

@MainActor
private final class ViewScenes<V: View>: SceneSource {
    private let settings: SettingsFile
    private let view: @MainActor () -> V

    init(_ settings: SettingsFile, _ view: @escaping @MainActor () -> V) {
        self.settings = settings
        self.view = view
    }

    func makeScene(for environment: ClientEnvironment, savedState: String?) -> any LiveScene {
        let settings = settings
        return _PageScene(
            client: environment,
            savedState: savedState,
            configure: { $0.settings = settings },
            content: view
        )
    }
}

extension App {
    /// Serves the app to browsers of this machine, and prints its address.
    ///
    /// `--help` tells the options: another port, a browser that is opened, and an address beyond this machine, which wants a
    /// word that says what protects it.
    @MainActor
    public static func main() {
        let options = wishes(in: CommandLine.arguments)
        let name = "\(Self.self)".hasSuffix("App") ? String("\(Self.self)".dropLast(3)) : "\(Self.self)"
        Task { @MainActor in
            do {
                try await serve(makeSceneSource(Self()), name: name, options)
                exit(0)
            } catch {
                complain("The app cannot be served: \(error)")
                exit(1)
            }
        }
        dispatchMain()
    }

    /// The options, where there is something to serve; otherwise what is asked for is said, and the program ends.
    private static func wishes(in arguments: [String]) -> ServeOptions {
        do {
            let options = try ServeOptions(Array(arguments.dropFirst()))
            guard options.wantsHelp else { return options }
            say(ServeOptions.help)
            exit(0)
        } catch {
            complain(error.sentence)
            exit(64)
        }
    }

    private static func serve(_ scenes: any SceneSource, name: String, _ options: ServeOptions) async throws {
        let folder = ServeOptions.dataFolder(name: ProcessInfo.processInfo.processName)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var configuration = HostConfiguration(
            identity: AppIdentity(name: name),
            dataFolder: folder,
            listening: options.listening
        )
        configuration.report = { Diagnostics.shared.report("\($0)") }
        if options.isUnprotected {
            complain("Without encryption, whoever is on the network between reads and changes everything.")
        }
        let server = PageServer(configuration, scenes: scenes)
        let opens = options.opens
        try await server.run { address in
            say("\(name) is served at \(address.link)")
            if opens { show(address.link, name, in: folder) }
        }
    }
}

/// Shows the link in a browser; where there is none it was printed all the same.
private func show(_ link: String, _ name: String, in folder: URL) {
    do {
        try BrowserOpener.open(link, title: name, in: folder)
    } catch {
        complain("No browser could be opened: \(error.reason)")
    }
}

/// Writes a line for whoever started the program.
private func say(_ sentence: String) { try? FileHandle.standardOutput.write(contentsOf: Data((sentence + "\n").utf8)) }

/// Writes a line about what did not go well.
private func complain(_ sentence: String) {
    try? FileHandle.standardError.write(contentsOf: Data((sentence + "\n").utf8))
}
