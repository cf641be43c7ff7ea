#if MUTANTS
import CloudKitWebServices

typealias Mutant = CloudKitWebServices.Mutant
#endif
