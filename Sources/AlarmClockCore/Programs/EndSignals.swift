import Dispatch
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Lets a process end in order when it is asked to: Control-C, the end of a session, a stop by systemd.
package final class EndSignals: @unchecked Sendable {
    /// Made and cancelled by one owner.
    private let sources: [any DispatchSourceSignal]

    package init(_ handler: @escaping @Sendable () -> Void) {
        let queue = DispatchQueue(label: "AlarmClock.EndSignals")
        sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            // The system's own answer would end the process before anything was silenced.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler(handler: handler)
            source.resume()
            return source
        }
        signal(SIGPIPE, SIG_IGN)
    }

    package func end() {
        for source in sources { source.cancel() }
    }
}
