import AppCommons
import Foundation
import IdeaBoxCore
import WebHost

/// The plain paths beside the page: capture, import, export, and whether the ideas can be read.
struct IdeaRoutes: Sendable {
    /// Bytes of a captured idea at most: a title and details of their greatest size, in JSON that escapes each of them.
    static let captureBytes = 512 * 1_024
    /// Bytes of a file at most; the commands take larger ones.
    static let fileBytes = 16 * 1_024 * 1_024
    /// Bytes of an export at most; the command writes larger ones.
    static let exportBytes = 64 * 1_024 * 1_024
    /// Refused rows that an import names.
    static let namedRefusals = 100

    /// Works with the ideas away from the main actor.
    let aside: @Sendable (@escaping @Sendable (IdeaRepository) throws -> PlainResponse) async throws -> PlainResponse

    var all: [PlainRoute] {
        let files = ExportFile.all.map { file in
            PlainRoute(path: "/" + file.name) { request in
                await answering(request) { try await aside { try export(file, $0) } }
            }
        }
        return files + [
            PlainRoute(method: "POST", path: "/capture", bodyBytes: Self.captureBytes) { request in
                await answering(request) { try await capture(request) }
            },
            PlainRoute(method: "POST", path: "/import", bodyBytes: Self.fileBytes) { request in
                await answering(request) { try await takeIn(request) }
            },
            PlainRoute(path: "/healthz", access: .anyone) { _ in
                let isSound = try? await aside { repository in
                    _ = try repository.ideas(in: .all, IdeaPage(size: 1))
                    return PlainResponse()
                }
                return isSound == nil ? .failure("the ideas cannot be read", status: 503) : try .json(["status": "ok"])
            },
        ]
    }

    // MARK: Capture

    private func capture(_ request: PlainRequest) async throws -> PlainResponse {
        let captured = try Captured(request)
        return try await aside { repository in
            let idea = try repository.create(title: captured.title, details: captured.details)
            return try .json(["id": idea.id.uuidString.lowercased(), "title": idea.title], status: 201)
        }
    }

    // MARK: Files

    private func export(_ file: ExportFile, _ repository: IdeaRepository) throws -> PlainResponse {
        var body = Data()
        _ = try repository.exportIdeas(as: file.format) { piece in
            body.append(contentsOf: piece.utf8)
            if body.count > Self.exportBytes { throw RouteFailure(status: 413, "ideabox export") }
        }
        return PlainResponse(contentType: file.contentType, fileName: "ideas.\(file.ending)", body: body)
    }

    private func takeIn(_ request: PlainRequest) async throws -> PlainResponse {
        guard let format = ExportFile.format(of: request) else {
            throw RouteFailure(status: 415, "?format=json, csv, md, txt")
        }
        let isDryRun = ["1", "true", "yes"].contains(request.query["dry-run"] ?? "")
        let (bytes, language) = (Array(request.body), request.language)
        return try await aside { repository in
            var refusals: [String] = []
            let report = try repository.importIdeas(bytes, as: format, isDryRun: isDryRun, in: language) { refusal in
                if refusals.count < Self.namedRefusals { refusals.append(refusal.text) }
            }
            return try .json(ImportAnswer(report, refusals, isDryRun: isDryRun))
        }
    }

    // MARK: Errors

    private func answering(
        _ request: PlainRequest,
        _ body: () async throws -> PlainResponse
    ) async -> PlainResponse {
        do {
            return try await body()
        } catch let failure as RouteFailure {
            return .failure(failure.text, status: failure.status)
        } catch let failure as UnusableFile {
            return .failure(failure.reason, status: 422)
        } catch {
            let status = if case IdeaBoxError.rule = error { 422 } else { 503 }
            return .failure(IdeaBoxWords.text(for: error, in: request.language), status: status)
        }
    }
}

/// A request that is answered with an error.
struct RouteFailure: Error {
    let status: Int
    let text: String

    init(status: Int, _ text: String) {
        (self.status, self.text) = (status, text)
    }
}

