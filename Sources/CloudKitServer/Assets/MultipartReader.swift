import CloudKitWebServices

/// Takes the part called `files` out of a form that comes in piece by piece, and keeps no more of it than it must.
///
/// Source: RFC 7578 and RFC 2046. Other parts are passed over.
struct MultipartReader {
    static let partName = "files"
    /// Bytes that the headers of a part may have.
    private static let headerBytes = 8 * 1_024
    /// Bytes that a boundary may have, by RFC 2046.
    private static let boundaryBytes = 1...70
    private static let newLine = Array("\r\n".utf8)
    private static let blankLine = Array("\r\n\r\n".utf8)

    private enum Place {
        case preamble
        case headers
        case content(isWanted: Bool)
        case end
    }

    private let delimiter: [UInt8]
    private var place = Place.preamble
    private var waiting: [UInt8]
    /// Whether the part has been there.
    private(set) var isFound = false

    /// A reader for a body of a type; nil if it is no such form.
    init?(contentType: String?) {
        guard let contentType, contentType.lowercased().hasPrefix("multipart/form-data"),
            let boundary = Self.parameter("boundary", of: contentType),
            Self.boundaryBytes.contains(boundary.utf8.count)
        else { return nil }
        delimiter = Self.newLine + Array("--\(boundary)".utf8)
        // The first boundary stands at the very beginning, as if after a new line.
        waiting = Self.newLine
    }

    /// Takes a piece, and returns what of the wanted part is in it.
    mutating func read(_ piece: [UInt8]) throws(ServiceFault) -> [UInt8] {
        waiting += piece
        var content: [UInt8] = []
        while try step(&content) {}
        return content
    }

    /// Whether the form came to its end; a form cut short is not to be trusted.
    var isComplete: Bool {
        if case .end = place { isFound } else { false }
    }

    /// Goes on as far as possible; false if more must come first.
    private mutating func step(_ content: inout [UInt8]) throws(ServiceFault) -> Bool {
        switch place {
        case .preamble: return pass(to: &content, isWanted: false)
        case .content(let isWanted): return pass(to: &content, isWanted: isWanted)
        case .headers: return try passHeaders()
        case .end:
            waiting = []
            return false
        }
    }

    private mutating func pass(to content: inout [UInt8], isWanted: Bool) -> Bool {
        guard let start = waiting.firstPlace(of: delimiter) else {
            // The end of this piece may be the beginning of a boundary.
            let kept = min(waiting.count, delimiter.count - 1)
            if isWanted { content += waiting.dropLast(kept) }
            waiting.removeFirst(waiting.count - kept)
            return false
        }
        if isWanted { content += waiting[..<start] }
        waiting.removeFirst(start + delimiter.count)
        place = .headers
        return true
    }

    private mutating func passHeaders() throws(ServiceFault) -> Bool {
        guard waiting.count >= 2 else { return false }
        if waiting.starts(with: Array("--".utf8)) {
            place = .end
            return true
        }
        guard let end = waiting.firstPlace(of: Self.blankLine) else {
            guard waiting.count <= Self.headerBytes else {
                throw ServiceFault(.badRequest, "the headers of a part of the form are too long")
            }
            return false
        }
        let lines = String(decoding: waiting[..<end], as: UTF8.self).split(separator: "\r\n")
        waiting.removeFirst(end + Self.blankLine.count)
        let disposition = lines.first { $0.lowercased().hasPrefix("content-disposition:") }.map(String.init)
        let isWanted = !isFound && disposition.flatMap { Self.parameter("name", of: $0) } == Self.partName
        if isWanted { isFound = true }
        place = .content(isWanted: isWanted)
        return true
    }

    /// The value of a parameter of a header, without quotes.
    private static func parameter(_ name: String, of header: String) -> String? {
        for part in header.split(separator: ";").dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, pair[0].trimmed.lowercased() == name else { continue }
            let value = pair[1].trimmed
            return value.count >= 2 && value.hasPrefix("\"") && value.hasSuffix("\"")
                ? String(value.dropFirst().dropLast()) : value
        }
        return nil
    }
}

extension Substring {
    fileprivate var trimmed: String {
        let isBlank = { (character: Character) in character == " " || character == "\t" }
        return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }
}

extension [UInt8] {
    /// Where some bytes first stand.
    fileprivate func firstPlace(of part: [UInt8]) -> Int? {
        guard let first = part.first, count >= part.count else { return nil }
        return withUnsafeBufferPointer { bytes in
            var place = 0
            while place <= bytes.count - part.count {
                if bytes[place] == first, bytes[place..<place + part.count].elementsEqual(part) { return place }
                place += 1
            }
            return nil
        }
    }
}
