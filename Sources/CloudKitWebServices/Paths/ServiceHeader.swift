/// The names of the protocol's own HTTP headers.
///
/// Compare them without regard to case.
public enum ServiceHeader {
    /// The next web token; on every answer, errors included.
    public static let webAuthToken = "X-Apple-CloudKit-Web-Auth-Token"
    /// The same from very old services.
    public static let legacyWebAuthToken = "X-Apple-CloudKit-Session"
    /// What names the answer in the service's log.
    ///
    /// A request may choose it: then a retry under the same UUID has one effect and the same answer, which is an
    /// extension of this project.
    public static let requestUUID = "X-Apple-Request-UUID"
    /// The key that signed a request.
    public static let signatureKeyID = "X-Apple-CloudKit-Request-KeyID"
    /// The date that was signed with it.
    public static let signatureDate = "X-Apple-CloudKit-Request-ISO8601Date"
    /// The signature.
    public static let signature = "X-Apple-CloudKit-Request-SignatureV1"

    /// The type of every answer's body.
    ///
    /// The type of a request's body is not to be looked at: Apple's own client says `text/plain`, and others say
    /// nothing.
    public static let answerType = "application/json; charset=UTF-8"
}