/// One of the files that the ideas can be fetched as.
struct ExportFile: Sendable {
    let ending: String
    let format: ExchangeFormat
    let contentType: String

    var name: String { "export." + ending }

    static let all = [
        ExportFile(ending: "json", format: .json, contentType: "application/json"),
        ExportFile(ending: "csv", format: .csv, contentType: "text/csv; charset=utf-8"),
        ExportFile(ending: "md", format: .markdown, contentType: "text/markdown; charset=utf-8"),
        ExportFile(ending: "txt", format: .todotxt, contentType: "text/plain; charset=utf-8"),
    ]

    /// The format that a request names, in the query or by the type of its body.
    static func format(of request: PlainRequest) -> ExchangeFormat? {
        if let name = request.query["format"]?.lowercased() {
            return ExchangeFormat(rawValue: name) ?? all.first { $0.ending == name }?.format
        }
        // Plain text may be anything, so it is not guessed at.
        return all.first { $0.ending != "txt" && String($0.contentType.prefix { $0 != ";" }) == request.mediaType }?
            .format
    }
}

/// An idea as it was handed in.
struct Captured: Equatable, Sendable {
    var title: String
    var details: String

    private struct Fields: Decodable {
        var title: String
        var details: String?
    }

    /// JSON with `title` and `details`, a form with those fields, or plain text whose first line is the title.
    init(_ request: PlainRequest) throws {
        guard let text = String(validating: request.body, as: UTF8.self) else {
            throw RouteFailure(status: 400, "UTF-8")
        }
        switch request.mediaType {
        case "application/json":
            guard let fields = try? JSONDecoder().decode(Fields.self, from: request.body) else {
                throw RouteFailure(status: 400, #"{"title": "…", "details": "…"}"#)
            }
            (title, details) = (fields.title, fields.details ?? "")
        case "application/x-www-form-urlencoded":
            let fields = Self.form(text)
            guard let title = fields["title"] else { throw RouteFailure(status: 400, "title=…&details=…") }
            (self.title, details) = (title, fields["details"] ?? "")
        case nil, "text/plain":
            let idea = PlainIdea(text)
            // The repository says what is wrong with an idea without a title.
            (title, details) = (idea?.title ?? "", idea?.details ?? "")
        default: throw RouteFailure(status: 415, "text/plain, application/json, application/x-www-form-urlencoded")
        }
    }

    private static func form(_ text: String) -> [String: String] {
        var fields: [String: String] = [:]
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let values = parts.map { String($0).replacing("+", with: " ").removingPercentEncoding ?? String($0) }
            fields[values[0]] = values.count > 1 ? values[1] : ""
        }
        return fields
    }
}

/// What an import did, as it is answered.
private struct ImportAnswer: Encodable {
    let isDryRun: Bool
    let added: Int
    let replaced: Int
    let unchanged: Int
    let corrected: Int
    let refused: Int
    let refusals: [String]

    init(_ report: ImportReport, _ refusals: [String], isDryRun: Bool) {
        self.isDryRun = isDryRun
        (added, replaced, unchanged) = (report.added, report.replaced, report.unchanged)
        (corrected, refused, self.refusals) = (report.corrected, report.refused, refusals)
    }
}

extension PlainRequest {
    /// The type of the body without its parameters; nil where none is given.
    fileprivate var mediaType: String? {
        contentType.map { $0.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased() }
            .flatMap { $0.isEmpty ? nil : $0 }
    }

    fileprivate var language: Language {
        Language(tag: languages.first ?? "")
    }
}

extension PlainResponse {
    fileprivate static func json(_ value: some Encodable, status: Int = 200) throws -> PlainResponse {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let body = try encoder.encode(value) + Data("\n".utf8)
        return PlainResponse(status: status, contentType: "application/json", body: body)
    }

    /// The same for an error, which can always be written.
    fileprivate static func failure(_ text: String, status: Int) -> PlainResponse {
        (try? json(["error": text], status: status)) ?? PlainResponse(status: status)
    }
}
