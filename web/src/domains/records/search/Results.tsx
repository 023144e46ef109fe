import type { FoundRecord } from '@caseloom/contract/records/search'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { appsQuery } from '../../../data/apps.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { belongsElsewhere } from '../../../ui/shortcuts/elsewhere.ts'
import { straight } from '../../../ui/text/bidi-isolate.ts'
import { TimeAgo } from '../../../ui/Times.tsx'
import { Marked } from './Hits.tsx'
import classes from './Search.module.css'

interface ResultsProps {
  items: readonly FoundRecord[]
  busy: boolean
  /** Loading: gray lines instead. */
  waiting: boolean
  /** Before all results. */
  first: ReactNode
  children: ReactNode
}

export function Results({ items, busy, waiting, first, children }: ResultsProps) {
  const { t } = useTranslation('records')
  const list = useRef<HTMLDivElement>(null)
  const links = () => [...(list.current?.querySelectorAll<HTMLAnchorElement>('a') ?? [])]
  useResultKeys(links)
  return (
    <div className={classes.results} aria-busy={busy || undefined} ref={list}>
      {first}
      {waiting && <Waiting />}
      <ul className={classes.list} aria-label={t('everywhere.results')}>
        {items.map((item) => (
          <li key={item.record.id}>
            <Result item={item} />
          </li>
        ))}
      </ul>
      {children}
    </div>
  )
}

/** j and k move the focus, which is the cursor here, so that Enter and the mouse agree with it. */
function useResultKeys(links: () => HTMLAnchorElement[]): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const by = STEPS[event.key]
    // Arrow down moves from the search box into the results.
    const fromBox = event.key === 'ArrowDown' && event.target instanceof HTMLInputElement
    if (by === undefined || (belongsElsewhere(event) && !fromBox)) return
    const all = links()
    const at = all.findIndex((link) => link === document.activeElement)
    const next = all[Math.max(0, at + by)]
    if (next === undefined) return
    event.preventDefault()
    next.focus()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

const STEPS: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

function Waiting() {
  return Array.from({ length: 8 }, (_, at) => (
    <div key={at} className={classes.result} aria-hidden>
      <Skeleton height={10} width={`${52 - (at % 4) * 7}%`} my={4} />
      <Skeleton height={8} width={`${74 - (at % 3) * 9}%`} my={3} />
    </div>
  ))
}

function Result({ item }: { item: FoundRecord }) {
  const scope = useTenantScope()
  const app = useQuery(appsQuery(scope.tenantId)).data?.find((one) => one.id === item.record.appId)
  const title = item.hits.find((hit) => hit.field === app?.titleField)
  const others = item.hits.filter((hit) => hit !== title)
  return (
    <Link className={classes.result} to={paths.record(scope, item.record.appId, item.record.id)}>
      <span className={classes.line}>
        <span className={classes.id}>{item.record.trackingId}</span>
        <span className={classes.name}>
          {title === undefined ? straight(item.title) : <Marked snippet={title.snippet} />}
        </span>
        <span className={classes.meta}>
          {app?.name} · <TimeAgo at={item.record.createdAt} />
        </span>
      </span>
      {others.map((hit) => (
        <span key={hit.field} className={classes.snippet}>
          <span className={classes.field}>{hit.label}: </span>
          <Marked snippet={hit.snippet} />
        </span>
      ))}
    </Link>
  )
}
