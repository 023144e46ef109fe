import { readDuration, writeDuration } from '@caseloom/contract/values/duration'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { IconHourglass } from '@tabler/icons-react'
import type { WebFieldType } from './field-type.ts'
import { PRESENCE } from './filter-operators.ts'

export const durationType: WebFieldType<'duration'> = {
  palette: [{ id: 'duration', group: 'values', icon: IconHourglass }],
  width: 96,
  tabular: true,
  alignEnd: true,
  text: written,
  filter: {
    operators: ['gte', 'lte', 'gt', 'lt', 'between', 'eq', 'ne', ...PRESENCE],
    label: (value) => written(value),
    read: readDuration,
    write: written,
    input: (_field, t) => ({ placeholder: t('filter.durationHint') }),
  },
  toDraft: (value) => (typeof value === 'number' ? writeDuration(value) : undefined),
  fromDraft: (draft) => {
    const seconds = readDuration(draft)
    return seconds === null ? { ok: false, key: 'page.invalidDuration' } : { ok: true, value: seconds }
  },
  input: () => ({ placeholder: '2h 30m', spellCheck: false }),
  schema: () => ({ type: ['string', 'number'] }),
}

function written(value: JsonValue): string {
  return typeof value === 'number' ? writeDuration(value) : String(value)
}
