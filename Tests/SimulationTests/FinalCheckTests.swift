import SimulationTesting
import Testing

@Suite("Checks of the simulation")
struct FinalCheckTests {
}
