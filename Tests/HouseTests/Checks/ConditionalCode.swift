/// Source that stands for an app's own must compile unchanged, so it may not ask where it is.
enum ConditionalCode {
    static func findings(in file: SourceFile) -> [Finding] {
        file.tokens.filter { $0.kind == .pound && ["#if", "#elseif", "#else", "#endif"].contains($0.text) }
            .map { Finding(path: file.path, line: $0.line, message: "\($0.text): the same source for every platform") }
    }
}
