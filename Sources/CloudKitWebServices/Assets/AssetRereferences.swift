/// A field that holds a file already.
public struct AssetField: Hashable, Sendable {
    /// The record.
    public var recordName: String
    /// The field.
    public var fieldName: String

    /// A field.
    public init(recordName: String, fieldName: String) {
        self.recordName = recordName
        self.fieldName = fieldName
    }
}

extension AssetField: WireReadable, WireWritable {
    /// Reads which field.
    public init(from reader: inout JSONReader) throws(JSONError) {
        var name: String?
        var field: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "recordName": try reader.read(into: &name)
            case "fieldName": try reader.read(into: &field)
            default: try reader.skipValue(of: key)
            }
        }
        guard let name else { throw reader.missing("recordName", in: "an asset") }
        guard let field else { throw reader.missing("fieldName", in: "an asset") }
        self.init(recordName: name, fieldName: field)
    }

    /// Writes which field.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("recordName", recordName)
        writer.member("fieldName", fieldName)
        writer.endObject()
    }
}

/// The body of `assets/rereference`: a way to save a stored file in other records without uploading it again.
public struct RereferenceAssetsRequest: Hashable, Sendable {
    /// The fields that hold the files.
    public var assets: [AssetField]
    /// The zone of their records; nil means the default zone.
    public var zoneID: WireZoneID?
    /// The zone of the records that will hold them; nil means the same.
    public var targetZoneID: WireZoneID?

    /// A request.
    public init(assets: [AssetField], zoneID: WireZoneID? = nil, targetZoneID: WireZoneID? = nil) {
        self.assets = assets
        self.zoneID = zoneID
        self.targetZoneID = targetZoneID
    }
}

extension RereferenceAssetsRequest: WireReadable, WireWritable {
    /// Reads a request.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init(assets: [])
        var assets: [AssetField]?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "assets": try reader.read(into: &assets)
            case "zoneID": try reader.read(into: &zoneID)
            case "targetZoneID": try reader.read(into: &targetZoneID)
            default: try reader.skipValue(of: key)
            }
        }
        guard let assets else { throw reader.missing("assets", in: "the request") }
        self.assets = assets
    }

    /// Writes a request.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("zoneID", zoneID)
        writer.member("assets", assets)
        writer.member("targetZoneID", targetZoneID)
        writer.endObject()
    }
}

/// The answer of `assets/rereference`: values that can be saved.
public struct RereferenceAssetsResponse: Hashable, Sendable {
    /// The values, in the order of the request.
    public var assets: [ItemResult<WireAsset>]

    /// An answer.
    public init(assets: [ItemResult<WireAsset>]) {
        self.assets = assets
    }
}

extension RereferenceAssetsResponse: WireReadable, WireWritable {
    /// Reads an answer.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init(assets: try reader.onlyMember("assets", of: "the answer"))
    }

    /// Writes an answer.
    public func write(to writer: inout JSONWriter) {
        writer.onlyMember("assets", assets)
    }
}
