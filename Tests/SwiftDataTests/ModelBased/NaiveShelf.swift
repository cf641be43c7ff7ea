/// The obvious model of what contexts over one store must show: plain values, copied about.
struct NaiveShelf {
    struct NovelRow: Equatable {
        var title: String
        var pages: Int?
        var writer: Int?
        var labels: Set<Int> = []
    }

    struct Contents: Equatable {
        var writers: [Int: String] = [:]
        var novels: [Int: NovelRow] = [:]
        /// The novel of each chapter.
        var chapters: [Int: Int?] = [:]
        var labels: Set<Int> = []
    }

    /// One unsaved change of one context.
    enum Change {
        case addWriter(Int, String)
        case addNovel(Int, String)
        case addChapter(Int, novel: Int?)
        case addLabel(Int)
        case rename(writer: Int, String)
        case retitle(novel: Int, String)
        case setPages(novel: Int, Int?)
        case setWriter(novel: Int, Int?)
        case moveChapter(Int, novel: Int?)
        case tag(novel: Int, label: Int)
        case untag(novel: Int, label: Int)
        case deleteWriter(Int)
        case deleteNovel(Int)
        case deleteChapter(Int)
        case deleteLabel(Int)
    }

    private(set) var committed = Contents()
    private(set) var pending: [[Change]]

    init(contexts: Int) {
        pending = Array(repeating: [], count: contexts)
    }

    /// What a context shows: the store with its own changes on top.
    func view(_ context: Int) -> Contents {
        pending[context].reduce(into: committed) { NaiveShelf.apply($1, to: &$0) }
    }

    /// Delete rules work on what the context shows at the time, and on what turns up before the save.
    mutating func change(_ context: Int, _ change: Change) {
        let contents = view(context)
        guard !Self.linksAsBefore(change, contents) else { return }
        pending[context] += effects(of: change, on: contents) + [change]
    }

    /// A link set to the target that it has is no change, and does not win over what another context saves.
    private static func linksAsBefore(_ change: Change, _ contents: Contents) -> Bool {
        switch change {
        case .setWriter(let novel, let writer): contents.novels[novel]?.writer == writer
        case .moveChapter(let chapter, let novel): contents.chapters[chapter] == .some(novel)
        default: false
        }
    }

    private func effects(of change: Change, on contents: Contents) -> [Change] {
        switch change {
        case .deleteWriter(let writer):
            contents.novels.filter { $0.value.writer == writer }.map { .setWriter(novel: $0.key, nil) }
        case .deleteNovel(let novel):
            contents.chapters.filter { $0.value == novel }.map { .deleteChapter($0.key) }
        case .deleteLabel(let label):
            contents.novels.filter { $0.value.labels.contains(label) }.map { .untag(novel: $0.key, label: label) }
        default: []
        }
    }

    mutating func save(_ context: Int) {
        committed = view(context)
        pending[context] = []
    }

    mutating func rollback(_ context: Int) {
        pending[context] = []
    }

    /// Changes of what is not there (any more) change nothing.
    private static func apply(_ change: Change, to contents: inout Contents) {
        switch change {
        case .addWriter(let number, let name): contents.writers[number] = name
        case .addNovel(let number, let title): contents.novels[number] = NovelRow(title: title)
        case .addChapter(let number, let novel):
            contents.chapters[number] = .some(novel.flatMap { contents.novels[$0] == nil ? nil : $0 })
        case .addLabel(let number): contents.labels.insert(number)
        case .rename(let writer, let name): if contents.writers[writer] != nil { contents.writers[writer] = name }
        case .retitle(let novel, let title): contents.novels[novel]?.title = title
        case .setPages(let novel, let pages): contents.novels[novel]?.pages = pages
        case .setWriter(let novel, let writer):
            contents.novels[novel]?.writer = writer.flatMap { contents.writers[$0] == nil ? nil : $0 }
        case .moveChapter(let chapter, let novel):
            guard contents.chapters[chapter] != nil else { return }
            contents.chapters[chapter] = .some(novel.flatMap { contents.novels[$0] == nil ? nil : $0 })
        case .tag(let novel, let label):
            if contents.labels.contains(label) { contents.novels[novel]?.labels.insert(label) }
        case .untag(let novel, let label): contents.novels[novel]?.labels.remove(label)
        default: applyDeletion(change, to: &contents)
        }
    }

    private static func applyDeletion(_ change: Change, to contents: inout Contents) {
        switch change {
        case .deleteWriter(let writer):
            contents.writers[writer] = nil
            for (number, novel) in contents.novels where novel.writer == writer {
                contents.novels[number]?.writer = nil
            }
        case .deleteNovel(let novel):
            contents.novels[novel] = nil
            contents.chapters = contents.chapters.filter { $0.value != novel }
        case .deleteChapter(let chapter): contents.chapters[chapter] = nil
        case .deleteLabel(let label):
            contents.labels.remove(label)
            for number in contents.novels.keys { contents.novels[number]?.labels.remove(label) }
        default: break
        }
    }
}
