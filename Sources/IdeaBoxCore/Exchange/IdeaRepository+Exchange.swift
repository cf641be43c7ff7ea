import AppCommons
import Foundation

/// What is wrong with a file as a whole: nothing of it was taken in.
public struct UnusableFile: Error, Equatable, Sendable {
    /// In words, in the language that was asked for, without a full stop.
    public let reason: String
}

/// A row that was not taken in, in words.
public struct RefusalLine: Equatable, Sendable {
    /// Where it stands and why it was refused.
    public let text: String
}

extension IdeaRepository {
    /// Takes in a file that lies in memory.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - format: How it is written.
    ///   - isDryRun: Whether to say only what would happen.
    ///   - language: For the reasons of refusals.
    ///   - refusal: Told of each row that is not taken in.
    /// - Returns: What was taken in, and what not.
    /// - Throws: ``UnusableFile`` where the file cannot be read or an import stopped half-way, and what saving throws.
    public func importIdeas(
        _ bytes: [UInt8],
        as format: ExchangeFormat,
        isDryRun: Bool = false,
        in language: Language = .english,
        refusal: (RefusalLine) -> Void = { _ in }
    ) throws -> ImportReport {
        let messages = Messages(language: language)
        let name = messages.text(.importedFile)
        do {
            let reader = try format.reader(ByteSource(bytes: bytes))
            return try IdeaImporter(repository: self, isDryRun: isDryRun).run(reader) { row in
                refusal(RefusalLine(text: messages.text(for: row)))
            }
        } catch let error as UnreadableFile {
            throw UnusableFile(reason: messages.text(for: IdeaBoxError.unreadable(path: name, error)))
        } catch let error as ImportInterrupted {
            let cause = (error.cause as? UnreadableFile).map { IdeaBoxError.unreadable(path: name, $0) as any Error }
            let told = ImportInterrupted(report: error.report, cause: cause ?? error.cause)
            throw UnusableFile(reason: messages.text(for: told))
        }
    }

    /// Writes all ideas, newest first, piece by piece; answers how many there were.
    public func exportIdeas(as format: ExchangeFormat, _ write: (String) throws -> Void) throws -> Int {
        try IdeaExporter(repository: self, format: format).run(write)
    }
}

extension Messages {
    /// Where a row stands and why it is refused.
    func text(for row: RefusedRow) -> String {
        let reason = text(for: row.reason)
        return switch row.place {
        case .line(let number): text(.refusedRow, String(number), reason)
        case .idea(let id): text(.refusedIdea, id.shortText, reason)
        }
    }
}
