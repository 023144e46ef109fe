/** Thrown while compiling when an expression uses more than the fast way knows. */
export class Unsupported extends Error {}
