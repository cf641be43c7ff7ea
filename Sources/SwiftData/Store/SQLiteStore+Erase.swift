import GRDB

extension SQLiteStore {
    /// Deletes every row of every entity.
    ///
    /// The counters of the keys stay, so no key is used again.
    func erase() throws {
        guard allowsSave else { throw StoreError.readOnly(configuration.url) }
        try connection.write { db in
            #if CloudKitMirroring
            // Erasing is a matter of this device: what the service has comes again.
            try MirrorBooks(store: self, db: db).clear()
            #endif
            for table in Set(plans.map(\.table)).sorted() {
                try db.execute(sql: "DELETE FROM \(table.quoted)")
            }
        }
        removeAllExternalFiles()
    }
}
