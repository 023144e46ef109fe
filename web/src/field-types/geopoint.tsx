import { IconMapPin } from '@tabler/icons-react'
import type { WebFieldType } from './field-type.ts'
import { PRESENCE } from './filter-operators.ts'
import { CopyableCode } from './values/FormattedText.tsx'

const EXAMPLE = '52.52, 13.405'

export const geopointType: WebFieldType<'geopoint'> = {
  palette: [{ id: 'geopoint', group: 'values', icon: IconMapPin }],
  width: 160,
  unsorted: true,
  tabular: true,
  show: (_value, { label }, { compact, text }) => (
    <CopyableCode text={text} label={label} compact={compact} />
  ),
  filter: {
    operators: ['eq', 'ne', ...PRESENCE],
    input: () => ({ placeholder: EXAMPLE }),
  },
  input: () => ({ placeholder: EXAMPLE, spellCheck: false }),
  schema: () => ({ type: 'string' }),
}
