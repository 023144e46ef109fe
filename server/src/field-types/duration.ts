import { writeDuration } from '@caseloom/contract/duration'
import { canonicalDuration } from './calendar-value.ts'
import { plainText, trimmedCell } from './cells.ts'
import { compareNumbers, DECIMAL_COLUMN } from './decimals.ts'
import type { KindRules, ServerFieldType } from './field-type.ts'
import { EQUALITY, LISTS, ORDER } from './operators.ts'
import { canonical } from './parsing.ts'

export const durationType: ServerFieldType<'duration'> = {
  parse: (_field, raw) =>
    canonical(
      canonicalDuration(raw),
      'invalid_duration',
      'Expected whole seconds or a duration such as PT2H30M or 2h 30m',
    ),
  convert: {
    toText: (value) => (typeof value === 'number' ? writeDuration(value) : String(value)),
    fromText: (text) => text,
    from: { number: (value) => value },
  },
  indexRank: () => 5,
}

export const durationKinds = {
  duration: {
    ...DECIMAL_COLUMN,
    filter: {
      operators: [...EQUALITY, ...LISTS, ...ORDER],
      expected: 'seconds, or a duration such as PT2H30M',
      canonical: (raw, { stored }) => stored(raw),
      compare: compareNumbers,
    },
    toCell: plainText,
    fromCell: trimmedCell,
  },
} satisfies Record<string, KindRules>
