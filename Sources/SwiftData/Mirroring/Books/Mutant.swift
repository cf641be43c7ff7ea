#if MUTANTS && CloudKitMirroring
import CloudKit

typealias Mutant = CloudKit.Mutant
#endif
