import { listRuns } from '@caseloom/contract/automation/automation'
import type { AppView } from '@caseloom/contract/apps/apps'
import { listAttackEvents } from '@caseloom/contract/records/attack-events'
import { recordHistory } from '@caseloom/contract/records/records'
import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { allPages } from '../../../data/all-pages.ts'
import { call } from '../../../data/call.ts'
import { describeError } from '../../../data/describe-error.ts'
import { saveFile } from '../../../data/files.ts'
import { useMay } from '../../../data/scope.tsx'
import { textOf } from '../../../field-types/parts/field-text.ts'
import type { People } from '../../../field-types/field-type.ts'
import { toast } from '../../../ui/toast.tsx'
import type { AttackPlace } from '../attack/attack.queries.ts'
import { everyApproval } from '../model/records.queries.ts'
import { besideItems, type Clock, inLane, itemsOf, type Lane, mergedTimeline } from './merged-timeline.ts'
import { storiesOf } from './story.ts'
import { exportedEntry, timelineCsv } from './timeline-export.ts'

const FORMATS = ['csv', 'json'] as const

interface ExportTimelineProps {
  place: AttackPlace
  app: AppView
  people: People
  shown: { lane: Lane | null; person: string | undefined; clock: Clock }
}

/** Saves the entries that the filters show as a file; earlier pages are loaded first. */
export function ExportTimeline({ place, app, people, shown }: ExportTimelineProps) {
  const { t } = useTranslation('timeline')
  const mayReadRuns = useMay('run:read')
  const mayExport = useMay('record:export')
  const saving = useMutation({
    mutationFn: async (format: (typeof FORMATS)[number]) => {
      const all = await everything({ place, app, mayReadRuns, clock: shown.clock })
      const items = inLane(itemsOf(all, shown.person), shown.lane)
      const words = {
        t,
        zone: people.zone,
        name: people.name,
        fields: app.fields,
        text: (field: Parameters<typeof textOf>[0], value: Parameters<typeof textOf>[1]) =>
          textOf(field, value, people),
      }
      const entries = items.map((item) => exportedEntry(item, words))
      const text = format === 'csv' ? timelineCsv(entries) : `${JSON.stringify(entries, null, 2)}\n`
      const type = format === 'csv' ? 'text/csv' : 'application/json'
      saveFile({ blob: new Blob([text], { type }), name: null }, `timeline.${format}`)
    },
    onError: (error) => toast({ kind: 'error', title: t('export.failed'), text: describeError(error).text }),
  })
  if (!mayExport) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="subtle"
          loading={saving.isPending}
          leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
        >
          {t('export.open')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FORMATS.map((format) => (
          <Menu.Item key={format} onClick={() => saving.mutate(format)}>
            {t(`export.${format}`)}
          </Menu.Item>
        ))}
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
