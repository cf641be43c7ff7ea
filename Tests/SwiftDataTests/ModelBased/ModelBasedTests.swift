import SwiftData
import TestSupport
import Testing

/// Random sequences of inserts, edits, links, deletes, saves, rollbacks and fetches over several contexts show the same
/// as a naive model in memory, on every kind of store: with one context the order of every list too. With several, whose
/// edits of a list the naive model does not mix, all of them show the stored order in the end.
@Suite struct ModelBasedTests {
    @Test(arguments: StoreKind.allCases, 0..<Effort.rounds(6, proof: 200))
    func contextsShowWhatTheNaiveModelShows(kind: StoreKind, run: Int) throws {
        let seed = UInt64(run) &* 7_919 &+ 17
        var walk = try ShelfWalk(kind, seed: seed, contexts: 1 + run % 3)
        for step in 0..<120 {
            let operation = try walk.step()
            if let difference = try walk.difference() {
                Issue.record(
                    "seed \(seed), step \(step), after \(operation): \(difference)\n\(walk.trace.joined(separator: "\n"))"
                )
                return
            }
        }
        if let difference = try walk.differenceOfOrders() {
            Issue.record("seed \(seed), at the end: \(difference)\n\(walk.trace.joined(separator: "\n"))")
        }
    }
}

/// One random walk: the real contexts and the naive model side by side.
private struct ShelfWalk {
    private let store: TestStore
    private let contexts: [ModelContext]
    private var naive: NaiveShelf
    private var random: SeededGenerator
    private var nextNumber = 1
    private(set) var trace: [String] = []

    init(_ kind: StoreKind, seed: UInt64, contexts count: Int) throws {
        store = try TestStore(kind, [Writer.self, Novel.self, Chapter.self, Label.self])
        let container = store.container
        contexts = (0..<count).map { _ in ModelContext(container) }
        naive = NaiveShelf(contexts: count)
        random = SeededGenerator(seed: seed)
    }

    mutating func step() throws -> String {
        let index = Int.random(in: 0..<contexts.count, using: &random)
        let operation = Int.random(in: 0..<20, using: &random)
        let text: String
        switch operation {
        case 0...4: text = insert(index)
        case 5...11: text = try edit(index)
        case 12...14: text = try delete(index)
        case 15...17:
            try contexts[index].save()
            naive.save(index)
            text = "save"
        default:
            contexts[index].rollback()
            naive.rollback(index)
            text = "rollback"
        }
        trace.append("context \(index): \(text)")
        return "context \(index): \(text)"
    }

    // MARK: Operations

