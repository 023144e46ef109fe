/** `npm test -- --deep` looks ten times as long; the variable can ask for any other number. */
const TIMES = Number(process.env['CASELOOM_TEST_RUNS'] ?? 1)

/** How often a property is tried: `few` times in every run of the tests, a multiple of it in deep ones. */
export function runs(few: number): number {
  return Math.ceil(few * TIMES)
}
