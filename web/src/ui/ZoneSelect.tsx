import { Select, type SelectProps } from '@mantine/core'
import { useMemo, useState } from 'react'
import { allZones } from './zones.ts'

export function ZoneSelect({
  value,
  ...rest
}: Omit<SelectProps, 'data' | 'value' | 'searchable'> & { value: string }) {
  const [openedAt] = useState(() => new Date())
  const data = useMemo(() => allZones(value, openedAt), [value, openedAt])
  return <Select {...rest} data={data} value={value} searchable limit={120} allowDeselect={false} />
}
