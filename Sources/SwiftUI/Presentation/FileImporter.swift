import Foundation
import WebHost

/// A kind of file.
///
/// Source: Uniform Type Identifiers' `UTType`, as far as files are chosen by it.
public struct UTType: Hashable, Sendable {
    /// The name of the kind.
    public let identifier: String
    /// As the page asks for it.
    let accept: String?

    private init(_ identifier: String, accept: String?) {
        self.identifier = identifier
        self.accept = accept
    }

    /// The kind of files with this ending.
    public init?(filenameExtension: String) {
        guard !filenameExtension.isEmpty, filenameExtension.allSatisfy({ $0.isLetter || $0.isNumber }) else {
            return nil
        }
        self.init("dyn.\(filenameExtension)", accept: ".\(filenameExtension)")
    }
    /// Any file.
    public static let item = UTType("public.item", accept: nil)
    /// Any content.
    public static let content = UTType("public.content", accept: nil)
    /// Any bytes.
    public static let data = UTType("public.data", accept: nil)
    /// Text of any kind.
    public static let text = UTType("public.text", accept: "text/*")
    /// Text without marks.
    public static let plainText = UTType("public.plain-text", accept: "text/plain")
    /// Text in UTF-8 without marks.
    public static let utf8PlainText = UTType("public.utf8-plain-text", accept: "text/plain")
    /// JSON.
    public static let json = UTType("public.json", accept: "application/json,.json")
    /// XML.
    public static let xml = UTType("public.xml", accept: "text/xml,.xml")
    /// Values between commas.
    public static let commaSeparatedText = UTType("public.comma-separated-values-text", accept: "text/csv,.csv")
    /// PDF.
    public static let pdf = UTType("com.adobe.pdf", accept: "application/pdf")
    /// Pictures.
    public static let image = UTType("public.image", accept: "image/*")
    /// PNG.
    public static let png = UTType("public.png", accept: "image/png")
    /// JPEG.
    public static let jpeg = UTType("public.jpeg", accept: "image/jpeg")
    /// ZIP.
    public static let zip = UTType("public.zip-archive", accept: "application/zip,.zip")
}

extension View {
    /// Lets the reader choose a file, as long as a value is true.
    ///
    /// The file can be read until the action returns.
    public func fileImporter(
        isPresented: Binding<Bool>,
        allowedContentTypes: [UTType],
        onCompletion: @escaping (Result<URL, any Error>) -> Void
    ) -> some View {
        choosingFiles(isPresented, allowedContentTypes, several: false) { result in
            onCompletion(result.flatMap { $0.first.map { .success($0) } ?? .failure(CocoaError(.fileNoSuchFile)) })
        }
    }

    /// Lets the reader choose files, as long as a value is true.
    ///
    /// The files can be read until the action returns. Where several may be chosen, they are gathered until the reader says that
    /// these are all, at most a hundred.
    public func fileImporter(
        isPresented: Binding<Bool>,
        allowedContentTypes: [UTType],
        allowsMultipleSelection: Bool,
        onCompletion: @escaping (Result<[URL], any Error>) -> Void
    ) -> some View {
        choosingFiles(isPresented, allowedContentTypes, several: allowsMultipleSelection, onCompletion)
    }

    private func choosingFiles(
        _ isPresented: Binding<Bool>,
        _ types: [UTType],
        several: Bool,
        _ completion: @escaping (Result<[URL], any Error>) -> Void
    ) -> some View {
        attached { _ in
            ChosenFiles()
        } _: { context, chosen in
            guard context.read({ isPresented.wrappedValue }) else { return chosen.drop() }
            let choice = FileChoice(types: types, isSeveral: several, chosen: chosen) {
                isPresented.wrappedValue = false
            } completion: {
                completion($0)
            }
            context.present(choice)
        }
    }
}

/// A dialog that asks for files.
@MainActor
private struct FileChoice {
    let types: [UTType]
    let isSeveral: Bool
    let chosen: ChosenFiles
    let close: () -> Void
    let completion: (Result<[URL], any Error>) -> Void

    /// A file has come from the page.
    func take(_ name: String, _ bytes: [UInt8]) {
        do {
            try chosen.add(name, bytes)
            if !isSeveral { finish() }
        } catch {
            end(.failure(error))
        }
    }

    func finish() { end(.success(chosen.files.peek)) }

