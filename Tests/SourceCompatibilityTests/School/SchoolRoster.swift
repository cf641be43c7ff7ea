import Foundation
import SwiftData

/// The list of pupils by family name's first letter, as the roster screen shows it.
@MainActor
final class SchoolRoster {
    let observer: ResultsObserver<Pupil, String>

    init(container: ModelContainer, minimumGrade: Int = 0) throws {
        observer = try ResultsObserver(
            filterBy: #Predicate { $0.grade >= minimumGrade },
            sortBy: [SortDescriptor(\.givenName)],
            sectionBy: \.familyName,
            modelContext: container.mainContext
        )
    }

    var lines: [String] {
        guard let sections = observer.sections else { return [] }
        return sections.flatMap { section in [section.name.uppercased()] + section.map { "- \($0.givenName)" } }
    }

    func title(ofSection index: Int) -> String? {
        guard let sections = observer.sections, sections.indices.contains(index) else { return nil }
        return sections[index].id
    }

    func position(of pupil: Pupil) -> (section: Int, row: Int)? {
        observer.indexPath(for: pupil).map { ($0[0], $0[1]) }
    }

    func jump(to name: String) -> Pupil? {
        guard let section = observer.sections?.index(ofSectionNamed: name) else { return nil }
        return observer.element(at: [section, 0])
    }
}
