import type { AppView } from '@caseloom/contract/apps/apps'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RowAction, RowPlace } from '../../../ui/grid/grid-props.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import type { ListRow } from '../list/list-columns.tsx'
import { quickEn } from './quick.en.ts'
import { QUICK_KEYS } from './quick-fields.ts'
import { type RowKind, rowKinds } from './row-answer.ts'

addTexts('quick', quickEn)

export interface AskedRow {
  kind: RowKind
  id: string
  place: RowPlace
}

export const KEYS_OF_ROWS: Readonly<Record<RowKind, string>> = { ...QUICK_KEYS, close: 'E' }

/** `S`, `P`, `A`, and `E` for the row under the cursor of a list; `E` also for the selected rows, where they can be closed. */
export function useRowQuick(app: AppView, closeSelected?: () => void) {
  const { t } = useTranslation('quick')
  const [asked, setAsked] = useState<AskedRow | null>(null)
  const [isUsed, setUsed] = useState(false)
  const actions = useMemo(
    () =>
      rowKinds(app).map(
        (kind): RowAction<ListRow> => ({
          keys: [KEYS_OF_ROWS[kind]],
          label: t(`keys.${kind === 'close' && closeSelected !== undefined ? 'closeRows' : kind}`),
          ...(kind === 'close' ? { runSelected: closeSelected } : {}),
          run: (row, place) => {
            setUsed(true)
            setAsked({ kind, id: row.id, place })
          },
        }),
      ),
    [app, t, closeSelected],
  )
  return { actions, asked, isUsed, end: () => setAsked(null) }
}
