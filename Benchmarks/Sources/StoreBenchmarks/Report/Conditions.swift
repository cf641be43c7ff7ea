import Foundation
import GRDBSQLite

/// Under what conditions a run was made: figures without them mean little.
enum Conditions {
    static func lines(_ options: Options) -> [String] {
        let samples = [Effort.cheap, .medium, .costly].map { String($0.samples(quick: options.quick)) }
        let cache = options.rawCacheMebibytes.map { "\($0) MiB" } ?? "SQLite's default"
        return [
            "seed \(options.seed); samples a cell: \(samples.joined(separator: ", ")) (cheap, medium, costly rows)"
                + (options.quick ? "; quick run" : ""),
            "SQLite \(String(cString: sqlite3_libversion())), WAL, synchronous NORMAL unless said; "
                + "page cache of raw: \(cache), of ours: 32 MiB",
            "\(processor), \(ProcessInfo.processInfo.activeProcessorCount) cores",
        ]
    }

    private static var processor: String {
        let file = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
        let line = file.split(separator: "\n").first { $0.hasPrefix("model name") }
        let name = line?.split(separator: ":").last.map { $0.drop { $0 == " " } }
        return name.map(String.init) ?? "unknown processor"
    }
}
