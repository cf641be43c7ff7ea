/// A file: an ASSETID value, and the answer to an upload.
///
/// An upload's answer has a ``receipt`` and can be saved. A value that was read has a ``downloadURL`` instead, and is
/// first exchanged through `assets/rereference` before another record may hold it.
public struct WireAsset: Hashable, Sendable {
    /// What names the bytes; opaque to clients.
    public var fileChecksum: String?
    /// How many bytes there are.
    public var size: Int64?
    /// Proof of the upload.
    public var receipt: String?
    /// The key that the service keeps the file under; opaque to clients.
    public var wrappingKey: String?
    /// What names the bytes together with their key; opaque to clients.
    public var referenceChecksum: String?
    /// Where the bytes are, for a while; `${f}` in it stands for a file name.
    public var downloadURL: String?

    /// A file.
    public init(
        fileChecksum: String? = nil,
        size: Int64? = nil,
        receipt: String? = nil,
        wrappingKey: String? = nil,
        referenceChecksum: String? = nil,
        downloadURL: String? = nil
    ) {
        self.fileChecksum = fileChecksum
        self.size = size
        self.receipt = receipt
        self.wrappingKey = wrappingKey
        self.referenceChecksum = referenceChecksum
        self.downloadURL = downloadURL
    }
}

extension WireAsset: WireReadable, WireWritable {
    /// Reads a file's description.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init()
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "fileChecksum": try reader.read(into: &fileChecksum)
            case "size": try reader.read(into: &size)
            case "receipt": try reader.read(into: &receipt)
            case "wrappingKey": try reader.read(into: &wrappingKey)
            case "referenceChecksum": try reader.read(into: &referenceChecksum)
            case "downloadURL": try reader.read(into: &downloadURL)
            default: try reader.skipValue(of: key)
            }
        }
    }

    /// Writes a file's description.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("fileChecksum", fileChecksum)
        writer.member("size", size)
        writer.member("receipt", receipt)
        writer.member("wrappingKey", wrappingKey)
        writer.member("referenceChecksum", referenceChecksum)
        writer.member("downloadURL", downloadURL)
        writer.endObject()
    }
}
