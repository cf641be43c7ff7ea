import Foundation

/// Checks the modules of a copy without building them: types, and what the compiler finds on the way to machine code,
/// against the modules of a debug build that is there already.
package struct ModuleCheck {
    private let manifest: DebugManifest
    private let folder: URL

    /// The manifest is `.build/debug.yaml` of the repository; the folder is that of the copy.
    package init(manifest: URL, folder: URL) throws {
        self.manifest = try DebugManifest(manifest)
        self.folder = folder
    }

    /// Checks the modules with mutants; whether all are well.
    package func run(_ copy: MutatedCopy, log: URL) throws -> Bool {
        try CompilerLog(log).run(copy.modules) { module in
            // Further than the types: what is assigned twice, or not, is found only there.
            let output = ["-emit-sil", "-o", "/dev/null", "-whole-module-optimization", "-suppress-warnings"]
            let words = try manifest.compilation(of: module, inCopy: folder) + output
            return (words + copy.files(of: module, in: folder), folder)
        }
    }
}
