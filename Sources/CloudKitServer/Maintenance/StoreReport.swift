/// What a look through a whole store found.
public struct StoreReport: Hashable, Sendable {
    /// Something that must not be.
    public struct Finding: Hashable, Sendable {
        /// Where: an account's number, with the container, the environment and the zone where that is known.
        public let place: String
        /// What, for people.
        public let problem: String

        /// A finding.
        public init(place: String, problem: String) {
            self.place = place
            self.problem = problem
        }
    }

    /// Findings that a report holds at most; what is wrong after them is only counted.
    public static let findingLimit = 1_000

    /// The zones that were looked through.
    public var zones = 0
    /// The records that live in them.
    public var records: Int64 = 0
    /// The first findings.
    public private(set) var findings: [Finding] = []
    /// How many there are in all.
    public private(set) var findingCount = 0

    /// An empty report.
    public init() {}

    /// Whether nothing is wrong.
    public var isClean: Bool {
        findingCount == 0
    }

    /// Adds a finding.
    public mutating func add(_ problem: String, at place: String) {
        findingCount += 1
        if findings.count < Self.findingLimit { findings.append(Finding(place: place, problem: problem)) }
    }
}

/// What a zone's own row says and what its records say, as every store reads them.
public struct ZoneSums: Hashable, Sendable {
    /// Where.
    public var place: String
    /// What the row says: the last number given out.
    public var head: Int64
    /// Tombstones up to here are gone.
    public var prunedBelow: Int64
    /// What the row says that the zone holds.
    public var usage: Usage
    /// The greatest number of its records and tombstones; 0 if there are none.
    public var greatest: Int64
    /// How many numbers occur more than once.
    public var duplicates: Int64
    /// What its living records come to.
    public var counted: Usage
    /// Whether the zone was deleted.
    public var isDeleted: Bool

    /// The sums of a zone.
    public init(
        place: String,
        head: Int64,
        prunedBelow: Int64,
        usage: Usage,
        greatest: Int64,
        duplicates: Int64,
        counted: Usage,
        isDeleted: Bool
    ) {
        self.place = place
        self.head = head
        self.prunedBelow = prunedBelow
        self.usage = usage
        self.greatest = greatest
        self.duplicates = duplicates
        self.counted = counted
        self.isDeleted = isDeleted
    }

    /// Adds what does not agree to a report.
    public func judge(into report: inout StoreReport) {
        report.zones += 1
        report.records += counted.records
        if greatest > head { report.add("a record has number \(greatest), the head is \(head)", at: place) }
        if head > max(greatest, prunedBelow), !isDeleted {
            report.add("the head is \(head), but nothing after \(max(greatest, prunedBelow)) is there", at: place)
        }
        if prunedBelow > head { report.add("pruned up to \(prunedBelow), the head is \(head)", at: place) }
        if duplicates > 0 { report.add("\(duplicates) numbers occur more than once", at: place) }
        if usage.records != counted.records {
            report.add("the row counts \(usage.records) records, there are \(counted.records)", at: place)
        }
        if usage.bytes != counted.bytes {
            report.add("the row counts \(usage.bytes) bytes, there are \(counted.bytes)", at: place)
        }
        if isDeleted, greatest > 0 { report.add("the zone was deleted, but records are left", at: place) }
    }
}
