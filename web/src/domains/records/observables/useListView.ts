import type { Verdict } from '@caseloom/contract/values/verdict'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useKindName } from '../../../ui/text/observable-kinds.ts'
import type { GridGroups } from '../../../ui/grid/grid-props.ts'
import { formatCount } from '../../../ui/time.ts'
import {
  grouped,
  type Grouping,
  type ListedObservable,
  type ListFilter,
  verdictCounts,
  verdictOf,
} from './observable-list.ts'

export interface ListView {
  filter: ListFilter
  isFiltered: boolean
  /** Of all rows: what the chips say. */
  counts: readonly { verdict: Verdict; count: number }[]
  grouping: Grouping
  type: (text: string) => void
  toggle: (verdict: Verdict) => void
  group: (by: Grouping) => void
  clear: () => void
  /** Headings with the rows; undefined for one plain list. */
  groupsOf: (rows: readonly ListedObservable[]) => GridGroups<ListedObservable> | undefined
}

const NONE: ListFilter = { text: '', verdicts: new Set() }

/** How the list is narrowed and grouped. */
export function useListView(all: readonly ListedObservable[]): ListView {
  const [filter, setFilter] = useState<ListFilter>(NONE)
  const [grouping, group] = useState<Grouping>('kind')
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const words = useTranslation('verdicts').t
  const kindName = useKindName()
  const counts = useMemo(() => verdictCounts(all), [all])
  const labelOf = ([first]: readonly ListedObservable[]) =>
    first && (grouping === 'kind' ? kindName(first.kind) : words(`verdicts.${verdictOf(first)}`))
  const fold = (key: string, isOpen: boolean) => {
    const next = new Set(folded)
    if (isOpen) next.delete(key)
    else next.add(key)
    setFolded(next)
  }
  return {
    filter,
    isFiltered: filter.text.trim() !== '' || filter.verdicts.size > 0,
    counts,
    grouping,
    type: (text) => setFilter({ ...filter, text }),
    toggle: (verdict) =>
      setFilter({ ...filter, verdicts: filter.verdicts.symmetricDifference(new Set([verdict])) }),
    group,
    clear: () => setFilter(NONE),
    groupsOf: (rows) => {
      if (grouping === 'none') return undefined
      const items = grouped(rows, grouping).map(({ key, rows: own }) => {
        const label = labelOf(own) ?? key
        return {
          key,
          heading: label,
          label,
          count: formatCount(own.length),
          isOpen: !folded.has(key),
          rows: own,
          expected: own.length,
          hasMore: false,
          loadingMore: false,
          hasFailed: false,
        }
      })
      return { items, onFold: fold, onNeeded: () => undefined, onMore: () => undefined }
    },
  }
}
