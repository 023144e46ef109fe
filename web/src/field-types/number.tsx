import { IconHash } from '@tabler/icons-react'
import { affixes } from './affixes.tsx'
import { readNumber } from './drafts.ts'
import type { WebFieldType } from './field-type.ts'
import { PRESENCE } from './filter-operators.ts'
import { numberText } from './values/number-text.ts'

export const numberType: WebFieldType<'number'> = {
  palette: [{ id: 'number', group: 'values', icon: IconHash }],
  width: 96,
  tabular: true,
  alignEnd: true,
  text: (value, { format, prefix = '', suffix = '' }) => `${prefix}${numberText(format, value)}${suffix}`,
  axis: () => true,
  filter: {
    operators: ['eq', 'ne', 'gte', 'lte', 'gt', 'lt', 'between', ...PRESENCE],
    read: (text) => (Number.isFinite(Number(text)) ? Number(text) : null),
    input: (field) => {
      const unit = field?.suffix ?? field?.prefix
      return {
        inputMode: 'decimal',
        ...(unit === undefined ? {} : { rightSection: <span aria-hidden>{unit}</span> }),
      }
    },
  },
  fromDraft: readNumber,
  input: ({ format, prefix, suffix = format === 'percent' ? '%' : undefined }) => ({
    inputMode: 'decimal',
    ...affixes({ prefix, suffix }),
  }),
  schema: () => ({ type: 'number' }),
}
