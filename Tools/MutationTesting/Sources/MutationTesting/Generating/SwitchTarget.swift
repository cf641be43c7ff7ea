/// The C target that says which mutant is on: one load of a variable that is set before `main` begins.
enum SwitchTarget {
    static let name = "CMutantSwitch"
    static let variable = "MUTANT"
    /// The exit status of a program whose variable names no mutant.
    static let unknownStatus: Int32 = 78

    static let moduleMap = """
        module \(name) {
            header "\(name).h"
            export *
        }

        """

    static let header = """
        #ifndef C_MUTANT_SWITCH_H
        #define C_MUTANT_SWITCH_H

        #include <stdbool.h>

        // The number of the mutant that is on; 0 for none. Set before main, and never after.
        extern int mutant_switch_chosen;

        // Whether a mutant is on.
        static inline bool mutantIsOn(int number) { return __builtin_expect(mutant_switch_chosen == number, 0); }

        #endif

        """

    /// The source: numbers as they are, and the names of hand-made mutants.
    static func source(names: [(name: String, number: Int)], last: Int) -> String {
        let rows = names.map { "    {\"\($0.name)\", \($0.number)},\n" }.joined()
        return """
            #include "\(name).h"

            #include <stdio.h>
            #include <stdlib.h>
            #include <string.h>
            #include <unistd.h>

            int mutant_switch_chosen = 0;

            static const struct { const char *name; int number; } mutants[] = {
            \(rows)    {NULL, 0},
            };

            // Before main and before all of Swift, so that no thread ever sees it change.
            __attribute__((constructor)) static void mutant_switch_choose(void) {
                const char *wanted = getenv("\(variable)");
                if (wanted == NULL || wanted[0] == 0) return;
                for (int index = 0; mutants[index].name != NULL; index++) {
                    if (strcmp(mutants[index].name, wanted) == 0) {
                        mutant_switch_chosen = mutants[index].number;
                        return;
                    }
                }
                char *end = NULL;
                long number = strtol(wanted, &end, 10);
                if (*end == 0 && number >= 0 && number <= \(last)) {
                    mutant_switch_chosen = (int)number;
                    return;
                }
                fprintf(stderr, "\(variable)=%s: this build has no such mutant\\n", wanted);
                _exit(\(unknownStatus));
            }

            """
    }
}
