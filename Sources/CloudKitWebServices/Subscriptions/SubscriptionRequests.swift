/// The answer of `subscriptions/list`, `subscriptions/lookup` and `subscriptions/modify`.
public struct SubscriptionsResponse: Hashable, Sendable {
    /// The subscriptions; those that failed as their errors.
    public var subscriptions: [ItemResult<WireSubscription>]

    /// An answer.
    public init(subscriptions: [ItemResult<WireSubscription>]) {
        self.subscriptions = subscriptions
    }
}

extension SubscriptionsResponse: WireReadable, WireWritable {
    /// Reads an answer.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init(subscriptions: try reader.onlyMember("subscriptions", of: "the answer"))
    }

    /// Writes an answer.
    public func write(to writer: inout JSONWriter) {
        writer.onlyMember("subscriptions", subscriptions)
    }
}

/// The body of `subscriptions/lookup`.
public struct LookupSubscriptionsRequest: Hashable, Sendable {
    /// The subscriptions, of which only the IDs count.
    public var subscriptions: [WireSubscription]

    /// A request.
    public init(subscriptionIDs: [String]) {
        subscriptions = subscriptionIDs.map { WireSubscription(subscriptionID: $0) }
    }
}

extension LookupSubscriptionsRequest: WireReadable, WireWritable {
    /// Reads a request.
    public init(from reader: inout JSONReader) throws(JSONError) {
        subscriptions = try reader.onlyMember("subscriptions", of: "the request")
    }

    /// Writes a request.
    public func write(to writer: inout JSONWriter) {
        writer.onlyMember("subscriptions", subscriptions)
    }
}

/// What to do with one subscription.
public struct SubscriptionOperation: Hashable, Sendable {
    /// The kinds of operation.
    public enum Kind: String, ClosedWireName {
        /// Create it.
        case create
        /// Replace it.
        case update
        /// Delete it.
        case delete
    }

    /// What to do.
    public var operationType: Kind
    /// With which subscription.
    public var subscription: WireSubscription

    /// An operation.
    public init(_ operationType: Kind, _ subscription: WireSubscription) {
        self.operationType = operationType
        self.subscription = subscription
    }
}

extension SubscriptionOperation: WireReadable, WireWritable {
    /// Reads an operation.
    public init(from reader: inout JSONReader) throws(JSONError) {
        var kind: Kind?
        var subscription: WireSubscription?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "operationType": try reader.read(into: &kind)
            case "subscription": try reader.read(into: &subscription)
            default: try reader.skipValue(of: key)
            }
        }
        guard let kind else { throw reader.missing("operationType", in: "an operation") }
        guard let subscription else { throw reader.missing("subscription", in: "an operation") }
        self.init(kind, subscription)
    }

    /// Writes an operation.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("operationType", operationType)
        writer.member("subscription", subscription)
        writer.endObject()
    }
}

/// The body of `subscriptions/modify`.
public struct ModifySubscriptionsRequest: Hashable, Sendable {
    /// What to do, in this order.
    public var operations: [SubscriptionOperation]

    /// A request.
    public init(operations: [SubscriptionOperation]) {
        self.operations = operations
    }
}

extension ModifySubscriptionsRequest: WireReadable, WireWritable {
    /// Reads a request.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init(operations: try reader.onlyMember("operations", of: "the request"))
    }

    /// Writes a request.
    public func write(to writer: inout JSONWriter) {
        writer.onlyMember("operations", operations)
    }
}
