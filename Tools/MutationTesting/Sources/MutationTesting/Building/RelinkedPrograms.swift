import Foundation

/// Programs of a debug build that is there, linked anew with the modules of a copy that hold mutants.
///
/// A mutant changes no declaration, so all other modules stay as they are. That takes a minute, where a build of the copy
/// takes twenty.
package struct RelinkedPrograms {
    private let manifest: DebugManifest
    private let copy: URL
    private let output: URL
    private let programs: [String]

    /// - Parameters:
    ///   - programs: The names of the programs.
    ///   - manifest: `.build/debug.yaml` of the repository.
    ///   - copy: The folder of the copy.
    ///   - output: The folder for the programs.
    /// - Throws: Where there is no debug build.
    package init(_ programs: [String], manifest: URL, copy: URL, output: URL) throws {
        self.manifest = try DebugManifest(manifest)
        (self.programs, self.copy, self.output) = (programs, copy, output)
    }

    /// Compiles the modules with mutants, and links the programs with them; whether the compiler took all mutants.
    ///
    /// - Throws: Where the programs cannot be linked, which is no mutant's fault.
    package func build(_ copy: MutatedCopy, log: URL) throws -> Bool {
        let modules = copy.modules
        for module in modules {
            let folder = objects(of: module)
            if FileManager.default.fileExists(atPath: folder.path) { try FileManager.default.removeItem(at: folder) }
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        let isCompiled = try CompilerLog(log).run(modules) { module in
            let words = try manifest.compilation(of: module, inCopy: self.copy)
            let flags = ["-c", "-enable-batch-mode", "-suppress-warnings"]
            return (words + flags + copy.files(of: module, in: self.copy), objects(of: module))
        }
        guard isCompiled else { return false }
        let switchObject = try compiledSwitch(beside: modules)
        for program in programs { try link(program, modules, switchObject) }
        return true
    }

    private func objects(of module: String) -> URL { output.appending(path: "objects/\(module)") }

    /// The object that says which mutant is on.
    private func compiledSwitch(beside modules: [String]) throws -> String {
        let source = copy.appending(path: "Sources/\(SwitchTarget.name)")
        let object = output.appending(path: "objects/\(SwitchTarget.name).o").path
        let compiler = try manifest.compilation(of: modules[0])[0]
        let clang = URL(filePath: compiler).deletingLastPathComponent().appending(path: "clang").path
        _ = try ChildProcess.output(of: [
            clang, "-c", "-O1", "-I", source.appending(path: "include").path,
            source.appending(path: "\(SwitchTarget.name).c").path, "-o", object,
        ])
        return object
    }

    private func link(_ program: String, _ modules: [String], _ switchObject: String) throws {
        let words = try manifest.link(of: program)
        guard let listWord = words.first(where: { $0.hasPrefix("@") }) else {
            throw MutationToolError("the debug build links \(program) without a list of objects")
        }
        let known = try String(contentsOf: URL(filePath: String(listWord.dropFirst())), encoding: .utf8)
        var objects = known.split(separator: "\n").map(String.init)
        for module in modules {
            let others = objects.filter { !($0.contains("/\(module).build/") && $0.hasSuffix(".swift.o")) }
            // A program may do without the module.
            guard others.count < objects.count else { continue }
            let folder = self.objects(of: module)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            objects = others + names.filter { $0.hasSuffix(".o") }.map { folder.appending(path: $0).path }
        }
        let list = output.appending(path: "objects/\(program).list")
        try Data((objects + [switchObject]).joined(separator: "\n").utf8).write(to: list)
        let command = words.map { $0 == listWord ? "@\(list.path)" : $0 }
            .replacingValue(of: "-o", by: output.appending(path: program).path)
        _ = try ChildProcess.output(of: command)
        try checkSwitch(of: program)
    }

    /// A program that knows no such mutant says so: else nothing of what is run later would mean anything.
    private func checkSwitch(of program: String) throws {
        let file = output.appending(path: "objects/switch.log")
        let words = [output.appending(path: program).path, "--help"]
        let ending = try ChildProcess(words, environment: [SwitchTarget.variable: "999999"], output: file).run()
        guard ending == .exit(SwitchTarget.unknownStatus) else {
            throw MutationToolError("\(program) was linked without the switch of mutants")
        }
    }
}
