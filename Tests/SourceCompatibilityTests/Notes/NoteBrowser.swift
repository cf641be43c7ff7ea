import Foundation
import Observation
import SwiftData

@Model
final class Note {
    #Index<Note>([\.folderName, \.title])

    var title: String
    var body: String
    var folderName: String
    var label: String?
    var isTrashed: Bool = false
    @Attribute(.codable) var style: NoteStyle = NoteStyle()

    init(_ title: String, body: String = "", folder folderName: String, label: String? = nil) {
        self.title = title
        self.body = body
        self.folderName = folderName
        self.label = label
    }
}

struct NoteStyle: Codable, Equatable {
    var fontSize = 14
    var color: Color?

    enum Color: Codable, Equatable {
        case named(String)
        case rgb(red: Int, green: Int, blue: Int)
    }
}

/// Keeps the lists of a window up to date without a view.
@MainActor
@Observable
final class NoteBrowser {
    let notes: ResultsObserver<Note, Never>
    let byFolder: ResultsObserver<Note, String>
    let byLabel: ResultsObserver<Note, String>
    private let history: HistoryObserver

    init(container: ModelContainer) throws {
        let context = container.mainContext
        notes = try ResultsObserver<Note, Never>(
            filterBy: #Predicate { !$0.isTrashed },
            sortBy: [SortDescriptor(\.title)],
            modelContext: context
        )
        byFolder = try ResultsObserver<Note, String>(
            fetchDescriptor: FetchDescriptor(sortBy: [SortDescriptor(\.folderName), SortDescriptor(\.title)]),
            sectionBy: \.folderName,
            modelContext: context
        )
        byLabel = try ResultsObserver<Note, String>(
            sortBy: [SortDescriptor(\.title)],
            sectionBy: \.label,
            modelContext: context
        )
        history = try HistoryObserver(observedModels: [Note.self], modelContainer: container)
    }

    var titles: [String] { notes.results.map(\.title) }

    var changeCount: Int { history.eventCounter }

    var folders: [(name: String, titles: [String])] {
        byFolder.sections?.map { (name: $0.title, titles: $0.map(\.title)) } ?? []
    }

    func search(_ text: String) {
        notes.filterBy =
            text.isEmpty
            ? #Predicate { !$0.isTrashed }
            : #Predicate {
                !$0.isTrashed && ($0.title.localizedStandardContains(text) || $0.body.localizedStandardContains(text))
            }
    }

    func sortNewestLast(_ reversed: Bool) {
        notes.sortBy = [SortDescriptor(\.title, order: reversed ? .reverse : .forward)]
    }
}
