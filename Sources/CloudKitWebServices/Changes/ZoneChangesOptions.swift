/// What a request for changes may say, for one zone or as the default of all zones.
public struct ZoneChangesOptions: Hashable, Sendable {
    /// How many records to answer at most; more than 200 is 200.
    public var resultsLimit: Int?
    /// The fields to answer with; nil means all, empty means none.
    public var desiredKeys: [String]?
    /// The record types to answer with; nil means all.
    ///
    /// The token passes over the others.
    public var desiredRecordTypes: [String]?
    /// Whether the newest changes come first.
    public var reverse: Bool?
    /// Whether numbers come back as strings.
    public var numbersAsStrings: Bool?

    /// Options.
    public init(
        resultsLimit: Int? = nil,
        desiredKeys: [String]? = nil,
        desiredRecordTypes: [String]? = nil,
        reverse: Bool? = nil,
        numbersAsStrings: Bool? = nil
    ) {
        self.resultsLimit = resultsLimit
        self.desiredKeys = desiredKeys
        self.desiredRecordTypes = desiredRecordTypes
        self.reverse = reverse
        self.numbersAsStrings = numbersAsStrings
    }

    /// These options, and where they say nothing, the others.
    public func completed(by defaults: ZoneChangesOptions) -> ZoneChangesOptions {
        ZoneChangesOptions(
            resultsLimit: resultsLimit ?? defaults.resultsLimit,
            desiredKeys: desiredKeys ?? defaults.desiredKeys,
            desiredRecordTypes: desiredRecordTypes ?? defaults.desiredRecordTypes,
            reverse: reverse ?? defaults.reverse,
            numbersAsStrings: numbersAsStrings ?? defaults.numbersAsStrings
        )
    }

    /// Reads the value of a key, if it is one of these.
    ///
    /// The reference spells one of them in two ways.
    mutating func read(_ key: JSONText, from reader: inout JSONReader) throws(JSONError) -> Bool {
        switch key {
        case "resultsLimit": try reader.read(into: &resultsLimit)
        case "desiredKeys": try reader.read(into: &desiredKeys)
        case "desiredRecordTypes": try reader.read(into: &desiredRecordTypes)
        case "reverse": try reader.read(into: &reverse)
        case "numbersAsStrings", "numberAsStrings": try reader.read(into: &numbersAsStrings)
        default: return false
        }
        return true
    }

    /// Writes the keys into an object that is open already.
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("resultsLimit", resultsLimit)
        writer.member("desiredKeys", desiredKeys)
        writer.member("desiredRecordTypes", desiredRecordTypes)
        writer.member("reverse", reverse)
        writer.member("numbersAsStrings", numbersAsStrings)
    }
}
