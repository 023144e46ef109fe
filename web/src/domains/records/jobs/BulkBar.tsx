import type { AppView } from '@caseloom/contract/apps/apps'
import type { Selection } from '@caseloom/contract/records/jobs'
import type { RecordPage } from '@caseloom/contract/records/records'
import { Button } from '@mantine/core'
import { IconCircleCheck, IconDownload, IconPencil, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../data/scope.tsx'
import { Kbd } from '../../../ui/Kbd.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { formatCount } from '../../../ui/time.ts'
import { BulkActions } from './BulkActions.tsx'
import { MergeSelected } from '../merge/MergeSelected.tsx'
import { PromoteButtons } from '../promote/PromoteButtons.tsx'
import type { ListSearch } from '../model/records.queries.ts'
import { jobsEn } from './jobs.en.ts'
import { foundBy } from './selection.ts'
import type { ClosingRows } from './useClosingRows.ts'

addTexts('jobs', jobsEn)
const BulkEditDialog = lazy(() => import('./BulkEditDialog.tsx').then((m) => ({ default: m.BulkEditDialog })))
const BulkCloseDialog = lazy(() =>
  import('./BulkCloseDialog.tsx').then((m) => ({ default: m.BulkCloseDialog })),
)
const BulkDeleteDialog = lazy(() =>
  import('./BulkDeleteDialog.tsx').then((m) => ({ default: m.BulkDeleteDialog })),
)
const ExportDialog = lazy(() => import('./ExportDialog.tsx').then((m) => ({ default: m.ExportDialog })))

interface BulkBarProps {
  app: AppView
  selected: ReadonlySet<string>
  onClear: () => void
  search: ListSearch
  total: RecordPage['total']
  /** True when all results are selected, not only the ticked rows. */
  isAll: boolean
  onAll: (isAll: boolean) => void
  /** The key opens the same dialog. */
  closing: ClosingRows
}

const icon = { size: 14, stroke: 1.7, 'aria-hidden': true } as const

export function BulkBar({ app, selected, onClear, search, total, isAll, onAll, closing }: BulkBarProps) {
  const { t } = useTranslation('jobs')
  const [open, setOpen] = useState<'edit' | 'delete' | 'export' | null>(null)
  const mayBulk = useMay('record:bulk') && app.archived !== true
  const mayRun = useMay('playbook:run') && mayBulk
  const mayEdit = useMay('record:update') && mayBulk
  const mayDelete = useMay('record:delete') && mayBulk
  const mayExport = useMay('record:export')
  const found = foundBy(search)
  // Row IDs came from the server.
  const selection: Selection = isAll ? found.records : { ids: [...selected] as never }
  const count = isAll ? countOf(total) : selected.size
  const end = () => {
    setOpen(null)
    closing.setOpen(false)
    onClear()
  }
  const dialog = { app, selection, count, onClose: () => setOpen(null), onBegun: end }
  return (
    <>
      {total !== undefined && total.value > selected.size && (
        <Button variant="subtle" aria-pressed={isAll} onClick={() => onAll(!isAll)}>
          {allWords(t, total)}
        </Button>
      )}
      {mayEdit && (
        <Button variant="subtle" leftSection={<IconPencil {...icon} />} onClick={() => setOpen('edit')}>
          {t('bulk.edit')}
        </Button>
      )}
      {closing.isOffered && (
        <Button
          variant="subtle"
          leftSection={<IconCircleCheck {...icon} />}
          rightSection={<Kbd keys="E" />}
          aria-keyshortcuts="E"
          onClick={() => closing.setOpen(true)}
        >
          {t('bulk.close')}
        </Button>
      )}
      {mayRun && <BulkActions app={app} selection={selection} count={count} onDone={onClear} />}
      {!isAll && <PromoteButtons app={app} records={[...selected]} onDone={onClear} />}
      {!isAll && app.archived !== true && (
        <MergeSelected app={app} records={[...selected]} onDone={onClear} />
      )}
      {mayExport && (
        <Button variant="subtle" leftSection={<IconDownload {...icon} />} onClick={() => setOpen('export')}>
          {t('bulk.export')}
        </Button>
      )}
      {mayDelete && (
        <Button variant="subtle" leftSection={<IconTrash {...icon} />} onClick={() => setOpen('delete')}>
          {t('bulk.delete', { count: count === null ? '' : formatCount(count) }).trim()}
        </Button>
      )}
      <Suspense fallback={null}>
        {open === 'edit' && <BulkEditDialog {...dialog} />}
        {closing.isOpen && <BulkCloseDialog {...dialog} onClose={() => closing.setOpen(false)} />}
        {open === 'delete' && <BulkDeleteDialog {...dialog} />}
        {open === 'export' && (
          <ExportDialog
            app={app}
            chosen={isAll ? [] : [...selected]}
            found={found}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
    </>
  )
}

/** Null when there are more than were counted. */
function countOf(total: RecordPage['total']): number | null {
  return total === undefined || total.capped ? null : total.value
}

function allWords(
  t: ReturnType<typeof useTranslation<'jobs'>>['t'],
  total: NonNullable<RecordPage['total']>,
): string {
  const count = countOf(total)
  return count === null ? t('bulk.allMany') : t('bulk.all', { count: formatCount(count) })
}

export function selectedWords(t: ReturnType<typeof useTranslation<'jobs'>>['t'], total: RecordPage['total']) {
  const count = countOf(total)
  return count === null ? t('bulk.allSelectedMany') : t('bulk.allSelected', { count: formatCount(count) })
}
