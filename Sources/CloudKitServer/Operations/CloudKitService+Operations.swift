import CloudKitWebServices
import Logging

extension CloudKitService {
    /// What stands in metrics and logs for a path: one of few words, never what a client made up.
    enum Route: Hashable {
        case page(SignInPath)
        case plain(PlainRoute)
        case service(ServiceEndpoint)
        case other

        init(_ path: String) {
            if let path = SignInPath(rawValue: path) {
                self = .page(path)
            } else if let route = PlainRoute(path: path) {
                self = .plain(route)
            } else if let path = try? ServicePath(parsing: path) {
                self = .service(path.endpoint)
            } else {
                self = .other
            }
        }

        var label: String {
            switch self {
            case .page(let path): path.rawValue
            case .plain(let route): route.path
            case .service(let endpoint): endpoint.rawValue
            case .other: "other"
            }
        }
    }

    /// Answers a request, counts it and notes it in the log.
    public func answer(_ request: ServiceRequest) async -> ServiceAnswer {
        let start = surroundings.nanoseconds()
        let route = Route(request.path)
        let answer =
            if case .page(let path) = route { await answer(path, request) } else { await answerProtocol(request) }
        let duration = surroundings.nanoseconds() - start
        metrics.answered(route.label, status: answer.status, nanoseconds: route == .plain(.courier) ? nil : duration)
        logger.info(
            "Request answered",
            metadata: [
                "endpoint": "\(route.label)", "status": "\(answer.status)",
                "milliseconds": "\(duration / 1_000_000)",
                "request": "\(answer.headers.first { $0.name == ServiceHeader.requestUUID }?.value ?? "")",
            ]
        )
        return answer
    }

    /// Ready is who can store.
    func answerReadiness() async -> ServiceAnswer {
        let isReady = await readiness.isReady(now: surroundings.now()) {
            do {
                try await records.checkReady()
                return true
            } catch {
                logger.error("The store is not ready", metadata: ["error": "\(String(reflecting: type(of: error)))"])
                return false
            }
        }
        return ServiceAnswer(status: isReady ? 200 : 503, text: isReady ? "ready\n" : "not ready\n")
    }

    /// What was counted, for Prometheus.
    func answerMetrics() async -> ServiceAnswer {
        metrics.observe(parked: await couriers.parkedCount, queue: records.queueLength)
        guard let recorder = metrics.recorder else {
            return ServiceAnswer(status: 404, text: "metrics are collected elsewhere\n")
        }
        var answer = ServiceAnswer(status: 200, text: recorder.text)
        answer.contentType = "text/plain; version=0.0.4; charset=utf-8"
        return answer
    }

    /// Counts a request against its sender's limit; against its address as long as it is not certain who sent it.
    ///
    /// - Throws: `THROTTLED`.
    func checkRate(_ caller: Caller, _ request: ServiceRequest) throws(ServiceFault) {
        let payer: RateLimits.Payer =
            switch caller {
            case .user(let account, _): .account(account)
            case .server(let keyID): .key(keyID)
            case .nobody: .address(request.address)
            }
        do throws(ServiceFault) {
            try rates.count(payer, now: surroundings.now())
        } catch {
            metrics.throttle()
            throw error
        }
    }
}
