import { IconExternalLink, IconLink } from '@tabler/icons-react'
import { ExternalLink } from '../ui/rich-text/ExternalLink.tsx'
import type { WebFieldType } from './field-type.ts'
import { PRESENCE } from './filter-operators.ts'

export const urlType: WebFieldType<'url'> = {
  palette: [{ id: 'url', group: 'values', icon: IconLink }],
  width: 200,
  show: (value, _field, { compact, text }) =>
    compact || typeof value !== 'string' ? text : <SafeLink address={value} />,
  axis: () => true,
  filter: {
    operators: ['contains', 'notContains', 'eq', 'ne', 'startsWith', 'endsWith', ...PRESENCE],
  },
  input: () => ({ type: 'url', spellCheck: false }),
  schema: () => ({ type: 'string' }),
}

/** Only http and https become links, everything else stays text. */
function SafeLink({ address }: { address: string }) {
  const url = URL.parse(address)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return <span>{address}</span>
  return (
    <ExternalLink href={url.href} text={address}>
      {address}
      <IconExternalLink size={14} stroke={1.7} aria-hidden />
    </ExternalLink>
  )
}
