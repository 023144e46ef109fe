import fc from 'fast-check'

const SURROGATES = { from: 0xd800, count: 0x800 }

/**
 * Any character there is, for `fc.string({ unit: codePoint })`: the unit `binary` of fast-check is the same, but takes
 * two seconds to be made in each test file.
 */
export const codePoint = fc
  .nat({ max: 0x10ffff - SURROGATES.count })
  .map((n) => String.fromCodePoint(n < SURROGATES.from ? n : n + SURROGATES.count))
