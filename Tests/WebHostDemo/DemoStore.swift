import WebHost

/// What all pages of the demonstration share.
@MainActor
final class DemoStore {
    private(set) var notes: [DemoScene.Note]
    private var lastNumber: Int
    var watchers: [@MainActor () -> Void] = []
    var size = "medium" { didSet { tell() } }
    var colour = "green" { didSet { tell() } }

    init(titles: [String] = ["Paper boat regatta", "Solar kettle", "Letter to the harbour master"]) {
        notes = titles.enumerated().map { DemoScene.Note(id: $0.offset + 1, title: $0.element) }
        lastNumber = titles.count
    }

    func add(_ title: String) {
        lastNumber += 1
        notes.append(DemoScene.Note(id: lastNumber, title: title))
        tell()
    }

    func change(_ id: Int?, _ body: (inout DemoScene.Note) -> Void) {
        guard let place = notes.firstIndex(where: { $0.id == id }) else { return }
        body(&notes[place])
        tell()
    }

    func remove(_ id: Int) {
        notes.removeAll { $0.id == id }
        tell()
    }

    func removeAll() {
        notes = []
        tell()
    }

    func move(from: Int, to: Int) {
        guard notes.indices.contains(from), notes.indices.contains(to) else { return }
        notes.insert(notes.remove(at: from), at: to)
        tell()
    }

    private func tell() {
        for watcher in watchers { watcher() }
    }
}

/// Makes a scene of the demonstration for each page.
@MainActor
final class DemoSource: SceneSource {
    let store: DemoStore
    private(set) var scenes: [DemoScene] = []

    init(store: DemoStore) {
        self.store = store
    }

    func makeScene(for environment: ClientEnvironment, savedState: String?) -> any LiveScene {
        let scene = DemoScene(store: store, environment: environment, savedState: savedState)
        scenes.append(scene)
        return scene
    }
}
