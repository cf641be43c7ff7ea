import Foundation

/// What has fields to get and set by name: a record, and its encrypted values.
public protocol CKRecordKeyValueSetting {
    /// The value of a field; nil if it has none.
    func object(forKey key: CKRecord.FieldKey) -> CKRecordValue?
    /// Sets a field; nil clears it.
    func setObject(_ object: CKRecordValue?, forKey key: CKRecord.FieldKey)
    /// The names of the fields that have values, in order.
    func allKeys() -> [CKRecord.FieldKey]
    /// The names of the fields that were set since the record was made or fetched, in order.
    func changedKeys() -> [CKRecord.FieldKey]
}

extension CKRecordKeyValueSetting {
    /// A field by name; setting nil clears it.
    ///
    /// Numbers come as `NSNumber`, which `as? Int`, `as? Double` and `as? Bool` take.
    public subscript(key: CKRecord.FieldKey) -> CKRecordValue? {
        get { object(forKey: key) }
        nonmutating set { setObject(newValue, forKey: key) }
    }

    /// A field by name, as the type that is asked for; nil where it has none or one of another type.
    public subscript<Value: CKRecordValueProtocol>(key: CKRecord.FieldKey) -> Value? {
        get { object(forKey: key).flatMap(\._fieldValue).flatMap(Value._value(from:)) }
        nonmutating set { setObject(newValue, forKey: key) }
    }
}

extension CKRecord: CKRecordKeyValueSetting {
    /// The value of a field; nil if it has none.
    public func object(forKey key: FieldKey) -> CKRecordValue? {
        read { $0.values[key] }?.object
    }

    /// Sets a field; nil clears it.
    ///
    /// Setting an equal value counts as a change too.
    ///
    /// A value that no field can hold, such as an array of arrays, clears the field.
    public func setObject(_ object: CKRecordValue?, forKey key: FieldKey) {
        let value = object.flatMap(\._fieldValue)?.value
        change { contents in
            contents.values[key] = value
            contents.secrets[key] = nil
            contents.sealed[key] = nil
            contents.foreign[key] = nil
            contents.changedKeys.insert(key)
        }
    }

    /// The value of a field; nil if it has none.
    public func value(forKey key: String) -> Any? {
        object(forKey: key)
    }

    /// Sets a field; nil clears it, and so does a value that no field can hold.
    public func setValue(_ value: Any?, forKey key: String) {
        setObject(value as? any CKRecordValueProtocol, forKey: key)
    }

    /// The names of the fields that have values, in order; encrypted ones are not among them.
    public func allKeys() -> [FieldKey] {
        read { $0.values.keys.sorted() }
    }

    /// The names of the fields that were set since the record was made or fetched, in order.
    public func changedKeys() -> [FieldKey] {
        read { $0.changedKeys.sorted() }
    }

    /// All words of all texts, in lower case, each once, in order.
    public func allTokens() -> [String] {
        let texts = read { $0.values.values.flatMap(\.texts) }
        let words = texts.flatMap { text in
            text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        }
        return Set(words).sorted()
    }

    /// The fields that only the user's devices can read.
    ///
    /// They are sealed before they leave the process and need the container's key: see
    /// ``CKContainer/unlockEncryption(passphrase:)``. A field is either encrypted or plain. Apple's service cannot take
    /// them over this protocol.
    public var encryptedValues: any CKRecordKeyValueSetting {
        EncryptedValues(record: self)
    }
}

/// The encrypted fields of a record.
struct EncryptedValues: CKRecordKeyValueSetting {
    let record: CKRecord

    func object(forKey key: CKRecord.FieldKey) -> CKRecordValue? {
        record.read { $0.secrets[key] }?.object
    }

    func setObject(_ object: CKRecordValue?, forKey key: CKRecord.FieldKey) {
        let value = object.flatMap(\._fieldValue)?.value
        record.change { contents in
            contents.values[key] = nil
            contents.secrets[key] = value
            contents.sealed[key] = nil
            contents.changedKeys.insert(key)
        }
    }

    func allKeys() -> [CKRecord.FieldKey] {
        record.read { Set($0.secrets.keys).union($0.sealed.keys).sorted() }
    }

    func changedKeys() -> [CKRecord.FieldKey] {
        record.read { contents in contents.changedKeys.filter { contents.secrets[$0] != nil }.sorted() }
    }
}
