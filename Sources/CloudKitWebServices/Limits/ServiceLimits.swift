/// The limits of the service, each with its name.
///
/// Source: the CloudKit Web Services Reference and the framework's documentation; the last group is this project's own.
public enum ServiceLimits {
    /// Operations in one request to modify records, zones or subscriptions, and names in one lookup.
    public static let operationsPerRequest = 200
    /// Records in one answer, whatever `resultsLimit` asks for; also the default.
    public static let recordsPerAnswer = 200
    /// Upload URLs asked for in one request.
    public static let assetTokensPerRequest = 200
    /// Bytes of one record, its assets apart.
    public static let recordBytes = 1 << 20
    /// Bytes of one asset.
    ///
    /// Apple's pages say 15 MB through the web and 50 MB elsewhere.
    public static let assetBytes = 50 * 1_000_000
    /// Characters of a record name, a zone name, a record type or a field name.
    public static let nameLength = 255
    /// Seconds for which an upload URL is good.
    public static let uploadURLSeconds = 15 * 60
    /// Seconds by which the date of a signed request may be off, either way.
    public static let signatureSkewSeconds = 10 * 60
    /// Seconds for which a web token is good.
    public static let webTokenSeconds = 30 * 60
    /// Seconds for which a web token is good when the user asked to stay signed in.
    public static let longWebTokenSeconds = 14 * 24 * 60 * 60
    /// Fields that a subscription may ask to have sent along.
    public static let additionalFieldsPerSubscription = 3

    /// Objects and arrays inside one another in one document.
    ///
    /// The deepest of the protocol's own needs ten.
    public static let jsonDepth = 64
    /// Bytes of one request body, assets apart: 200 records of a fair size, not 200 of the largest.
    public static let requestBytes = 16 << 20
    /// Bytes of records in one answer; one record is always answered.
    public static let answerBytes = 32 << 20
    /// Conditions of one query.
    public static let filtersPerQuery = 50
    /// Values in the list that one condition compares with.
    public static let valuesPerFilter = 250
    /// Criteria of the order of one query.
    public static let sortsPerQuery = 10
    /// Zones that a database may have at a time, the default zone apart.
    public static let zonesPerDatabase = 1_000
    /// Record types up to which the schema of a container grows in development.
    ///
    /// Apple's pages have no such figure. A schema that is imported may have more.
    public static let recordTypes = 500
    /// Fields up to which a record type grows in development; a record has no more unless its type was imported so.
    ///
    /// Apple's pages have no such figure either.
    public static let fieldsPerType = 1_000
    /// Subscriptions that a database may have.
    public static let subscriptionsPerDatabase = 1_000
    /// Bytes of one subscription.
    public static let subscriptionBytes = 32 << 10
    /// Bytes of all subscriptions of a database together: each change of a record is held against them all.
    public static let subscriptionBytesPerDatabase = 64 << 10
    /// Records that the deletes of one request may take along because these refer to a deleted one.
    public static let dependentsPerRequest = 10_000
    /// Bytes of the records that the deletes of one request may take along.
    public static let dependentBytesPerRequest = 256 << 20
}
