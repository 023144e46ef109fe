import { listRuns } from '@caseloom/contract/automation/automation'
import type { AppView } from '@caseloom/contract/apps/apps'
import { listAttackEvents } from '@caseloom/contract/records/attack-events'
import { recordHistory } from '@caseloom/contract/records/records'
import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allPages } from '../../../data/all-pages.ts'
import { call } from '../../../data/call.ts'
import { describeError } from '../../../data/describe-error.ts'
import { saveFile } from '../../../data/files.ts'
import { useMay } from '../../../data/scope.tsx'
import type { People } from '../../../field-types/field-type.ts'
import { formatCount } from '../../../ui/time.ts'
import { toast } from '../../../ui/toast.tsx'
import type { AttackPlace } from '../attack/attack.queries.ts'
import { everyApproval } from '../model/records.queries.ts'
import {
  besideItems,
  type Clock,
  itemsOf,
  mergedTimeline,
  ofKinds,
  type TimelineItem,
} from './merged-timeline.ts'
import type { Shown } from './shown.ts'
import { storiesOf } from './story.ts'
import { exportedEntry, exportWords, timelineCsv } from './timeline-export.ts'

/** A browser lays out a few hundred pages in seconds. */
const MAX_PRINTED = 2_000

const PrintedTimeline = lazy(async () => ({
  default: (await import('./PrintedTimeline.tsx')).PrintedTimeline,
}))
const FORMATS = ['csv', 'json'] as const

interface ExportTimelineProps {
  place: AttackPlace
  app: AppView
  people: People
  shown: Shown
}

/** Saves or prints the entries that the filters show; earlier pages are loaded first. */
export function ExportTimeline({ place, app, people, shown }: ExportTimelineProps) {
  const { t } = useTranslation('timeline')
  const mayReadRuns = useMay('run:read')
  const mayExport = useMay('record:export')
  const [printed, setPrinted] = useState<readonly TimelineItem[] | null>(null)
  const onPrinted = useCallback(() => setPrinted(null), [])
  const shownItems = async () => {
    const all = await everything({ place, app, mayReadRuns, clock: shown.clock })
    return ofKinds(itemsOf(all, shown.person), shown.kinds)
  }
  const saving = useMutation({
    mutationFn: async (format: (typeof FORMATS)[number]) => {
      const entries = (await shownItems()).map((item) => exportedEntry(item, exportWords(app, people, t)))
      const text = format === 'csv' ? timelineCsv(entries) : `${JSON.stringify(entries, null, 2)}\n`
      const type = format === 'csv' ? 'text/csv' : 'application/json'
      saveFile({ blob: new Blob([text], { type }), name: null }, `timeline.${format}`)
    },
    onError: (error) => toast({ kind: 'error', title: t('export.failed'), text: describeError(error).text }),
  })
  const printing = useMutation({
    mutationFn: shownItems,
    onSuccess: (items) => {
      if (items.length <= MAX_PRINTED) return setPrinted(items)
      const [number, max] = [formatCount(items.length), formatCount(MAX_PRINTED)]
      toast({ kind: 'error', title: t('print.tooMany', { number }), text: t('print.narrow', { max }) })
    },
    onError: (error) => toast({ kind: 'error', title: t('print.failed'), text: describeError(error).text }),
  })
  if (!mayExport) return null
  return (
    <>
      <ExportMenu
        isPending={saving.isPending || printing.isPending}
        onSave={(format) => saving.mutate(format)}
        onPrint={() => printing.mutate()}
      />
      {printed !== null && (
        <Suspense>
          <PrintedTimeline {...{ place, app, people, shown, onPrinted }} items={printed} />
        </Suspense>
      )}
    </>
  )
}

interface ExportMenuProps {
  isPending: boolean
  onSave: (format: (typeof FORMATS)[number]) => void
  onPrint: () => void
}

function ExportMenu({ isPending, onSave, onPrint }: ExportMenuProps) {
  const { t } = useTranslation('timeline')
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="subtle"
          loading={isPending}
          leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
        >
          {t('export.open')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FORMATS.map((format) => (
          <Menu.Item key={format} onClick={() => onSave(format)}>
            {t(`export.${format}`)}
          </Menu.Item>
        ))}
        <Menu.Item onClick={onPrint}>{t('export.print')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

interface Everything {
  place: AttackPlace
  app: AppView
  mayReadRuns: boolean
  clock: Clock
}

async function everything({ place, app, mayReadRuns, clock }: Everything) {
  const { tenantId, appId, recordId } = place
  const params = { tenantId, appId, recordId }
  const entries = await allPages((paging) => call(recordHistory, { params, query: paging }))
  const runs = mayReadRuns
    ? await allPages((paging) => call(listRuns, { params: { tenantId }, query: { recordId, ...paging } }))
    : []
  const events = await call(listAttackEvents, { params })
  const approvals = await everyApproval(tenantId, recordId)
  const fields = new Map(app.fields.map((field) => [field.key, field]))
  const changes = entries.flatMap((entry) => storiesOf(entry, fields))
  return mergedTimeline(changes, besideItems({ events: events.items, runs, approvals }, clock))
}
