import type { Filter } from '@caseloom/contract/values/filter'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../../data/paths.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { listSearch } from './widget-filter.ts'

/** A link to the records behind a number; plain text if a list can't show them. */
export function RecordsLink(props: {
  appId: string
  filter: Filter | null
  label?: string
  className?: string | undefined
  children: ReactNode
}) {
  const { appId, filter, label, className, children } = props
  const scope = useTenantScope()
  const search = listSearch(filter)
  if (search === null) return <span className={className}>{children}</span>
  return (
    <Link to={paths.recordList(scope, appId)} search={search} className={className} aria-label={label}>
      {children}
    </Link>
  )
}
