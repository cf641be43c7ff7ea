#if MUTANTS
import CloudKitWebServices

/// For apps, which know this module alone.
package typealias Mutant = CloudKitWebServices.Mutant
#endif
