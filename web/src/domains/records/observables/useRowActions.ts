import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { writeClipboard } from '../../../ui/clipboard.ts'
import { belongsElsewhere } from '../../../ui/shortcuts/elsewhere.ts'
import type { RowAction } from '../../../ui/grid/grid-props.ts'
import { toast } from '../../../ui/toast.tsx'
import { defangedText, type ListedObservable } from './observable-list.ts'

interface RowActionsOptions {
  shown: readonly ListedObservable[]
  /** The selected ones among them. */
  chosen: readonly ListedObservable[]
  open: (one: ListedObservable) => void
}

/** What keys do in the list: with the row under the cursor, the selected rows, or all that are shown. */
export function useRowActions({ shown, chosen, open }: RowActionsOptions) {
  const { t } = useTranslation('observables')
  const copy = (rows: readonly ListedObservable[]) => {
    if (rows.length === 0) return
    void writeClipboard(defangedText(rows)).then(() =>
      toast({ kind: 'info', title: t('copied', { count: rows.length }) }),
    )
  }
  const keys: RowAction<ListedObservable>[] = [
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
