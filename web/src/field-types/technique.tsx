import { IconTarget } from '@tabler/icons-react'
import type { WebFieldType } from './field-type.ts'
import { PRESENCE } from './filter-operators.ts'
import { TechniqueValue } from './values/TechniqueValue.tsx'

export const techniqueType: WebFieldType<'technique'> = {
  palette: [{ id: 'technique', group: 'security', icon: IconTarget }],
  width: 160,
  show: (value, { multiple }, { compact }) => (
    <TechniqueValue value={value} multiple={multiple} compact={compact} />
  ),
  filter: {
    operators: ['startsWith', 'in', 'notIn', ...PRESENCE],
    wording: { startsWith: 'techniques.startsWith' },
  },
}
