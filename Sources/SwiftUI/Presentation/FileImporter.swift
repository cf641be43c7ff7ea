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
        choosingFile(isPresented, allowedContentTypes) { onCompletion($0) }
    }

    /// Lets the reader choose a file, as long as a value is true.
    ///
    /// The file can be read until the action returns.
    public func fileImporter(
        isPresented: Binding<Bool>,
        allowedContentTypes: [UTType],
        allowsMultipleSelection: Bool,
        onCompletion: @escaping (Result<[URL], any Error>) -> Void
    ) -> some View {
        choosingFile(isPresented, allowedContentTypes) { result in onCompletion(result.map { [$0] }) }
    }

    private func choosingFile(
        _ isPresented: Binding<Bool>,
        _ types: [UTType],
        _ completion: @escaping (Result<URL, any Error>) -> Void
    ) -> some View {
        attached {
            Presented($0.graph)
        } _: { context, presented in
            let shows = context.read { isPresented.wrappedValue }
            presented.update(shows)
            if shows { context.presentFileChoice(types, close: { isPresented.wrappedValue = false }, completion) }
        }
    }
}

extension _RenderContext {
    fileprivate func presentFileChoice(
        _ types: [UTType],
        close: @escaping @MainActor () -> Void,
        _ completion: @escaping (Result<URL, any Error>) -> Void
    ) {
        let id = id("file")
        let title = Node(
            id: id + "t",
            element: .h2,
            attributes: [.class: "alert-title"],
            content: .text("Choose a File")
        )
        var input = Node(
            id: id + "i",
            element: .input,
            attributes: [.type: "file", .ariaLabelledby: title.id],
            events: .file
        )
        let accepts = types.compactMap(\.accept)
        if accepts.count == types.count { input.attributes[.accept] = accepts.joined(separator: ",") }
        on(input.id) { action in
            guard case .file(let name, let bytes) = action else { return }
            close()
            ChosenFile.hand(name, bytes, to: completion)
        }
        var cancel = Node(
            id: id + "x",
            element: .button,
            attributes: [.class: "btn", .type: "button"],
            content: .text("Cancel"),
            events: .click
        )
        cancel.attributes[.kind] = "cancel"
        on(cancel.id) { _ in close() }
        let actions = Node(
            id: id + "a",
            element: .div,
            attributes: [.class: "alert-actions"],
            content: .children([cancel])
        )
        var dialog = Node(
            id: id,
            element: .dialog,
            attributes: [.class: "alert", .ariaLabelledby: title.id],
            events: .close
        )
        dialog.content = .children([title, input, actions])
        dialog.properties.isOpen = true
        on(id) { if $0 == .close { close() } }
        preferences.overlays.append(dialog)
    }
}

/// A file that came from a page, in a folder of its own for the time of an action.
private enum ChosenFile {
    static func hand(_ name: String, _ bytes: [UInt8], to completion: (Result<URL, any Error>) -> Void) {
        let template = FileManager.default.temporaryDirectory.appendingPathComponent("file-XXXXXX").path
        var path = Array(template.utf8CString)
        guard mkdtemp(&path) != nil else {
            return completion(.failure(CocoaError(.fileWriteUnknown)))
        }
        let folder = URL(fileURLWithPath: String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
        defer { try? FileManager.default.removeItem(at: folder) }
        let safe = name.split(whereSeparator: { $0 == "/" || $0 == "\0" }).last.map(String.init) ?? "file"
        let url = folder.appendingPathComponent(safe == ".." || safe == "." ? "file" : safe)
        do {
            try Data(bytes).write(to: url)
            completion(.success(url))
        } catch {
            completion(.failure(error))
        }
    }
}

extension URL {
    /// Whether the file may be read: here it may.
    @_disfavoredOverload
    public func startAccessingSecurityScopedResource() -> Bool { true }
    /// Says that the file is no longer read.
    @_disfavoredOverload
    public func stopAccessingSecurityScopedResource() {}
}