    /// Hands the files over; they are there until the app has read them.
    private func end(_ result: Result<[URL], any Error>) {
        close()
        completion(result)
        chosen.drop()
    }
}

extension _RenderContext {
    fileprivate func present(_ choice: FileChoice) {
        let id = id("file")
        let question = choice.isSeveral ? OwnWord.chooseFiles : .chooseFile
        let title = Node(
            id: id + "t",
            element: .h2,
            attributes: [.class: "alert-title"],
            content: .text(question.text(environment))
        )
        let names = read { choice.chosen.files.value }.map(\.lastPathComponent)
        var children = [title, fileInput(choice, id: id + "i", named: title.id)]
        if !names.isEmpty { children.append(list(of: names, id: id + "l")) }
        var actions = [button(id + "x", .cancel) { choice.close() }]
        actions[0].attributes[.kind] = "cancel"
        if !names.isEmpty {
            let word = names.count == 1 ? OwnWord.useFile : .useFiles
            actions.append(button(id + "u", word, names.count) { choice.finish() })
        }
        children.append(
            Node(id: id + "a", element: .div, attributes: [.class: "alert-actions"], content: .children(actions))
        )
        var dialog = Node(
            id: id,
            element: .dialog,
            attributes: [.class: "alert", .ariaLabelledby: title.id],
            content: .children(children),
            events: .close
        )
        dialog.properties.isOpen = true
        on(id) { if $0 == .close { choice.close() } }
        preferences.overlays.append(dialog)
    }

    private func fileInput(_ choice: FileChoice, id: String, named title: String) -> Node {
        var input = Node(
            id: id,
            element: .input,
            attributes: [.type: "file", .ariaLabelledby: title],
            events: .file
        )
        let accepts = choice.types.compactMap(\.accept)
        if accepts.count == choice.types.count { input.attributes[.accept] = accepts.joined(separator: ",") }
        if choice.isSeveral { input.attributes[.multiple] = "" }
        on(id) { if case .file(let name, let bytes) = $0 { choice.take(name, bytes) } }
        return input
    }

    private func list(of names: [String], id: String) -> Node {
        let rows = names.enumerated().map { place, name in
            Node(id: "\(id)\(place)", element: .li, content: .text(name))
        }
        return Node(id: id, element: .ul, attributes: [.role: "list"], content: .children(rows))
    }

    private func button(
        _ id: String,
        _ word: OwnWord,
        _ count: Int = 0,
        action: @escaping @MainActor () -> Void
    ) -> Node {
        var node = Node(id: id, element: .button, content: .text(word.text(environment, .whole(Int64(count)))))
        node.attributes = [.class: "btn", .type: "button"]
        node.events = .click
        on(id) { if $0 == .click { action() } }
        return node
    }
}

/// Files that came from a page, in a folder of their own until the app has read them.
private final class ChosenFiles: Attachment {
    /// How many are gathered.
    private static let limit = 100

    let files = StateBox<[URL]>([])
    private var folder: URL?

    /// Keeps a file; two of one name lie in folders of their own.
    func add(_ name: String, _ bytes: [UInt8]) throws {
        guard files.peek.count < Self.limit else { return }
        let place = try home().appendingPathComponent(String(files.peek.count))
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
        let last = name.split(whereSeparator: { $0 == "/" || $0 == "\0" }).last.map(String.init) ?? "file"
        let url = place.appendingPathComponent(last == ".." || last == "." ? "file" : last)
        try Data(bytes).write(to: url)
        files.value = files.peek + [url]
    }

    private func home() throws -> URL {
        if let folder { return folder }
        let template = FileManager.default.temporaryDirectory.appendingPathComponent("file-XXXXXX").path
        var path = Array(template.utf8CString)
        guard mkdtemp(&path) != nil else { throw CocoaError(.fileWriteUnknown) }
        let made = URL(fileURLWithPath: String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
        folder = made
        return made
    }

    /// The files go.
    func drop() {
        if let folder { try? FileManager.default.removeItem(at: folder) }
        folder = nil
        if !files.peek.isEmpty { files.value = [] }
    }

    override func disappear() { drop() }
}

extension URL {
    /// Whether the file may be read: here it may.
    @_disfavoredOverload
    public func startAccessingSecurityScopedResource() -> Bool { true }
    /// Says that the file is no longer read.
    @_disfavoredOverload
    public func stopAccessingSecurityScopedResource() {}
}
