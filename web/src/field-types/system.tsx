import { IconInfoCircle } from '@tabler/icons-react'
import type { WebFieldType } from './field-type.ts'

export const systemType: WebFieldType<'system'> = {
  palette: [{ id: 'system', group: 'values', icon: IconInfoCircle, make: () => ({ of: 'created_at' }) }],
  width: 140,
  show: () => null,
  filter: { operators: [] },
}
