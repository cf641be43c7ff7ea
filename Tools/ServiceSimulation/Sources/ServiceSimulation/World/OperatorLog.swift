import Logging
import Synchronization

/// How often the service told its operator that something is critical.
final class OperatorLog: Sendable {
    private let number = Mutex(0)

    var criticalCount: Int { number.withLock { $0 } }

    var logger: Logger {
        var logger = Logger(label: "simulation") { _ in Handler(log: self) }
        logger.logLevel = .critical
        return logger
    }

    private struct Handler: LogHandler {
        let log: OperatorLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.critical

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            if event.level == .critical { log.number.withLock { $0 += 1 } }
        }
    }
}
