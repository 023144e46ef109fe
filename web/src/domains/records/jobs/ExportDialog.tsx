import type { AppView } from '@caseloom/contract/apps/apps'
import type { ExportTemplate } from '@caseloom/contract/apps/export-templates'
import type { ExportOrder } from '@caseloom/contract/records/jobs'
import { Checkbox, MultiSelect, Radio, SegmentedControl, Select } from '@mantine/core'
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

/** What the file holds; `template` names the export template that it is still exactly. */
interface Choices extends Pick<ExportTemplate, 'sort' | 'columns' | 'format' | 'header'> {
  include: string[]
  template: string | null
}
const NO_CHOICES: Choices = {
  format: 'csv',
  header: 'keys',
  columns: [],
  include: [],
  sort: [],
  template: null,
}

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
  const [order, setOrder] = useState<Choices>(NO_CHOICES)
  const { format, header, columns, include, sort } = order
  const change = (part: Partial<Choices>) => setOrder((before) => ({ ...before, ...part, template: null }))
  const begin = useMutation({
    mutationFn: () =>
      beginExport(
        { tenantId, appId: app.id },
        {
          format,
          header,
          records: what === 'chosen' ? { ids: [...chosen] as never } : what === 'found' ? found.records : {},
          ...(sort.length > 0
            ? { sort }
            : found.sort === undefined || what === 'chosen'
              ? {}
              : { sort: found.sort }),
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
        <TemplateChoice app={app} order={order} onOrder={setOrder} />
        <SegmentedControl
          aria-label={t('export.format')}
          value={format}
          onChange={(value) => change({ format: value as Order['format'] })}
          data={(['csv', 'xlsx', 'json'] as const).map((value) => ({
            value,
            label: t(`export.formats.${value}`),
          }))}
        />
        {format !== 'json' && (
          <Radio.Group
            label={t('export.header')}
            value={header}
            onChange={(value) => change({ header: value === 'labels' ? 'labels' : 'keys' })}
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
          onChange={(next) => change({ columns: next })}
          data={exportable(app, say)}
        />
        <Checkbox.Group
          label={t('export.include')}
          value={include}
          onChange={(next) => change({ include: next })}
        >
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

/** The export templates of the app; nothing where it has none. */
function TemplateChoice({
  app,
  order,
  onOrder,
}: {
  app: AppView
  order: Choices
  onOrder: (order: Choices) => void
}) {
  const { t } = useTranslation('jobs')
  const templates = app.exports ?? []
  if (templates.length === 0) return null
  return (
    <Select
      label={t('export.template')}
      placeholder={t('export.noTemplate')}
      clearable
      data={templates.map(({ key, name }) => ({ value: key, label: name }))}
      value={order.template}
      onChange={(key) => {
        const chosen = templates.find((one) => one.key === key)
        if (chosen === undefined) return onOrder(NO_CHOICES)
        const { format, header, columns, include, sort } = chosen
        onOrder({ format, header, columns, include, sort, template: chosen.key })
      }}
    />
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
