/// The obvious model of what contexts over one store must show: plain values, copied about.
struct NaiveShelf {
    struct NovelRow: Equatable {
        var title: String
        var pages: Int?
        var writer: Int?
        var labels: [Int] = []
        var chapters: [Int] = []
    }

    struct WriterRow: Equatable {
        var name: String
        var novels: [Int] = []
    }

    struct Contents: Equatable {
        var writers: [Int: WriterRow] = [:]
        var novels: [Int: NovelRow] = [:]
        /// The novel of each chapter.
        var chapters: [Int: Int?] = [:]
        /// The novels of each label.
        var labels: [Int: [Int]] = [:]

        /// The same without the order of the lists: two contexts that add to one list settle that between them.
        var withoutOrders: Contents {
            var contents = self
            for number in writers.keys { contents.writers[number]?.novels.sort() }
            for number in novels.keys {
                contents.novels[number]?.labels.sort()
                contents.novels[number]?.chapters.sort()
            }
            for number in labels.keys { contents.labels[number]?.sort() }
            return contents
        }
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
        /// The link to this writer is cut, and no other one.
        case unlink(novel: Int, from: Int)
        case moveChapter(Int, novel: Int?)
        case tag(novel: Int, label: Int)
        case untag(novel: Int, label: Int)
        /// The labels in another order.
        case arrange(novel: Int, labels: [Int])
        case deleteWriter(Int)
        case deleteNovel(Int)
        case deleteChapter(Int)
        /// A chapter goes with its novel, unless it has another one by then.
        case cascade(chapter: Int, from: Int)
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
            contents.novels.filter { $0.value.writer == writer }.map { .unlink(novel: $0.key, from: writer) }
        case .deleteNovel(let novel):
            contents.chapters.filter { $0.value == novel }.map { .cascade(chapter: $0.key, from: novel) }
        case .deleteLabel(let label):
            contents.novels.filter { $0.value.labels.contains(label) }.map { .untag(novel: $0.key, label: label) }
        default: []
        }
    }

    mutating func save(_ context: Int) {
        committed = view(context)
        pending[context] = []
        for other in pending.indices where other != context {
            yieldToNewOwners(other)
            followDeletions(other)
        }
    }

    /// What was cut or deleted because of an owner stays where somebody else gave it a new one.
    private mutating func yieldToNewOwners(_ context: Int) {
        var linked: Set<Int> = []
        var kept: [Change] = []
        for change in pending[context] {
            var isOverruled = false
            switch change {
            case .setWriter(let novel, _): linked.insert(novel)
            case .unlink(let novel, let writer):
                if let new = committed.novels[novel]?.writer, new != writer { isOverruled = !linked.contains(novel) }
            case .cascade(let chapter, let novel):
                if let new = committed.chapters[chapter] ?? nil, new != novel { isOverruled = true }
            default: break
            }
            if !isOverruled { kept.append(change) }
        }
        pending[context] = kept
    }

    /// What links to an instance whose deletion is pending elsewhere meets the delete rule there when it turns up.
    private mutating func followDeletions(_ context: Int) {
        pending[context] += pending[context].flatMap { effects(of: $0, on: committed) }
    }

    mutating func rollback(_ context: Int) {
        pending[context] = []
    }

    /// Changes of what is not there (any more) change nothing.
    private static func apply(_ change: Change, to contents: inout Contents) {
        switch change {
        case .addWriter(let number, let name): contents.writers[number] = WriterRow(name: name)
        case .addNovel(let number, let title): contents.novels[number] = NovelRow(title: title)
        case .addChapter(let number, let novel):
            contents.chapters[number] = .some(nil)
            move(chapter: number, to: novel, &contents)
        case .addLabel(let number): contents.labels[number] = []
        case .rename(let writer, let name): contents.writers[writer]?.name = name
        case .retitle(let novel, let title): contents.novels[novel]?.title = title
        case .setPages(let novel, let pages): contents.novels[novel]?.pages = pages
        case .setWriter(let novel, let writer): move(novel: novel, to: writer, &contents)
        case .unlink(let novel, let writer):
            if contents.novels[novel]?.writer == writer { move(novel: novel, to: nil, &contents) }
        case .moveChapter(let chapter, let novel): move(chapter: chapter, to: novel, &contents)
        case .tag(let novel, let label):
            guard contents.labels[label] != nil, contents.novels[novel]?.labels.contains(label) == false else { return }
            contents.novels[novel]?.labels.append(label)
            contents.labels[label]?.append(novel)
        case .untag(let novel, let label):
            contents.novels[novel]?.labels.removeAll { $0 == label }
            contents.labels[label]?.removeAll { $0 == novel }
        case .arrange(let novel, let labels):
            guard let present = contents.novels[novel]?.labels else { return }
            contents.novels[novel]?.labels =
                labels.filter(present.contains) + present.filter { !labels.contains($0) }
        default: applyDeletion(change, to: &contents)
        }
    }

    /// Whoever comes to a list comes last.
    private static func move(novel: Int, to writer: Int?, _ contents: inout Contents) {
        guard let row = contents.novels[novel] else { return }
        let target = writer.flatMap { contents.writers[$0] == nil ? nil : $0 }
        guard row.writer != target else { return }
        if let old = row.writer { contents.writers[old]?.novels.removeAll { $0 == novel } }
        contents.novels[novel]?.writer = target
        if let target { contents.writers[target]?.novels.append(novel) }
    }

    private static func move(chapter: Int, to novel: Int?, _ contents: inout Contents) {
        guard let old = contents.chapters[chapter] else { return }
        let target = novel.flatMap { contents.novels[$0] == nil ? nil : $0 }
        guard old != target else { return }
        if let old { contents.novels[old]?.chapters.removeAll { $0 == chapter } }
        contents.chapters[chapter] = .some(target)
        if let target { contents.novels[target]?.chapters.append(chapter) }
    }

    private static func applyDeletion(_ change: Change, to contents: inout Contents) {
        switch change {
        case .deleteWriter(let writer):
            contents.writers[writer] = nil
            for (number, novel) in contents.novels where novel.writer == writer {
                contents.novels[number]?.writer = nil
            }
        case .deleteNovel(let novel):
            for label in contents.labels.keys { contents.labels[label]?.removeAll { $0 == novel } }
            move(novel: novel, to: nil, &contents)
            contents.novels[novel] = nil
            contents.chapters = contents.chapters.filter { $0.value != novel }
        case .deleteChapter(let chapter):
            move(chapter: chapter, to: nil, &contents)
            contents.chapters[chapter] = nil
        case .cascade(let chapter, let novel):
            if let other = contents.chapters[chapter] ?? nil, other != novel { return }
            applyDeletion(.deleteChapter(chapter), to: &contents)
        case .deleteLabel(let label):
            contents.labels[label] = nil
            for number in contents.novels.keys { contents.novels[number]?.labels.removeAll { $0 == label } }
        default: break
        }
    }
}
