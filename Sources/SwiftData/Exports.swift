@_exported import Foundation
import GRDB
import GRDBSQLite
@_exported import Observation
