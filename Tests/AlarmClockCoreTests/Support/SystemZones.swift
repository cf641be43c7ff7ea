import Foundation

/// The zones of this system, and what its own programs know of their clocks.
enum SystemZones {
    static let folder = "/usr/share/zoneinfo"

    /// The version of the zone data, for what tests say.
    static let version: String = {
        let rules = try? FileHandle(forReadingFrom: URL(filePath: "\(folder)/tzdata.zi")).read(upToCount: 64)
        let line = String(decoding: rules ?? Data(), as: UTF8.self).prefix { $0 != "\n" }
        return line.hasPrefix("# version ") ? String(line.dropFirst("# version ".count)) : "of an unknown version"
    }()

    /// A moment at which a clock is moved, and how far ahead of GMT it is before and after, as `zdump` says.
    struct Change: Equatable {
        let second: Int
        let before: Int
        let after: Int
    }

    /// The names of all zones, one for each group whose files are equal.
    static func distinct() throws -> [String] {
        var seen: Set<Data> = []
        return try names().filter { name in
            guard let data = try? Data(contentsOf: URL(filePath: "\(folder)/\(name)")) else { return false }
            return seen.insert(data).inserted
        }
    }

    /// The names of all zones.
    static func names() throws -> [String] {
        let all = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return all.filter { name in
            let handle = FileHandle(forReadingAtPath: "\(folder)/\(name)")
            let isOther = ["posix/", "right/", "posixrules", "localtime"].contains { name.hasPrefix($0) }
            return !isOther && (try? handle?.read(upToCount: 4)) == Data("TZif".utf8)
        }.sorted()
    }

    /// What `zdump` says of each zone between the years, the first included.
    static func changes(_ zones: [String], from: Int, to: Int) throws -> [String: [Change]] {
        let arguments = ["-V", "-c", "\(from),\(to)"] + zones
        guard let program = SystemProgram.path("zdump") else { throw CocoaError(.fileNoSuchFile) }
        var result: [String: [Change]] = [:]
        var last: (zone: Substring, offset: Int)?
        for line in try SystemProgram.run(program, arguments).split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count >= 7, let offset = words.last.flatMap({ Int($0.dropFirst("gmtoff=".count)) }) else {
                continue
            }
            if let before = last, before.zone == words[0], let second = second(words[2...5]) {
                // The lines come in pairs: the last second before a change, and the change.
                let change = Change(second: second, before: before.offset, after: offset)
                if change.before != change.after { result[String(words[0]), default: []].append(change) }
                last = nil
            } else {
                last = (words[0], offset)
            }
        }
        return result
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// `Mar 8 07:00:00 2026`, in GMT, by the C library.
    private static func second(_ words: ArraySlice<Substring>) -> Int? {
        let words = Array(words)
        let clock = words[2].split(separator: ":").compactMap { Int32($0) }
        guard let month = months.firstIndex(of: String(words[0])), let day = Int32(words[1]), clock.count == 3,
            let year = Int32(words[3])
        else { return nil }
        var parts = tm()
        parts.tm_year = year - 1_900
        parts.tm_mon = Int32(month)
        parts.tm_mday = day
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (clock[0], clock[1], clock[2])
        return timegm(&parts)
    }
}
