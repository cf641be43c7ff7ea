import Foundation
import TestSupport

extension TestedCommand {
    static let ideabox = TestedCommand(
        "ideabox",
        environment: ["PATH": "/usr/bin:/bin"],
        fleeting: [
            Fleeting(/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\.[0-9]{3}Z/, "<date>")
        ]
    )
}

extension CommandBox {
    /// A home of its own for the command.
    convenience init() throws { try self.init(.ideabox) }

    static var executable: URL { TestedCommand.ideabox.executable }

    /// Adds an idea and answers its id.
    func add(_ title: String, details: String = "") throws -> String {
        let answer = try run("add", title, "--details", details, "--json")
        let object = try JSONSerialization.jsonObject(with: Data(answer.out.utf8)) as? [String: Any]
        return object?["id"] as? String ?? "no id in \(answer)"
    }
}

extension ServerBox {
    /// A server for the app, with an account for each name.
    convenience init(_ names: String...) throws {
        try self.init(names, container: "iCloud.com.buildwithharry.IdeaBox")
    }
}

extension Transcript {
    init() { self.init(.ideabox) }
}
