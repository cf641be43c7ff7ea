import Foundation

// The types that settings and scenes keep.

extension AppStorage {
    /// A setting that is a `Bool`.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Bool {
        self.init(key, .bool, wrappedValue)
    }
    /// A setting that is a `Int`.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Int {
        self.init(key, .whole, wrappedValue)
    }
    /// A setting that is a `Double`.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Double {
        self.init(key, .real, wrappedValue)
    }
    /// A setting that is a `String`.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == String {
        self.init(key, .text, wrappedValue)
    }
    /// A setting that is a `URL`.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == URL {
        self.init(key, .url, wrappedValue)
    }
    /// A setting that is a `Data`.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Data {
        self.init(key, .data, wrappedValue)
    }
    /// A setting that is a `Date`.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Date {
        self.init(key, .date, wrappedValue)
    }
    /// A setting with a raw value that is a `Int`.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
    where Value: RawRepresentable, Value.RawValue == Int {
        self.init(key, .raw(StoredForm<Int>.whole), wrappedValue)
    }
    /// A setting with a raw value that is a `String`.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
    where Value: RawRepresentable, Value.RawValue == String {
        self.init(key, .raw(StoredForm<String>.text), wrappedValue)
    }
}

extension AppStorage where Value: ExpressibleByNilLiteral {
    /// A setting that is a `Bool`, or missing.
    public init(_ key: String, store: UserDefaults? = nil) where Value == Bool? {
        self.init(key, .optional(StoredForm<Bool>.bool), nil)
    }
    /// A setting that is a `Int`, or missing.
    public init(_ key: String, store: UserDefaults? = nil) where Value == Int? {
        self.init(key, .optional(StoredForm<Int>.whole), nil)
    }
    /// A setting that is a `Double`, or missing.
    public init(_ key: String, store: UserDefaults? = nil) where Value == Double? {
        self.init(key, .optional(StoredForm<Double>.real), nil)
    }
    /// A setting that is a `String`, or missing.
    public init(_ key: String, store: UserDefaults? = nil) where Value == String? {
        self.init(key, .optional(StoredForm<String>.text), nil)
    }
    /// A setting that is a `URL`, or missing.
    public init(_ key: String, store: UserDefaults? = nil) where Value == URL? {
        self.init(key, .optional(StoredForm<URL>.url), nil)
    }
    /// A setting that is a `Data`, or missing.
    public init(_ key: String, store: UserDefaults? = nil) where Value == Data? {
        self.init(key, .optional(StoredForm<Data>.data), nil)
    }
    /// A setting that is a `Date`, or missing.
    public init(_ key: String, store: UserDefaults? = nil) where Value == Date? {
        self.init(key, .optional(StoredForm<Date>.date), nil)
    }
    /// A setting with a raw value that is a `Int`, or missing.
    public init<R: RawRepresentable>(_ key: String, store: UserDefaults? = nil) where Value == R?, R.RawValue == Int {
        self.init(key, .optional(.raw(StoredForm<Int>.whole)), nil)
    }
    /// A setting with a raw value that is a `String`, or missing.
    public init<R: RawRepresentable>(_ key: String, store: UserDefaults? = nil)
    where Value == R?, R.RawValue == String {
        self.init(key, .optional(.raw(StoredForm<String>.text)), nil)
    }
}

extension SceneStorage {
    /// A value of the page that is a `Bool`.
    public init(wrappedValue: Value, _ key: String) where Value == Bool { self.init(key, .bool, wrappedValue) }
    /// A value of the page that is a `Int`.
    public init(wrappedValue: Value, _ key: String) where Value == Int { self.init(key, .whole, wrappedValue) }
    /// A value of the page that is a `Double`.
    public init(wrappedValue: Value, _ key: String) where Value == Double { self.init(key, .real, wrappedValue) }
    /// A value of the page that is a `String`.
    public init(wrappedValue: Value, _ key: String) where Value == String { self.init(key, .text, wrappedValue) }
    /// A value of the page that is a `URL`.
    public init(wrappedValue: Value, _ key: String) where Value == URL { self.init(key, .url, wrappedValue) }
    /// A value of the page that is a `Data`.
    public init(wrappedValue: Value, _ key: String) where Value == Data { self.init(key, .data, wrappedValue) }
    /// A value of the page that is a `Date`.
    public init(wrappedValue: Value, _ key: String) where Value == Date { self.init(key, .date, wrappedValue) }
    /// A value of the page with a raw value that is a `Int`.
    public init(wrappedValue: Value, _ key: String) where Value: RawRepresentable, Value.RawValue == Int {
        self.init(key, .raw(StoredForm<Int>.whole), wrappedValue)
    }
    /// A value of the page with a raw value that is a `String`.
    public init(wrappedValue: Value, _ key: String) where Value: RawRepresentable, Value.RawValue == String {
        self.init(key, .raw(StoredForm<String>.text), wrappedValue)
    }
}

extension SceneStorage where Value: ExpressibleByNilLiteral {
    /// A value of the page that is a `Bool`, or missing.
    public init(_ key: String) where Value == Bool? { self.init(key, .optional(StoredForm<Bool>.bool), nil) }
    /// A value of the page that is a `Int`, or missing.
    public init(_ key: String) where Value == Int? { self.init(key, .optional(StoredForm<Int>.whole), nil) }
    /// A value of the page that is a `Double`, or missing.
    public init(_ key: String) where Value == Double? { self.init(key, .optional(StoredForm<Double>.real), nil) }
    /// A value of the page that is a `String`, or missing.
    public init(_ key: String) where Value == String? { self.init(key, .optional(StoredForm<String>.text), nil) }
    /// A value of the page that is a `URL`, or missing.
    public init(_ key: String) where Value == URL? { self.init(key, .optional(StoredForm<URL>.url), nil) }
    /// A value of the page that is a `Data`, or missing.
    public init(_ key: String) where Value == Data? { self.init(key, .optional(StoredForm<Data>.data), nil) }
    /// A value of the page that is a `Date`, or missing.
    public init(_ key: String) where Value == Date? { self.init(key, .optional(StoredForm<Date>.date), nil) }
    /// A value of the page with a raw value that is a `Int`, or missing.
    public init<R: RawRepresentable>(_ key: String) where Value == R?, R.RawValue == Int {
        self.init(key, .optional(.raw(StoredForm<Int>.whole)), nil)
    }
    /// A value of the page with a raw value that is a `String`, or missing.
    public init<R: RawRepresentable>(_ key: String) where Value == R?, R.RawValue == String {
        self.init(key, .optional(.raw(StoredForm<String>.text)), nil)
    }
}
