import CloudKitWebServices
import Foundation
import Testing

/// A browser without scripts: it keeps one cookie and sends forms.
struct Browser: Sendable {
    let world: World
    var cookie: String?

    init(_ world: World) {
        self.world = world
    }

    /// Opens a page, and takes its cookie.
    mutating func open(_ path: String) async throws -> Reply {
        let reply = try await world.send("GET", path, [], headers: headers())
        if let set = reply.headers["set-cookie"] { cookie = set.split(separator: ";").first.map(String.init) }
        return reply
    }

    /// Sends the form of a page that was opened.
    func submit(_ page: Reply, _ path: String, _ fields: [String: String], site: String? = nil) async throws -> Reply {
        var fields = fields
        fields["form"] = page.form
        let body = fields.map { "\($0.key)=\(PercentEncoding.encode($0.value))" }.joined(separator: "&")
        return try await world.send("POST", path, Array(body.utf8), headers: headers(site))
    }

    private func headers(_ site: String? = nil) -> [String: String] {
        var headers = ["Content-Type": "application/x-www-form-urlencoded"]
        headers["Cookie"] = cookie.map { "other=1; \($0)" }
        headers["Sec-Fetch-Site"] = site
        return headers
    }
}

extension Reply {
    /// The hidden field of a page's form.
    var form: String? { text(between: "name=\"form\" value=\"", and: "\"") }

    /// What stands between two texts, first.
    func text(between start: String, and end: String) -> String? {
        guard let from = text.firstRange(of: start)?.upperBound,
            let to = text[from...].firstRange(of: end)?.lowerBound
        else { return nil }
        return String(text[from..<to])
    }
}
