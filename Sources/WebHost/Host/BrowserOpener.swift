import Foundation

/// Opens a link in the person's browser, without the link standing in the list of processes that others can read.
public enum BrowserOpener {
    /// Why no browser could be opened.
    public struct Failure: Error {
        /// The program or the file that is missing, or what the system says.
        public let reason: String
    }

    private static let programs = ["/usr/bin/xdg-open", "/usr/local/bin/xdg-open", "/usr/bin/open"]

    /// Writes a page that only its owner can read and that leads to the link, and opens that.
    ///
    /// - Parameters:
    ///   - link: The link.
    ///   - title: What the page is called while it is seen.
    ///   - folder: The app's data folder.
    /// - Throws: ``Failure``.
    public static func open(_ link: String, title: String, in folder: URL) throws(Failure) {
        guard let program = programs.first(where: FileManager.default.isExecutableFile) else {
            throw Failure(reason: "xdg-open")
        }
        let file = folder.appending(path: "web-open.html")
        try? FileManager.default.removeItem(at: file)
        let isMade = FileManager.default.createFile(
            atPath: file.path,
            contents: Data(page(link, escaped(title)).utf8),
            attributes: [.posixPermissions: 0o600]
        )
        guard isMade else { throw Failure(reason: file.path) }
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = [file.path]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        do {
            try process.run()
        } catch {
            throw Failure(reason: "\(program): \(error.localizedDescription)")
        }
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing("<", with: "&lt;")
    }

    private static func page(_ link: String, _ title: String) -> String {
        let link = escaped(link)
        return """
            <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>\(title)</title>
            <meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=\(link)">
            </head><body><p><a href="\(link)">\(title)</a></p></body></html>
            """
    }
}
