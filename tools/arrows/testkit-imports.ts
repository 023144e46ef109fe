/** Imports of the testkit that lead past doors and modules to the inner files of domains. The count only shrinks. */
export const TESTKIT_INNER_IMPORTS = 40
