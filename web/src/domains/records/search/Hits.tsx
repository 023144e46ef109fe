import type { AppView } from '@caseloom/contract/apps/apps'
import type { Hits, Snippet } from '@caseloom/contract/values/snippet'
import type { ReactNode } from 'react'
import { use } from 'react'
import { straight } from '../../../ui/text/bidi-isolate.ts'
import { ShownColumns } from './shown-columns.ts'
import classes from './Search.module.css'

interface WithHits {
  hits?: Hits | undefined
}

export function Marked({ snippet }: { snippet: Snippet }) {
  return snippet.map((piece, at) =>
    piece.hit ? (
      <mark key={at} className={classes.hit}>
        {straight(piece.text)}
      </mark>
    ) : (
      <span key={at}>{straight(piece.text)}</span>
    ),
  )
}

export function HitOr({ row, field, children }: { row: WithHits; field: string; children: ReactNode }) {
  const hit = row.hits?.find((one) => one.field === field)
  return hit === undefined ? children : <Marked snippet={hit.snippet} />
}

/** The match in a field without a column, to explain why the row is listed. */
export function OtherHit({ row, app }: { row: WithHits; app: AppView }) {
  const shown = use(ShownColumns)
  const hits = row.hits ?? []
  if (hits.length === 0 || hits.some((one) => one.field === app.titleField || shown.has(one.field)))
    return null
  const [first] = hits
  if (first === undefined) return null
  return (
    <span className={classes.also}>
      {first.label}: <Marked snippet={first.snippet} />
    </span>
  )
}
