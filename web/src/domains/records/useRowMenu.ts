import type { AppView } from '@caseloom/contract/apps/apps'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../ui/text/i18n.ts'
import { buttonsEn } from './buttons/buttons.en.ts'
import { type ListRow, titleOf } from './list/list-columns.tsx'

addTexts('buttons', buttonsEn)

export interface OpenRow {
  row: ListRow
  /** The button of the row. */
  anchor: HTMLElement
}

interface RowMenuState {
  props: {
    onRowMenu: (row: ListRow, anchor: HTMLElement) => void
    rowMenuLabel: (row: ListRow) => string
  }
  open: OpenRow | null
  close: () => void
}

/** Which row of the list has its menu open: one menu serves all rows. */
export function useRowMenu(app: AppView): RowMenuState {
  const { t } = useTranslation('buttons')
  const [open, setOpen] = useState<OpenRow | null>(null)
  const props = useMemo(
    () => ({
      onRowMenu: (row: ListRow, anchor: HTMLElement) => setOpen({ row, anchor }),
      rowMenuLabel: (row: ListRow) => t('row.label', { record: titleOf(app, row) }),
    }),
    [app, t],
  )
  return { props, open, close: () => setOpen(null) }
}
