import type { Field } from '@caseloom/contract/field-types/fields'
import { plainTextOf } from '@caseloom/contract/values/rich-text'
import { IconAlignLeft, IconTextSize, IconTypography } from '@tabler/icons-react'
import { affixes } from './affixes.tsx'
import type { WebFieldType } from './field-type.ts'
import { PRESENCE } from './filter-operators.ts'
import { FormattedText } from './values/FormattedText.tsx'

export const textType: WebFieldType<'text'> = {
  palette: [
    { id: 'text', group: 'values', icon: IconTextSize, make: () => ({ maxLength: 1000 }) },
    { id: 'longText', group: 'values', icon: IconAlignLeft, make: () => ({ multiline: true }) },
    {
      id: 'richText',
      group: 'values',
      icon: IconTypography,
      make: () => ({ format: 'rich', maxLength: 100_000 }),
    },
  ],
  paletteId: ({ format, multiline }) => (format === 'rich' ? 'richText' : multiline ? 'longText' : 'text'),
  width: 160,
  text: (value, { format, prefix = '', suffix = '' }) =>
    format === 'rich' ? plainTextOf(String(value)) : `${prefix}${String(value)}${suffix}`,
  show: (value, { format = 'plain', label }, { compact, text }) =>
    typeof value === 'string' && format !== 'plain' ? (
      <FormattedText format={format} text={value} label={label} compact={compact} />
    ) : (
      text
    ),
  axis: ({ multiline }) => !multiline,
  filter: {
    operators: ['contains', 'notContains', 'eq', 'ne', 'in', 'notIn', 'startsWith', 'endsWith', ...PRESENCE],
  },
  input: (field) => ({ ...formatInput(field), ...affixes(field), placeholder: field.placeholder }),
  wide: ({ format, multiline }) => multiline || format === 'rich',
  schema: ({ multiline }) => ({ type: 'string', ...(multiline ? { maxLength: 100_000 } : {}) }),
}

function formatInput({ format }: Field & { type: 'text' }): Record<string, unknown> {
  switch (format) {
    case 'email':
      return { type: 'email', spellCheck: false }
    case 'telephone':
      return { type: 'tel', spellCheck: false }
    case 'ip':
    case 'hash':
      return { spellCheck: false, styles: { input: { fontFamily: 'var(--cl-mono)', fontSize: 12 } } }
    default:
      return {}
  }
}
