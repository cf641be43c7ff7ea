#if CloudKitMirroring

/// The place of a member in an ordered list: keys sort as texts, and between any two of them there is room for another.
///
/// So a member that comes in the middle changes nobody else's key, and two devices that insert at once both succeed.
/// A key is eight digits that count, by which lists grow at their ends without longer keys, and a fraction.
enum OrderKey {
    /// In the order of their bytes.
    private static let digits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
    private static let radix = 62
    private static let headLength = 8
    private static let greatest = (0..<headLength).reduce(1) { product, _ in product * radix } - 1

    /// The key of the first member of a list.
    static var first: String { text(head: greatest / 2, tail: []) }

    /// A key between two; nil stands for the list's end on that side.
    ///
    /// Keys that are none, which another program may have written, count as that end.
    static func between(_ low: String?, _ high: String?) -> String {
        let (low, high) = (low.flatMap(parse), high.flatMap(parse))
        switch (low, high) {
        case (nil, nil): return first
        case (let low?, nil):
            if low.head < greatest { return text(head: low.head + 1, tail: []) }
            return text(head: low.head, tail: middle(low.tail[...], nil))
        case (nil, let high?):
            if high.head > 0 { return text(head: high.head - 1, tail: []) }
            return text(head: 0, tail: middle([], high.tail[...]))
        case (let low?, let high?):
            if high.head > low.head + 1 { return text(head: low.head + (high.head - low.head) / 2, tail: []) }
            let end = high.head == low.head ? high.tail[...] : nil
            return text(head: low.head, tail: middle(low.tail[...], end))
        }
    }

    /// Keys for members in a row, all between two keys.
    static func run(_ count: Int, between low: String?, _ high: String?) -> [String] {
        guard count > 0 else { return [] }
        if high == nil {
            var last = low
            return (0..<count).map { _ in
                let key = between(last, nil)
                last = key
                return key
            }
        }
        let key = between(low, high)
        let left = (count - 1) / 2
        return run(left, between: low, key) + [key] + run(count - 1 - left, between: key, high)
    }

    // MARK: Numbers

    private static func parse(_ key: String) -> (head: Int, tail: [Int])? {
        let values = key.utf8.map { byte in digits.firstIndex(of: byte) ?? -1 }
        guard values.count >= headLength, !values.contains(-1), values.count == headLength || values.last != 0 else {
            return nil
        }
        return (values.prefix(headLength).reduce(0) { $0 * radix + $1 }, Array(values.dropFirst(headLength)))
    }

    private static func text(head: Int, tail: [Int]) -> String {
        var (rest, values) = (head, [Int]())
        for _ in 0..<headLength {
            values.insert(rest % radix, at: 0)
            rest /= radix
        }
        return String(decoding: (values + tail).map { digits[$0] }, as: UTF8.self)
    }

    /// A fraction between two; neither ends with a zero, nor does the result.
    ///
    /// Where the greater is no greater, the result follows the smaller. Digit by digit: keys of other programs may be long.
    private static func middle(_ low: ArraySlice<Int>, _ high: ArraySlice<Int>?) -> [Int] {
        var (low, high) = (low, high)
        var result: [Int] = []
        while true {
            let start = low.first ?? 0
            if let greater = high, let first = greater.first, first >= start {
                if first > start + 1 { return result + [(start + first) / 2] }
                // Between neighbours: the greater one without its rest, or the smaller one with more behind it.
                if first > start, greater.count > 1 { return result + [first] }
                high = first == start ? greater.dropFirst() : nil
            } else {
                if start + 1 < radix { return result + [(start + radix) / 2] }
                high = nil
            }
            result.append(start)
            low = low.dropFirst()
        }
    }
}

/// Which members of a list need another key, so that the keys say the order.
enum OrderPlanner {
    /// - Parameter keys: The members' keys in the order of the list; nil for one that has none.
    /// - Returns: New keys by position: as few as possible.
    static func newKeys(for keys: [String?]) -> [Int: String] {
        let kept = longestRise(keys)
        guard kept.count < keys.count else { return [:] }
        var made: [Int: String] = [:]
        var start = 0
        var low: String?
        for end in kept + [keys.count] {
            let high = end < keys.count ? keys[end] : nil
            for (offset, key) in OrderKey.run(end - start, between: low, high).enumerated() {
                made[start + offset] = key
            }
            low = high
            start = end + 1
        }
        return made
    }

    /// The positions of the longest run of keys that rise.
    private static func longestRise(_ keys: [String?]) -> [Int] {
        // The position of the smallest last key of a rise of each length.
        var ends: [Int] = []
        var before: [Int: Int] = [:]
        for (position, key) in keys.enumerated() {
            guard let key else { continue }
            var (low, high) = (0, ends.count)
            while low < high {
                let mid = (low + high) / 2
                if let other = keys[ends[mid]], other < key { low = mid + 1 } else { high = mid }
            }
            if low > 0 { before[position] = ends[low - 1] }
            if low == ends.count { ends.append(position) } else { ends[low] = position }
        }
        var rise: [Int] = []
        var next = ends.last
        while let position = next {
            rise.append(position)
            next = before[position]
        }
        return rise.reversed()
    }
}

#endif
