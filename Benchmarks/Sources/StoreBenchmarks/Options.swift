import Foundation

/// What the command line asks for.
struct Options {
    var filters: [String] = []
    var quick = false
    var seed: UInt64 = 20_261_121
    var workspace: URL?
    var markdown: URL?
    var json: URL?
    var python: String?
    var ideabox: String?
    var rawCacheMebibytes: Int?
    var contenders = Contender.allCases
    var wantsList = false
    var wantsHelp = false

    /// A command line that cannot be understood, in words for the person who typed it.
    struct Misuse: Error, CustomStringConvertible {
        let description: String
    }

    init(_ arguments: [String]) throws {
        var rest = arguments.makeIterator()
        func value(of option: String) throws -> String {
            guard let value = rest.next() else { throw Misuse(description: "\(option) needs a value") }
            return value
        }
        while let argument = rest.next() {
            switch argument {
            case "--filter", "-f": filters.append(try value(of: argument))
            case "--quick": quick = true
            case "--seed": seed = try Self.number(try value(of: argument), argument)
            case "--workspace": workspace = URL(fileURLWithPath: try value(of: argument))
            case "--markdown": markdown = URL(fileURLWithPath: try value(of: argument))
            case "--json": json = URL(fileURLWithPath: try value(of: argument))
            case "--python": python = try value(of: argument)
            case "--ideabox": ideabox = try value(of: argument)
            case "--raw-cache": rawCacheMebibytes = try Self.number(try value(of: argument), argument)
            case "--only": contenders = [try Self.contender(try value(of: argument))]
            case "--list": wantsList = true
            case "--help", "-h": wantsHelp = true
            default: throw Misuse(description: "unknown argument \(argument); see --help")
            }
        }
    }

    /// Whether a row was asked for: without filters all are, else those whose name holds one.
    func wants(_ workload: Workload) -> Bool {
        filters.isEmpty || filters.contains { workload.name.contains($0) }
    }

    private static func contender(_ name: String) throws -> Contender {
        guard let contender = Contender.allCases.first(where: { $0.rawValue.lowercased() == name.lowercased() }) else {
            let names = Contender.allCases.map(\.rawValue).joined(separator: ", ")
            throw Misuse(description: "there is no contender \(name), only \(names)")
        }
        return contender
    }

    private static func number<Number: FixedWidthInteger>(_ text: String, _ option: String) throws -> Number {
        guard let number = Number(text), number >= 0 else {
            throw Misuse(description: "\(option) needs a whole number, not \(text)")
        }
        return number
    }

    static let help = """
        store-benchmarks: how fast the store is, beside raw SQLite, GRDB and SQLAlchemy.

        Every row is run by all contenders in turns, on the same data. A cell is a median: raw as it is, the
        others as so many times raw, unless the row has limits in figures. Times are processor time, so that a
        busy neighbour disturbs little; only the ideabox rows are real time. A row above its "must" is measured
        once more at the end, with twice the samples; if it is above it still, the exit code is 1.

          store-benchmarks                       every row, about ten minutes
          store-benchmarks --quick               fewer samples, for CI
          store-benchmarks --filter fetch        rows whose name holds "fetch"; may be given several times
          store-benchmarks --list                the names of the rows, with goal and must

        Options
          --markdown FILE    put the table between the lines \(MarkdownReport.begin)
                             and \(MarkdownReport.end) of FILE
          --json FILE        every figure, with sample counts and spreads
          --python FILE      a Python that has SQLAlchemy; without it that column is empty and says why
          --ideabox FILE     the command ideabox, built for release, for the rows that start it
          --workspace DIR    keep the large stores here for the next run (default: made anew, then removed)
          --seed N           another set of data (default 20261121; the run prints it)
          --only NAME        one contender alone (raw, ours, GRDB, SQLAlchemy), to put a profiler on it
          --raw-cache MIB    page cache of the raw connections (default: SQLite's own, 2 MB)

        Exit codes: 0 every row keeps its must; 1 a row is above it or could not be measured; 2 wrong usage.
        """
}
