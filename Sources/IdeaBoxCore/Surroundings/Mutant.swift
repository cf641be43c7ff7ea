#if MUTANTS
import CloudKit

typealias Mutant = CloudKit.Mutant
#endif
