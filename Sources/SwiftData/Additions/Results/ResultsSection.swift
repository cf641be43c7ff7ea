/// The objects of a fetch that share a title, in order.
///
/// Source: Apple's `ResultsSection` (27).
public struct ResultsSection<Element: PersistentModel, SectionTitle: Hashable>: RandomAccessCollection, Identifiable {
    /// The value that the objects share.
    public let title: SectionTitle
    private let elements: ArraySlice<Element>

    init(title: SectionTitle, elements: ArraySlice<Element>) {
        self.title = title
        self.elements = elements
    }

    /// The same as `title`.
    public var id: SectionTitle { title }
    /// The same as `title`, under the name that it had at first.
    public var name: SectionTitle { title }

    /// The position of the first object.
    public var startIndex: Int { 0 }
    /// The position after the last object.
    public var endIndex: Int { elements.count }

    /// The object at a position.
    public subscript(position: Int) -> Element {
        elements[elements.startIndex + position]
    }
}

/// The objects of a fetch in sections, in the order in which the titles first come up.
///
/// Source: Apple's `SectionedResults` (27).
public struct SectionedResults<Element: PersistentModel, SectionTitle: Hashable>: RandomAccessCollection {
    private let sections: [ResultsSection<Element, SectionTitle>]
    private let positions: [SectionTitle: Int]

    /// Divides objects that are sorted by title; equal titles that are apart are brought together.
    init(_ elements: [Element], title: (Element) -> SectionTitle) {
        var order: [SectionTitle] = []
        var groups: [SectionTitle: [Element]] = [:]
        for element in elements {
            let title = title(element)
            if groups[title] == nil { order.append(title) }
            groups[title, default: []].append(element)
        }
        sections = order.map { ResultsSection(title: $0, elements: (groups[$0] ?? [])[...]) }
        positions = Dictionary(
            order.enumerated().map { ($0.element, $0.offset) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The position of the first section.
    public var startIndex: Int { 0 }
    /// The position after the last section.
    public var endIndex: Int { sections.count }

    /// The section at a position.
    public subscript(position: Int) -> ResultsSection<Element, SectionTitle> {
        sections[position]
    }

    /// The titles in order.
    public var sectionTitles: [SectionTitle] { sections.map(\.title) }

    /// The section with a title; nil where there is none.
    public subscript(sectionTitle title: SectionTitle) -> ResultsSection<Element, SectionTitle>? {
        positions[title].map { sections[$0] }
    }

    /// Whether a section has this title.
    public func contains(sectionTitle title: SectionTitle) -> Bool {
        positions[title] != nil
    }

    /// The position of the section with a title; nil where there is none.
    public func index(ofSectionTitled title: SectionTitle) -> Int? {
        positions[title]
    }
}

/// The name that ``SectionedResults`` had at first.
public typealias ResultsSectionCollection<Element: PersistentModel, SectionName: Hashable> =
    SectionedResults<Element, SectionName>

extension SectionedResults {
    /// The same as `sectionTitles`, under the name that it had at first.
    public var sectionNames: [SectionTitle] { sectionTitles }

    /// The same as ``contains(sectionTitle:)``, under the name that it had at first.
    public func contains(sectionName name: SectionTitle) -> Bool {
        contains(sectionTitle: name)
    }

    /// The same as ``index(ofSectionTitled:)``, under the name that it had at first.
    public func index(ofSectionNamed name: SectionTitle) -> Int? {
        index(ofSectionTitled: name)
    }

    /// The same as ``subscript(sectionTitle:)``, under the name that it had at first.
    public subscript(sectionName name: SectionTitle) -> ResultsSection<Element, SectionTitle>? {
        self[sectionTitle: name]
    }
}
