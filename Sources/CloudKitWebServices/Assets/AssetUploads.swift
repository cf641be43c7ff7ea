/// A field that a file is going to be uploaded for.
public struct AssetToken: Hashable, Sendable {
    /// The record; nil asks the service for a name, which the record must then have.
    public var recordName: String?
    /// The record's type.
    public var recordType: String
    /// The field.
    public var fieldName: String

    /// A field.
    public init(recordName: String? = nil, recordType: String, fieldName: String) {
        self.recordName = recordName
        self.recordType = recordType
        self.fieldName = fieldName
    }
}

extension AssetToken: WireReadable, WireWritable {
    /// Reads which field.
    public init(from reader: inout JSONReader) throws(JSONError) {
        var name: String?
        var type: String?
        var field: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "recordName": try reader.read(into: &name)
            case "recordType": try reader.read(into: &type)
            case "fieldName": try reader.read(into: &field)
            default: try reader.skipValue(of: key)
            }
        }
        guard let type else { throw reader.missing("recordType", in: "an upload") }
        guard let field else { throw reader.missing("fieldName", in: "an upload") }
        self.init(recordName: name, recordType: type, fieldName: field)
    }

    /// Writes which field.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("recordName", recordName)
        writer.member("recordType", recordType)
        writer.member("fieldName", fieldName)
        writer.endObject()
    }
}

/// The body of `assets/upload`.
public struct UploadAssetsRequest: Hashable, Sendable {
    /// The fields, at most 200.
    public var tokens: [AssetToken]
    /// The zone of their records; nil means the default zone.
    public var zoneID: WireZoneID?

    /// A request.
    public init(tokens: [AssetToken], zoneID: WireZoneID? = nil) {
        self.tokens = tokens
        self.zoneID = zoneID
    }
}

extension UploadAssetsRequest: WireReadable, WireWritable {
    /// Reads a request.
    public init(from reader: inout JSONReader) throws(JSONError) {
        var tokens: [AssetToken]?
        var zoneID: WireZoneID?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "tokens": try reader.read(into: &tokens)
            case "zoneID": try reader.read(into: &zoneID)
            default: try reader.skipValue(of: key)
            }
        }
        guard let tokens else { throw reader.missing("tokens", in: "the request") }
        self.init(tokens: tokens, zoneID: zoneID)
    }

    /// Writes a request.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("zoneID", zoneID)
        writer.member("tokens", tokens)
        writer.endObject()
    }
}

/// Where to upload the file of a field.
public struct AssetUploadURL: Hashable, Sendable {
    /// The record, whose name the service may have chosen.
    public var recordName: String
    /// The field.
    public var fieldName: String
    /// Where to send the bytes within 15 minutes; whoever has it may.
    public var url: String

    /// A place for an upload.
    public init(recordName: String, fieldName: String, url: String) {
        self.recordName = recordName
        self.fieldName = fieldName
        self.url = url
    }
}

extension AssetUploadURL: WireReadable, WireWritable {
    /// Reads a place for an upload.
    public init(from reader: inout JSONReader) throws(JSONError) {
        var name: String?
        var field: String?
        var url: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "recordName": try reader.read(into: &name)
            case "fieldName": try reader.read(into: &field)
            case "url": try reader.read(into: &url)
            default: try reader.skipValue(of: key)
            }
        }
        guard let name else { throw reader.missing("recordName", in: "an upload's answer") }
        guard let field else { throw reader.missing("fieldName", in: "an upload's answer") }
        guard let url else { throw reader.missing("url", in: "an upload's answer") }
        self.init(recordName: name, fieldName: field, url: url)
    }

    /// Writes a place for an upload.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("recordName", recordName)
        writer.member("fieldName", fieldName)
        writer.member("url", url)
        writer.endObject()
    }
}

/// The answer of `assets/upload`.
public struct UploadAssetsResponse: Hashable, Sendable {
    /// The places, in the order of the request.
    public var tokens: [ItemResult<AssetUploadURL>]

    /// An answer.
    public init(tokens: [ItemResult<AssetUploadURL>]) {
        self.tokens = tokens
    }
}

extension UploadAssetsResponse: WireReadable, WireWritable {
    /// Reads an answer.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init(tokens: try reader.onlyMember("tokens", of: "the answer"))
    }

    /// Writes an answer.
    public func write(to writer: inout JSONWriter) {
        writer.onlyMember("tokens", tokens)
    }
}

/// The answer to an upload itself: the value that the field is then saved with.
public struct AssetUploadReceipt: Hashable, Sendable {
    /// The value.
    public var singleFile: WireAsset

    /// An answer.
    public init(singleFile: WireAsset) {
        self.singleFile = singleFile
    }
}

extension AssetUploadReceipt: WireReadable, WireWritable {
    /// Reads an answer.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init(singleFile: try reader.onlyMember("singleFile", of: "the upload's answer"))
    }

    /// Writes an answer.
    public func write(to writer: inout JSONWriter) {
        writer.onlyMember("singleFile", singleFile)
    }
}

extension WireAsset {
    /// The download address with a file name put in, where it has room for one.
    public func downloadURL(fileName: String) -> String? {
        guard let url = downloadURL, let (before, after) = Self.split(url, around: "${f}") else { return downloadURL }
        return before + PercentEncoding.encode(fileName) + after
    }

    private static func split(_ text: String, around mark: String) -> (String, String)? {
        var rest = text[...]
        while let start = rest.firstIndex(of: "$") {
            rest = rest[start...]
            if rest.hasPrefix(mark) {
                return (String(text[..<start]), String(rest.dropFirst(mark.count)))
            }
            rest = rest.dropFirst()
        }
        return nil
    }
}