    private mutating func insert(_ index: Int) -> String {
        let context = contexts[index]
        let number = nextNumber
        nextNumber += 1
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            context.insert(Writer(number: number, name: "w\(number)"))
            naive.change(index, .addWriter(number, "w\(number)"))
            return "insert writer \(number)"
        case 1:
            let novel = naive.view(index).novels.keys.sorted().randomElement(using: &random)
            context.insert(Chapter(number: number, novel: novel.flatMap { find(Novel.self, $0, index) }))
            naive.change(index, .addChapter(number, novel: novel))
            return "insert chapter \(number) of \(String(describing: novel))"
        case 2:
            context.insert(Label(number: number))
            naive.change(index, .addLabel(number))
            return "insert label \(number)"
        default:
            context.insert(Novel(number: number, title: "n\(number)"))
            naive.change(index, .addNovel(number, "n\(number)"))
            return "insert novel \(number)"
        }
    }

    private mutating func edit(_ index: Int) throws -> String {
        let view = naive.view(index)
        if Int.random(in: 0..<8, using: &random) == 0 { return rename(index, view) }
        guard let number = view.novels.keys.sorted().randomElement(using: &random),
            let novel = find(Novel.self, number, index)
        else { return "nothing to edit" }
        switch Int.random(in: 0..<8, using: &random) {
        case 0:
            let title = "t\(Int.random(in: 0..<100, using: &random))"
            novel.title = title
            naive.change(index, .retitle(novel: number, title))
            return "retitle \(number)"
        case 1:
            let pages = Bool.random(using: &random) ? Int.random(in: 0..<9, using: &random) : nil
            novel.pages = pages
            naive.change(index, .setPages(novel: number, pages))
            return "pages of \(number)"
        case 2:
            let writer = view.writers.keys.sorted().randomElement(using: &random)
            novel.writer = writer.flatMap { find(Writer.self, $0, index) }
            naive.change(index, .setWriter(novel: number, writer))
            return "writer of \(number) = \(String(describing: writer))"
        case 3: return editFromWriter(index, view, novel, number)
        case 4: return moveChapter(index, view, novel, number)
        case 5:
            novel.labels.shuffle(using: &random)
            let labels = novel.labels.map(\.number)
            naive.change(index, .arrange(novel: number, labels: labels))
            return "labels of \(number) as \(labels)"
        default: return editLabels(index, view, novel, number)
        }
    }

    private mutating func rename(_ index: Int, _ view: NaiveShelf.Contents) -> String {
        guard let number = view.writers.keys.sorted().randomElement(using: &random),
            let writer = find(Writer.self, number, index)
        else { return "no writer" }
        let name = "w\(Int.random(in: 0..<9, using: &random))"
        writer.name = name
        naive.change(index, .rename(writer: number, name))
        return "rename writer \(number) to \(name)"
    }

    private mutating func editFromWriter(
        _ index: Int,
        _ view: NaiveShelf.Contents,
        _ novel: Novel,
        _ number: Int
    ) -> String {
        guard let writer = view.writers.keys.sorted().randomElement(using: &random),
            let object = find(Writer.self, writer, index)
        else { return "no writer" }
        if view.novels[number]?.writer == writer {
            object.novels.removeAll { $0.number == number }
            naive.change(index, .unlink(novel: number, from: writer))
            return "remove novel \(number) from writer \(writer)"
        }
        object.novels.append(novel)
        naive.change(index, .setWriter(novel: number, writer))
        return "append novel \(number) to writer \(writer)"
    }

    private mutating func moveChapter(
        _ index: Int,
        _ view: NaiveShelf.Contents,
        _ novel: Novel,
        _ number: Int
    ) -> String {
        guard let chapter = view.chapters.keys.sorted().randomElement(using: &random),
            let object = find(Chapter.self, chapter, index)
        else { return "no chapter" }
        object.novel = novel
        naive.change(index, .moveChapter(chapter, novel: number))
        return "move chapter \(chapter) to \(number)"
    }

    private mutating func editLabels(
        _ index: Int,
        _ view: NaiveShelf.Contents,
        _ novel: Novel,
        _ number: Int
    ) -> String {
        guard let label = view.labels.keys.sorted().randomElement(using: &random),
            let object = find(Label.self, label, index)
        else { return "no label" }
        let fromLabel = Bool.random(using: &random)
        if view.novels[number]?.labels.contains(label) == true {
            if fromLabel {
                object.novels.removeAll { $0.number == number }
            } else {
                novel.labels.removeAll { $0.number == label }
            }
            naive.change(index, .untag(novel: number, label: label))
            return "untag \(number) \(label)"
        }
        if fromLabel { object.novels.append(novel) } else { novel.labels.append(object) }
        naive.change(index, .tag(novel: number, label: label))
        return "tag \(number) \(label) \(fromLabel ? "from the label" : "from the novel")"
    }

    private mutating func delete(_ index: Int) throws -> String {
        let view = naive.view(index)
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            guard let number = view.writers.keys.sorted().randomElement(using: &random) else { return "no writer" }
            find(Writer.self, number, index).map(contexts[index].delete)
            naive.change(index, .deleteWriter(number))
            return "delete writer \(number)"
        case 1:
            guard let number = view.novels.keys.sorted().randomElement(using: &random) else { return "no novel" }
            find(Novel.self, number, index).map(contexts[index].delete)
            naive.change(index, .deleteNovel(number))
            return "delete novel \(number)"
        case 2:
            guard let number = view.chapters.keys.sorted().randomElement(using: &random) else { return "no chapter" }
            find(Chapter.self, number, index).map(contexts[index].delete)
            naive.change(index, .deleteChapter(number))
            return "delete chapter \(number)"
        default:
            guard let number = view.labels.keys.sorted().randomElement(using: &random) else { return "no label" }
            find(Label.self, number, index).map(contexts[index].delete)
            naive.change(index, .deleteLabel(number))
            return "delete label \(number)"
        }
    }

    // MARK: Looking

    private func find<Model: Numbered>(_ type: Model.Type, _ number: Int, _ index: Int) -> Model? {
        try? contexts[index].fetch(FetchDescriptor<Model>()).first { $0.number == number }
    }

    /// Where a context shows something else than the naive model.
    mutating func difference() throws -> String? {
        for (index, context) in contexts.enumerated() {
            var (real, expected) = (try contents(context), naive.view(index))
            if contexts.count > 1 { (real, expected) = (real.withoutOrders, expected.withoutOrders) }
            if real != expected { return "context \(index) shows\n\(real)\ninstead of\n\(expected)" }
            if let wrong = try brokenInverse(context) { return "context \(index): \(wrong)" }
            let question = ShelfQuestion(&random)
            let (answer, right) = (try question.answer(context), question.answer(expected))
            if answer != right { return "context \(index): \(question) gives \(answer) instead of \(right)" }
        }
        return nil
    }

    /// Where a context whose changes are saved shows another order than one that reads everything anew.
    mutating func differenceOfOrders() throws -> String? {
        for (index, context) in contexts.enumerated() {
            try context.save()
            naive.save(index)
        }
        if let difference = try difference() { return difference }
        let stored = try contents(ModelContext(store.container))
        for (index, context) in contexts.enumerated() {
            let shown = try contents(context)
            if shown != stored { return "context \(index) shows\n\(shown)\nand the store has\n\(stored)" }
        }
        return nil
    }

    private func contents(_ context: ModelContext) throws -> NaiveShelf.Contents {
        var contents = NaiveShelf.Contents()
        for writer in try context.fetch(FetchDescriptor<Writer>()) {
            let novels = writer.novels.map(\.number)
            contents.writers[writer.number] = NaiveShelf.WriterRow(name: writer.name, novels: novels)
        }
        for novel in try context.fetch(FetchDescriptor<Novel>()) {
            contents.novels[novel.number] = NaiveShelf.NovelRow(
                title: novel.title,
                pages: novel.pages,
                writer: novel.writer?.number,
                labels: novel.labels.map(\.number),
                chapters: novel.chapters.map(\.number)
            )
        }
        for chapter in try context.fetch(FetchDescriptor<Chapter>()) {
            contents.chapters[chapter.number] = .some(chapter.novel?.number)
        }
        for label in try context.fetch(FetchDescriptor<Label>()) {
            contents.labels[label.number] = label.novels.map(\.number)
        }
        return contents
    }

    /// Both ends of every relationship must tell the same.
    private func brokenInverse(_ context: ModelContext) throws -> String? {
        for writer in try context.fetch(FetchDescriptor<Writer>()) {
            let numbers = Set(writer.novels.map(\.number))
            let back = Set(try context.fetch(FetchDescriptor<Novel>()).filter { $0.writer === writer }.map(\.number))
            if numbers != back {
                return "writer \(writer.number) has \(numbers.sorted()), pointed to by \(back.sorted())"
            }
        }
        for label in try context.fetch(FetchDescriptor<Label>()) {
            let numbers = Set(label.novels.map(\.number))
            let back = Set(
                try context.fetch(FetchDescriptor<Novel>()).filter { $0.labels.contains { $0 === label } }.map(\.number)
            )
            if numbers != back {
                return "label \(label.number) has \(numbers.sorted()), pointed to by \(back.sorted())"
            }
        }
        for novel in try context.fetch(FetchDescriptor<Novel>()) {
            let numbers = Set(novel.chapters.map(\.number))
            let back = Set(try context.fetch(FetchDescriptor<Chapter>()).filter { $0.novel === novel }.map(\.number))
            if numbers != back {
                return "novel \(novel.number) has \(numbers.sorted()), pointed to by \(back.sorted())"
            }
        }
        return nil
    }
}

/// Test models are told apart by their number.
protocol Numbered: PersistentModel { var number: Int { get } }
extension Writer: Numbered {}
extension Novel: Numbered {}
extension Chapter: Numbered {}
extension Label: Numbered {}
