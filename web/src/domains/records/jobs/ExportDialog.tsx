import type { AppView } from '@caseloom/contract/apps/apps'
import type { ExportOrder } from '@caseloom/contract/records/jobs'
import { Checkbox, MultiSelect, Radio, SegmentedControl } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { fieldsEn } from '../../../field-types/values/fields.en.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { followJob } from './follow-job.ts'
import { beginExport } from './jobs.queries.ts'
import type { Found } from './selection.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import classes from './Jobs.module.css'

addTexts('fields', fieldsEn)

type Order = z.input<typeof ExportOrder>
const BESIDE = ['comments', 'files'] as const
type What = 'chosen' | 'found' | 'all'

interface ExportDialogProps {
  app: AppView
  chosen: readonly string[]
  found: Found
  onClose: () => void
}

export function ExportDialog({ app, chosen, found, onClose }: ExportDialogProps) {
  const { t } = useTranslation('jobs')
  const { t: say } = useTranslation('fields')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const [what, setWhat] = useState<What>(chosen.length > 0 ? 'chosen' : 'found')
  const [format, setFormat] = useState<Order['format']>('csv')
  const [header, setHeader] = useState<'keys' | 'labels'>('keys')
  const [columns, setColumns] = useState<string[]>([])
  const [include, setInclude] = useState<string[]>([])
  const begin = useMutation({
    mutationFn: () =>
      beginExport(
        { tenantId, appId: app.id },
        {
          format,
          header,
          records: what === 'chosen' ? { ids: [...chosen] as never } : what === 'found' ? found.records : {},
          ...(found.sort === undefined || what === 'chosen' ? {} : { sort: found.sort }),
          ...(columns.length === 0 ? {} : { columns }),
          include: BESIDE.filter((one) => include.includes(one)),
        },
      ),
    onSuccess: (job) => {
      followJob(client, tenantId, job)
      onClose()
    },
  })
  return (
    <Dialog onClose={onClose} size={460} title={t('export.title', { app: app.name })}>
      <div className={classes.dialog}>
        {begin.isError && <ErrorSummary message={describeError(begin.error).text} />}
        <Radio.Group label={t('export.what')} value={what} onChange={(value) => setWhat(value as What)}>
          {chosen.length > 0 && (
            <Radio value="chosen" label={t('export.chosen', { count: chosen.length })} mt={4} />
          )}
          <Radio value="found" label={t('export.found')} mt={4} />
          <Radio value="all" label={t('export.all')} mt={4} />
        </Radio.Group>
        <SegmentedControl
          aria-label={t('export.format')}
          value={format}
          onChange={(value) => setFormat(value as Order['format'])}
          data={(['csv', 'xlsx', 'json'] as const).map((value) => ({
            value,
            label: t(`export.formats.${value}`),
          }))}
        />
        {format !== 'json' && (
          <Radio.Group
            label={t('export.header')}
            value={header}
            onChange={(value) => setHeader(value === 'labels' ? 'labels' : 'keys')}
          >
            <Radio value="keys" label={t('export.headers.keys')} mt={4} />
            <Radio value="labels" label={t('export.headers.labels')} mt={4} />
          </Radio.Group>
        )}
        <MultiSelect
          label={t('export.columns')}
          placeholder={columns.length === 0 ? t('export.allColumns') : ''}
          searchable
          clearable
          value={columns}
          onChange={setColumns}
          data={exportable(app, say)}
        />
        <Checkbox.Group label={t('export.include')} value={include} onChange={setInclude}>
          {BESIDE.map((one) => (
            <Checkbox key={one} value={one} label={t(`export.includes.${one}`)} mt={4} />
          ))}
        </Checkbox.Group>
        <p className={classes.note}>{t(include.includes('files') ? 'export.packed' : 'export.text')}</p>
        <DialogActions
          onCancel={onClose}
          confirm={t('export.start')}
          onConfirm={() => begin.mutate()}
          loading={begin.isPending}
        />
      </div>
    </Dialog>
  )
}

/** Threads are exported beside the records, and system fields in a layout are columns of every record anyway. */
const NO_COLUMN: ReadonlySet<string> = new Set(['comments', 'system'])

/** Possible columns: the fields, and the system fields. */
function exportable(app: AppView, say: (key: string) => string): { value: string; label: string }[] {
  const fields = app.fields.filter(({ type }) => !NO_COLUMN.has(type))
  return [
    { value: 'tracking_id', label: say('system.tracking_id') },
    ...fields.map(({ key, label }) => ({ value: key, label })),
    ...(['created_at', 'updated_at', 'created_by', 'updated_by'] as const).map((key) => ({
      value: key,
      label: say(`system.${key}`),
    })),
  ]
}
