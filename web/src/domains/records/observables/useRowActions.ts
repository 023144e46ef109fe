import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { belongsElsewhere } from '../../../ui/shortcuts/elsewhere.ts'
import type { RowAction } from '../../../ui/grid/grid-props.ts'
import { toast } from '../../../ui/toast.tsx'
import type { Enriching } from './useEnrich.ts'
import type { ListedObservable } from './observable-list.ts'
import { useCopy } from './useCopy.ts'

interface RowActionsOptions {
  shown: readonly ListedObservable[]
  /** The selected ones among them. */
  chosen: readonly ListedObservable[]
  open: (one: ListedObservable) => void
  enriching: Enriching
}

/** What keys do in the list: with the row under the cursor, the selected rows, or all that are shown. */
export function useRowActions({ shown, chosen, open, enriching }: RowActionsOptions) {
  const { t } = useTranslation('observables')
  const words = useTranslation('enrich').t
  const enrich = (rows: readonly ListedObservable[]) => {
    const obstacle = rows.length === 0 ? null : enriching.obstacle(rows)
    if (obstacle === null) enriching.enrich(rows)
    else toast({ kind: 'info', title: words(obstacle) })
  }
  const { defanged: copy } = useCopy()
  const keys: RowAction<ListedObservable>[] = [
    {
      keys: ['N'],
      label: words('enrich'),
      run: (one) => enrich([one]),
      runSelected: () => enrich(chosen),
      runAnywhere: () => enrich(shown),
    },
    { keys: ['O'], label: t('open'), run: open },
    {
      keys: ['Y'],
      label: t('copyDefanged'),
      run: (one) => copy([one]),
      runSelected: () => copy(chosen),
      runAnywhere: () => copy(shown),
    },
  ]
  return { copy, keys }
}

/** Escape clears the selection before the page takes it as the way back. */
export function useClearOnEscape(hasSelected: boolean, clear: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || belongsElsewhere(event)) return
    event.preventDefault()
    clear()
  })
  useEffect(() => {
    if (!hasSelected) return
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [hasSelected])
}
