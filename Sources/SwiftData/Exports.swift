@_exported import Foundation
@_exported import Observation
import GRDB
import GRDBSQLite
