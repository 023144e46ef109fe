import { IconMathFunction } from '@tabler/icons-react'
import type { WebFieldType } from './field-type.ts'
import { PRESENCE } from './filter-operators.ts'

/** Of formulas that say yes or no: others are shown, compared and aligned like fields of their results. */
export const formulaType: WebFieldType<'formula'> = {
  palette: [
    {
      id: 'formula',
      group: 'values',
      icon: IconMathFunction,
      make: () => ({ expression: "''", result: 'text' }),
    },
  ],
  width: 72,
  text: (value) => (typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value)),
  filter: {
    operators: ['eq', 'ne', ...PRESENCE],
    choices: ({ t }) => ['true', 'false'].map((value) => ({ value, label: t(`booleans.${value}`) })),
    label: (value, { t }) => t(`booleans.${String(value)}`),
    read: (text) => text === 'true',
  },
}
