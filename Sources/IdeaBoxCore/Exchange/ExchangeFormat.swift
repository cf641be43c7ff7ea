/// A file format that ideas can be exchanged in.
public enum ExchangeFormat: String, CaseIterable, Sendable {
    /// An array of objects with every field; nothing is lost on the way.
    case json
    /// A table with a head line and every field (RFC 4180).
    case csv
    /// A checklist, with the details indented below each line. Ids and dates are left out.
    case markdown
    /// One line per idea, as the todo.txt rules say. Times of day are left out.
    case todotxt

    /// The format that the file's ending tells, or nil.
    public init?(fileName: String) {
        let ending = fileName.split(separator: ".").last.map { $0.lowercased() }
        switch ending {
        case "json", "jsonl", "ndjson": self = .json
        case "csv": self = .csv
        case "md", "markdown": self = .markdown
        case "txt", "todotxt": self = .todotxt
        default: return nil
        }
    }

    /// Whether the format holds every field, so that ideas in the trash can travel too.
    var holdsEverything: Bool { self == .json || self == .csv }
}
