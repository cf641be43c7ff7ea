import AppCommons

extension ExchangeFormat {
    /// The reader of this format.
    ///
    /// Throws ``UnreadableFile`` or ``FileFailure`` when the file has no usable beginning.
    func reader(_ source: ByteSource) throws -> any ImportReader {
        switch self {
        case .json: JSONImportReader(source)
        case .csv: try CSVImportReader(source)
        case .markdown: MarkdownImportReader(source)
        case .todotxt: TodoTxtImportReader(source)
        }
    }
}
