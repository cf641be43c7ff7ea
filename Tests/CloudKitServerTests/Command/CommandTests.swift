import CloudKitWebServices
import Crypto
import Foundation
import Testing

@testable import CloudKitServer
@testable import CloudKitServerCommand

@Suite("The command line")
struct CommandTests {
    private static let container = ["--container", World.container]

    @Test("Accounts: make, list, disable, enable, export, delete")
    func accounts() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        let data = ["--data", folder.path]
        func account(_ arguments: [String], input: String = "") throws -> CommandRun {
            try CommandRun(["account"] + arguments + data, input: input)
        }
        for name in ["ben", "anna"] {
            let made = try account(["create", name, "--password-stdin"], input: "a good password\nmore\n")
            #expect(made.status == 0 && made.output.isEmpty && made.problem.isEmpty, "\(made)")
        }
        #expect(try account(["disable", "ben"]).status == 0)
        let json = try JSONSerialization.jsonObject(with: Data(try account(["list", "--json"]).output.utf8))
        let list = try #require(json as? [[String: Any]])
        #expect(list.compactMap { $0["name"] as? String } == ["anna", "ben"])
        #expect(list.compactMap { $0["isEnabled"] as? Bool } == [true, false])
        let lines = try account(["list"]).output.split(separator: "\n")
        #expect(lines.count == 2 && lines[0].hasPrefix("anna  20") && lines[1].hasSuffix("  disabled"))
        #expect(try account(["enable", "ben"]).status == 0)
        #expect(try account(["sign-out", "ben"]).status == 0)
        #expect(try account(["password", "ben", "--password-stdin"], input: "another password").status == 0)
        #expect(try account(["export", "anna"]).output.hasPrefix(#"{"kind":"account","name":"anna""#))
        #expect(try account(["delete", "anna"]).status == 0)
        #expect(try account(["list", "--json"]).output.contains("anna") == false)
        let mode = try FileManager.default.attributesOfItem(atPath: folder.path + "/cloudkit.sqlite")[.posixPermissions]
        #expect(mode as? Int == 0o600)
    }

    @Test(
        "A guess at a password is dear, unless a test asks for less",
        arguments: [("", "32768$8$1"), ("least", "2$1$1")]
    )
    func costsOfPasswords(asked: String, costs: String) throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        let made = try CommandRun(
            ["account", "create", "anna", "--password-stdin", "--data", folder.path],
            input: "a good password\n",
            environment: ["CLOUDKIT_SERVER_PASSWORD_COSTS": asked]
        )
        #expect(made.status == 0, "\(made)")
        let store = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/cloudkit.sqlite"))
        #expect(store.range(of: Data("scrypt$\(costs)$".utf8)) != nil)
    }

    @Test("Tokens and keys are printed alone")
    func tokens() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        let data = ["--data", folder.path]
        _ = try CommandRun(["account", "create", "anna", "--password-stdin"] + data, input: "a good password\n")
        let origin = ["--origin", "https://a.example.org:8443", "--callback", "notes://in"]
        let api = try CommandRun(["token", "api"] + Self.container + data + origin)
        #expect(api.status == 0 && api.line.count == 64 && api.line.allSatisfy(\.isHexDigit))
        let web = try CommandRun(["token", "web", "anna"] + Self.container + data)
        #expect(web.status == 0 && Base64URL.decode(web.line) != nil)
        let pem = P256.Signing.PrivateKey().publicKey.pemRepresentation
        let file = try folder.write(pem, to: "public.pem")
        let key = try CommandRun(["key", "add"] + Self.container + data + ["--public-key", file])
        #expect(key.status == 0 && key.line.count == 64 && key.line.allSatisfy(\.isHexDigit))
        let link = try CommandRun(["invite", "--public-url", "https://sync.example.org/"] + data)
        #expect(link.line.hasPrefix("https://sync.example.org/auth/join?invitation="))
        #expect(try CommandRun(["invite"] + data).line.hasPrefix("http://127.0.0.1:8080/auth/join?invitation="))
    }

    @Test("Tokens and keys are listed and revoked")
    func revoked() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        func run(_ arguments: String...) throws -> CommandRun { try CommandRun(arguments + ["--data", folder.path]) }
        func list(_ what: String) throws -> [[String: Any]] {
            let json = try JSONSerialization.jsonObject(with: Data(try run(what, "list", "--json").output.utf8))
            return try #require(json as? [[String: Any]])
        }
        let place = ["--container", World.container, "--environment", "production"]
        let tokens = try [place, Self.container].map { place in
            try CommandRun(["token", "api"] + place + ["--data", folder.path, "--origin", "https://a.example.org"]).line
        }
        let pem = try folder.write(P256.Signing.PrivateKey().publicKey.pemRepresentation, to: "public.pem")
        let key = try CommandRun(["key", "add"] + place + ["--data", folder.path, "--public-key", pem]).line
        let listed = try list("token")
        #expect(listed.compactMap { $0["environment"] as? String } == ["development", "production"])
        #expect(listed.allSatisfy { $0["origins"] as? [String] == ["https://a.example.org"] })
        let id = try #require(listed[1]["id"] as? String)
        let lines = try run("token", "list").output.split(separator: "\n")
        #expect(lines.count == 2 && lines[1].hasPrefix("\(id)  20"))
        #expect(lines[1].hasSuffix("  production  \(World.container)  https://a.example.org"))
        #expect(!lines.joined().contains(tokens[0]))
        #expect(try list("key").compactMap { $0["id"] as? String } == [key])
        #expect(try run("key", "list").output.hasPrefix("\(key)  20"))
        for arguments in [["token", "revoke", id], ["token", "revoke", tokens[1]], ["key", "revoke", key]] {
            let all = arguments + ["--data", folder.path]
            let done = try CommandRun(all)
            #expect(done.status == 0 && done.output.isEmpty && done.problem.isEmpty, "\(done)")
            let again = try CommandRun(all)
            #expect(again.status == 1 && again.problem.hasPrefix("Error: There is no such "))
        }
        for what in ["token", "key"] { #expect(try list(what).isEmpty) }
    }

    @Test("What grants nobody can make use of is said when a schema is imported and deployed")
    func idleGrants() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        let text =
            "DEFINE SCHEMA CREATE ROLE editors; RECORD TYPE A (GRANT WRITE TO editors, GRANT READ TO \"_world\");"
        let file = try folder.write(text.replacing("READ TO", with: "CREATE TO"), to: "a.ckdb")
        let data = Self.container + ["--data", folder.path]
        for arguments in [["import", file], ["deploy"]] {
            let run = try CommandRun(["schema"] + arguments + data)
            #expect(run.status == 0 && run.output.hasPrefix("+ A\n+ A GRANT CREATE TO _world\n"), "\(run)")
            #expect(run.problem == "Note: A: without an account nobody writes, whatever _world is granted.\n", "\(run)")
        }
        let wrong = try folder.write(text.replacing("TO editors", with: "TO others"), to: "b.ckdb")
        let run = try CommandRun(["schema", "import", wrong] + data)
        #expect(run.status != 0 && run.problem.contains("line 1, column 66: there is no role “others”"), "\(run)")
    }

    @Test("Roles of a schema: give, list, take")
    func roles() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        let data = ["--data", folder.path]
        _ = try CommandRun(["account", "create", "anna", "--password-stdin"] + data, input: "a good password\n")
        func role(_ arguments: String...) throws -> CommandRun {
            try CommandRun(["account", "role"] + arguments + data)
        }
        let editors = ["editors"] + Self.container
        func change(_ verb: String, _ name: String = "anna") throws -> CommandRun {
            try CommandRun(["account", "role", verb, name] + editors + data)
        }
        let early = try change("give")
        #expect(early.status == 1 && early.problem.hasPrefix("Error: The schema has no role “editors”. It has none;"))
        let file = try folder.write("DEFINE SCHEMA CREATE ROLE editors;", to: "a.ckdb")
        #expect(try CommandRun(["schema", "import", file] + Self.container + data).output == "+ ROLE editors\n")
        #expect(try change("give").status == 0)
        #expect(try change("give", "nobody").problem.contains("There is no account of this name"))
        #expect(try role("list", "anna").output == "development  \(World.container)  editors\n")
        let export = try CommandRun(["account", "export", "anna"] + data)
        #expect(export.output.contains(#""kind":"role","container":"iCloud.org.example.notes""#), "\(export)")
        #expect(try change("take").status == 0)
        let again = try change("take")
        #expect(again.status == 1 && again.problem.hasPrefix("Error: The account does not have this role."))
        #expect(try role("list", "anna", "--json").output.filter { !$0.isWhitespace } == "[]")
    }

    /// Wrong arguments, and what is said to them.
    private static let mistakes: [([String], Int32, String)] = [
        (["serve", "--port", "x"], 64, "Error: The value 'x' is invalid for '--port <port>'"),
        (["serve", "--port", "70000"], 1, "Error: port must be a number from 0 to 65535, not “70000”."),
        (["serve", "--log-format", "xml"], 1, "Error: log-format must be one of text, json, not “xml”."),
        (
            ["serve", "--log-level", "loud"], 1,
            "Error: log-level must be one of trace, debug, info, notice, warning, error, critical, not “loud”."
        ),
        (["serve", "--tls-key", "k"], 1, "Error: tls-certificate and tls-key belong together: give both, or neither."),
        (
            ["serve", "--tls-key", "k", "--tls-certificate", "c"], 1,
            "Error: No certificate and key could be read from c and k: both must be PEM."
        ),
        (
            ["serve", "--public-url", "sync"], 1,
            "Error: public-url must look like https://sync.example.org, not “sync”."
        ),
        (["serve", "--config", "none.yaml"], 1, "Error: The configuration file none.yaml cannot be read."),
        (
            ["serve", "--data", "/proc/none"], 1,
            "Error: The folder /proc/none cannot be made. Choose another with --data."
        ),
        (
            ["account", "create", "anna"], 64,
            "Error: Say --password-stdin, and give the password as the first line of standard input."
        ),
        (
            ["account", "create", "a b", "--password-stdin"], 1,
            "Error: An account's name is 1 to 100 letters, digits and .-_@+ long."
        ),
        (
            ["account", "create", "anna", "--password-stdin"], 1,
            "Error: A password has 8 to 1000 characters; it is the first line of standard input."
        ),
        (
            ["account", "delete", "nobody"], 1,
            "Error: There is no account of this name, or it is disabled. “cloudkit-server account list” has all."
        ),
        (
            ["token", "api", "--container", "notes"], 64,
            "Error: A container's name begins with “iCloud.” and goes on with letters, digits, “.”, “-” and “_”."
        ),
        (
            ["token", "api", "--container", "iCloud.a", "--origin", "https://a.example.org/"], 64,
            "Error: An origin looks like https://notes.example.org, not “https://a.example.org/”."
        ),
        (
            ["token", "api", "--container", "iCloud.a", "--callback", "javascript:x"], 64,
            "Error: A callback is a URL such as https://notes.example.org/signed-in."
        ),
        (["token", "web", "anna"], 64, "Error: Missing expected argument '--container <container>'"),
        (["invite", "--days", "0"], 64, "Error: An invitation is good for 1 to 90 days, not for 0."),
        (
            ["key", "add", "--container", "iCloud.a", "--public-key", "none.pem"], 1,
            "Error: The file none.pem cannot be read."
        ),
        (
            ["key", "add", "--container", "iCloud.a", "--public-key", "/proc/self/cmdline"], 1,
            "Error: The file /proc/self/cmdline holds no public key that is P-256 and PEM."
        ),
    ]

    @Test("Wrong arguments are answered with a sentence that says what to do", arguments: mistakes)
    func mistake(_ arguments: [String], _ status: Int32, _ sentence: String) throws {
        let run = try CommandRun(arguments)
        #expect(run.status == status, "\(arguments): \(run)")
        #expect(run.problem.split(separator: "\n").first.map(String.init) == sentence, "\(run.problem)")
        #expect(run.output.isEmpty)
    }

    @Test("A file's keys are checked; flags win over the environment, that over the file")
    func settings() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        let wrong = try folder.write("port: 1\nprot: 2\n", to: "wrong.yaml")
        let unknown = try CommandRun(["serve", "--config", wrong])
        #expect(unknown.status == 1)
        #expect(
            unknown.problem.hasPrefix("Error: The configuration file \(wrong) has the unknown key “prot”. Known are: ")
        )
        for (text, part) in [
            ("port: [1, 2]", "“port” must have one value"), ("- port", "lines of the form “key: value”"),
            ("a: b: c", "is no YAML"), ("port: 99999", "port must be a number from 0 to 65535, not “99999”"),
            ("behind-proxy: perhaps", "behind-proxy must be true or false, not “perhaps”"),
        ] {
            let file = try folder.write(text, to: "bad.yaml")
            #expect(try CommandRun(["serve", "--config", file]).problem.contains(part), "\(text)")
        }
        let file = try folder.write("public-url: https://file.example.org\ndata: \(folder.path)\n", to: "good.yaml")
        func base(_ arguments: [String] = [], _ environment: [String: String] = [:]) throws -> String {
            let all = environment.merging(["CLOUDKIT_SERVER_CONFIG": file]) { $1 }
            let link = try CommandRun(["invite"] + arguments, environment: all).line
            return link.firstRange(of: "/auth/").map { String(link[..<$0.lowerBound]) } ?? link
        }
        let variable = ["CLOUDKIT_SERVER_PUBLIC_URL": "https://environment.example.org"]
        #expect(try base() == "https://file.example.org")
        #expect(try base([], variable) == "https://environment.example.org")
        #expect(try base(["--public-url", "https://flag.example.org"], variable) == "https://flag.example.org")
        #expect(FileManager.default.fileExists(atPath: folder.path + "/cloudkit.sqlite"))
    }

    private static let commands: [[String]] = [
        [], ["serve"], ["account"], ["account", "create"], ["account", "list"], ["account", "export"],
        ["account", "delete"], ["account", "disable"], ["account", "role"], ["account", "role", "give"],
        ["invite"], ["token"], ["token", "api"], ["token", "web"],
        ["token", "list"], ["token", "revoke"], ["key"], ["key", "add"], ["key", "list"], ["key", "revoke"], ["schema"],
        ["schema", "import"], ["schema", "deploy"], ["schema", "export"], ["schema", "diff"], ["verify"], ["backup"],
        ["restore"], ["account", "enable"], ["account", "password"], ["account", "sign-out"],
        ["account", "role", "take"],
        ["account", "role", "list"],
    ]

    @Test("Help teaches", arguments: commands)
    func help(_ command: [String]) throws {
        let run = try CommandRun(command + ["--help"])
        #expect(run.status == 0 && run.output.hasPrefix("OVERVIEW: ") && run.output.contains("USAGE: cloudkit-server"))
        if command.count == 1 { #expect(run.output.contains("Example"), "\(command)") }
        for line in run.output.split(separator: "\n") where !line.hasPrefix("USAGE") {
            #expect(line.count <= 100, "\(line)")
        }
    }

    @Test("Every setting of serve is in its help, and in the chapter on the server")
    func documented() throws {
        let help = try CommandRun(["serve", "--help"]).output
        let sources = URL(filePath: #filePath).deletingLastPathComponent().resolvingSymlinksInPath()
        let root = sources.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let chapter = try String(contentsOf: root.appending(path: "Documentation/server.md"), encoding: .utf8)
        for key in SettingKey.allCases {
            #expect(help.contains("--\(key.rawValue) ") || help.contains("--\(key.rawValue)\n"), "\(key.rawValue)")
            #expect(chapter.contains("`\(key.rawValue)`"), "\(key.rawValue)")
        }
    }
}
