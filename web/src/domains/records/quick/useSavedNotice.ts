import type { AppView } from '@caseloom/contract/apps/apps'
import type { FieldValues, RecordView } from '@caseloom/contract/records/records'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { usePeople } from '../../../data/people.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { textOf } from '../../../field-types/parts/field-text.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { toast } from '../../../ui/toast.tsx'
import { quickEn } from './quick.en.ts'
import { UNDO_MS, undoChange } from './undo-change.ts'

addTexts('quick', quickEn)

/** A longer value is named by its field alone. */
const MAX_VALUE = 60

export interface SavedChange {
  before: RecordView
  saved: RecordView
  /** What was sent. */
  sent: FieldValues
}

/** Says what was saved, and offers to take it back. */
export function useSavedNotice(app: AppView, namesRecord = false): (change: SavedChange) => void {
  const { t } = useTranslation('quick')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const people = usePeople()
  const titleOf = ({ saved, sent }: SavedChange) => {
    const [first, ...others] = app.fields.filter(({ key }) => key in sent)
    if (first === undefined || others.length > 0) return t('savedMany', { count: others.length + 1 })
    const value = textOf(first, saved.fields[first.key] ?? null, people)
    if (value === '') return t('cleared', { field: first.label })
    const isShort = value.length <= MAX_VALUE && !value.includes('\n')
    return isShort ? t('set', { field: first.label, value }) : t('savedOne', { field: first.label })
  }
  return (change) =>
    toast({
      kind: 'success',
      title: titleOf(change),
      // Field after field is saved on the page of a record: the notices would pile up over it.
      ...(namesRecord ? { text: change.saved.trackingId } : { name: 'saved' }),
      for: UNDO_MS,
      action: {
        label: t('undo'),
        run: () => void undoChange(client, { tenantId, app, ...change }),
      },
    })
}
