import { writeDuration } from '@caseloom/contract/values/duration'
import { canonicalDuration } from '@caseloom/contract/values/calendar-value'
import { plainText, trimmedCell } from './cells.ts'
import { DECIMAL_COLUMN } from './decimals.ts'
import type { KindRules, ServerFieldType } from './field-type.ts'
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
    toCell: plainText,
    fromCell: trimmedCell,
  },
} satisfies Record<string, KindRules>
