import Metrics
import Synchronization

/// Counts for Prometheus: a backend of swift-metrics that writes the text format 0.0.4.
///
/// Counters and gauges are what their names say; timers and recorders become histograms in seconds.
public final class PrometheusRecorder: MetricsFactory {
    /// Series that are kept; what would be one more is counted nowhere.
    static let capacity = 4_096

    private struct Families {
        var counters: [SeriesName: CountingHandler] = [:]
        var gauges: [SeriesName: GaugeHandler] = [:]
        var histograms: [SeriesName: HistogramHandler] = [:]

        var count: Int { counters.count + gauges.count + histograms.count }
    }

    private let families = Mutex(Families())
    private let help: [String: String]

    /// A recorder that has counted nothing.
    ///
    /// - Parameter help: A sentence for each metric that should have one, by name.
    public init(help: [String: String] = ServiceMetrics.help) {
        self.help = help
    }

    /// A counter.
    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        families.withLock { Self.find(label, dimensions, in: &$0, \.counters, CountingHandler.init) }
    }

    /// A histogram in whatever unit is recorded, or a gauge where values are not to be aggregated.
    public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        families.withLock { families -> any RecorderHandler in
            if aggregate { return Self.find(label, dimensions, in: &families, \.histograms, HistogramHandler.init) }
            return Self.find(label, dimensions, in: &families, \.gauges, GaugeHandler.init)
        }
    }

    /// A gauge.
    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        families.withLock { Self.find(label, dimensions, in: &$0, \.gauges, GaugeHandler.init) }
    }

    /// A histogram in seconds.
    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        families.withLock { Self.find(label, dimensions, in: &$0, \.histograms, HistogramHandler.init) }
    }

    /// Does nothing: a series stays once it was seen, as Prometheus wants it.
    public func destroyCounter(_ handler: any CounterHandler) {}
    /// Does nothing, as for counters.
    public func destroyRecorder(_ handler: any RecorderHandler) {}
    /// Does nothing, as for counters.
    public func destroyMeter(_ handler: any MeterHandler) {}
    /// Does nothing, as for counters.
    public func destroyTimer(_ handler: any TimerHandler) {}

    private static func find<Handler>(
        _ label: String,
        _ dimensions: [(String, String)],
        in families: inout Families,
        _ kind: WritableKeyPath<Families, [SeriesName: Handler]>,
        _ make: () -> Handler
    ) -> Handler {
        let name = SeriesName(label, dimensions)
        if let known = families[keyPath: kind][name] { return known }
        let new = make()
        if families.count < capacity { families[keyPath: kind][name] = new }
        return new
    }

    /// All that was counted, as text.
    public var text: String {
        let (counters, gauges, histograms) = families.withLock { ($0.counters, $0.gauges, $0.histograms) }
        var lines: [String] = []
        write("counter", counters.mapValues { handler in { name in ["\(name) \(handler.value)"] } }, &lines)
        write("gauge", gauges.mapValues { handler in { name in ["\(name) \(handler.value)"] } }, &lines)
        write("histogram", histograms.mapValues { handler in { name in handler.lines(name) } }, &lines)
        return lines.map { $0 + "\n" }.joined()
    }

    private func write(
        _ type: String,
        _ series: [SeriesName: (SeriesName) -> [String]],
        _ lines: inout [String]
    ) {
        let families = Dictionary(grouping: series.keys, by: \.label)
        for (label, names) in families.sorted(by: { $0.key < $1.key }) {
            if let help = help[label] { lines.append("# HELP \(label) \(help)") }
            lines.append("# TYPE \(label) \(type)")
            for name in names.sorted(by: { $0.labels < $1.labels }) { lines += series[name]?(name) ?? [] }
        }
    }
}
