/** Effects that reach nothing outside, so that tests and comparisons of a draft perform them. */
export const REACHES_NOTHING: ReadonlySet<string> = new Set(['code.script'])
