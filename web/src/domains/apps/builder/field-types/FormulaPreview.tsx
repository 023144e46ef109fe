import type { Field, FieldInput } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { type RecordView, searchRecords } from '@caseloom/contract/records/records'
import { Select } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../../data/call.ts'
import { keys } from '../../../../data/keys.ts'
import { usePeople } from '../../../../data/people.ts'
import { useTenantScope } from '../../../../data/scope.tsx'
import { textOf } from '../../../../field-types/parts/field-text.ts'
import classes from './Settings.module.css'
import { previewFormula } from './formula-preview.ts'
import type { EditedApp } from '../../draft/useAppDraft.ts'

const SAMPLES = 20

function samplesQuery(tenantId: string, appId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'records', appId, 'samples'),
    queryFn: ({ signal }) =>
      call(searchRecords, { params: { tenantId, appId }, body: { limit: SAMPLES }, signal }),
  })
}

interface FormulaPreviewProps {
  field: FieldInput & { type: 'formula' }
  edited: EditedApp
  isField: (key: string) => boolean
}

export function FormulaPreview({ field, edited, isField }: FormulaPreviewProps) {
  const { t } = useTranslation('apps')
  const { tenantId } = useTenantScope()
  const { base } = edited
  const samples = useQuery({ ...samplesQuery(tenantId, base.id), enabled: edited.source.kind === 'app' })
  const [chosen, setChosen] = useState<string | null>(null)
  const records = samples.data?.items ?? []
  const record = records.find(({ id }) => id === chosen) ?? records[0]
  if (samples.isPending) return null
  if (record === undefined)
    return <p className={classes.quiet}>{t(samples.isError ? 'formula.noSamples' : 'formula.noRecords')}</p>
  return (
    <div className={classes.preview}>
      <Select
        label={t('formula.sample')}
        data={records.map((one) => ({
          value: one.id as string,
          label: `${one.trackingId} ${String(one.fields[base.titleField] ?? '')}`.trim(),
        }))}
        value={record.id}
        searchable
        allowDeselect={false}
        onChange={setChosen}
      />
      <Outcome field={field} edited={edited} isField={isField} record={record} />
    </div>
  )
}

function Outcome({ field, edited, isField, record }: FormulaPreviewProps & { record: RecordView }) {
  const { t } = useTranslation('apps')
  const people = usePeople()
  // Typing has priority; the preview follows.
  const formula = useDeferredValue(field)
  const { expression, result } = formula
  const { draft, base } = edited
  const known = draft.fields.map(({ key }) => key).join()
  const outcome = useQuery({
    queryKey: ['formula-preview', base.id, record.id, record.version, expression, result, known],
    queryFn: () => previewFormula({ expression, result }, isField, record),
    placeholderData: (before) => before,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  }).data
  if (outcome === undefined || outcome === null) return null
  const words = textOf(formula as Field, outcome.value, people)
  return (
    <>
      <p role="status" className={classes.outcome} data-fault={outcome.fault !== undefined || undefined}>
        {outcome.fault ??
          (outcome.value === null ? t('formula.nothing') : t('formula.gives', { value: words }))}
      </p>
      {outcome.reads.length > 0 && (
        <dl className={classes.reads}>
          {outcome.reads.map(({ key, value }) => (
            <div key={key}>
              <dt>{key}</dt>
              <dd>{value === null ? t('formula.empty') : rawText(value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

/** A value as the expression sees it, truncated when long. */
function rawText(value: JsonValue): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
