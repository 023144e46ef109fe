import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import type { ReaderType, SentencePart } from '@caseloom/contract/values/sentence-parts'
import type { SentenceNames } from './sentences.ts'

/** Marks a value while a sentence is built; not a character that people type. */
const MARK = '\uFFFC'

/** A sentence in parts, for a reader whose zone and names aren't known here; `say` builds it with the given names. */
export function sentenceParts(
  fields: readonly FieldInput[],
  say: (names: Required<Pick<SentenceNames, 'value' | 'actor' | 'linkedLabel' | 'linkedValue'>>) => string,
): SentencePart[] {
  const values: SentencePart[] = []
  const placed = (part: SentencePart) => `${MARK}${values.push(part) - 1}${MARK}`
  const appOf = (reference: string) => {
    const field = fields.find((one) => one.key === reference)
    return field !== undefined && 'app' in field ? field.app : undefined
  }
  const text = say({
    value: (key, value) => {
      const field = fields.find((one) => one.key === key)
      const type = field === undefined ? null : readerType(field)
      return type === null ? undefined : placed({ type, value })
    },
    actor: (type, value) => placed({ type, value }),
    linkedLabel: (reference, field) => {
      const app = appOf(reference)
      return app === undefined ? undefined : placed({ type: 'other_field', app, field })
    },
    linkedValue: (reference, field, value) => {
      const app = appOf(reference)
      return app === undefined ? undefined : placed({ type: 'other_value', app, field, value })
    },
  })
  // Every second part is the place of a value.
  const parts = text.split(new RegExp(`${MARK}(\\d+)${MARK}`))
  return parts
    .map((part, at) => (at % 2 === 0 ? part : (values[Number(part)] ?? part)))
    .filter((part) => part !== '')
}

/** How values of a field are said to their reader; null where they are the same to everyone. */
function readerType(field: FieldInput): ReaderType | null {
  const { instant, day, span, users, groups } = fieldTraits(field)
  if (instant) return 'datetime'
  if (day) return 'date'
  if (span) return 'duration'
  if (users) return 'user'
  return groups ? 'group' : null
}
