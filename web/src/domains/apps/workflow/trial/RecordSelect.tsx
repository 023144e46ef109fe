import { type RecordView, searchRecords } from '@caseloom/contract/records/records'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../../data/call.ts'
import { keys } from '../../../../data/keys.ts'
import { useTenantScope } from '../../../../data/scope.tsx'
import type { EditedApp } from '../../draft/useAppDraft.ts'
import { useWorkflow } from '../model/editor-context.ts'
import { recordName, startOf } from './trial-start.ts'
import type { Trial } from './useTrial.ts'

const SAMPLE = ''

/** Chooses what the form is tried with: a new record, or one that is found by its tracking ID or its words. */
export function RecordSelect({ trial: { start, begin } }: { trial: Trial }) {
  const { t } = useTranslation('workflow-editor')
  const { edited } = useWorkflow()
  const [text, setText] = useState('')
  const sample = { value: SAMPLE, label: t('try.sample') }
  const chosen =
    start.recordId === null ? sample : { value: start.recordId, label: start.name ?? t('try.record') }
  // What is chosen is in the input until something is typed: it is no search.
  const isTyped = text.trim() !== '' && text !== chosen.label
  const [wanted] = useDebouncedValue(isTyped ? text.trim() : '', 200)
  const records = useRecords(edited, wanted)
  const found = (records ?? []).map((record) => ({
    value: String(record.id),
    label: recordName(edited, record),
  }))
  const offered = isTyped ? found : [sample, ...found]
  const shown = new Set(offered.map(({ value }) => value))
  return (
    <Select
      label={t('try.record')}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('try.noRecord')}
      filter={({ options }) => options.filter((one) => 'value' in one && shown.has(one.value))}
      data={shown.has(chosen.value) ? offered : [chosen, ...offered]}
      value={chosen.value}
      searchValue={text}
      onSearchChange={setText}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(id) => {
        const record = records?.find((one) => one.id === id)
        if (record !== undefined) return begin(startOf(edited, record))
        if (id === SAMPLE) begin({ recordId: null, stored: null })
      }}
    />
  )
}

/** The records that match what is typed; without a text, those that were changed last. */
function useRecords({ base, source }: EditedApp, text: string): readonly RecordView[] | undefined {
  const { tenantId } = useTenantScope()
  const appId = base.id
  return useQuery({
    queryKey: keys.list(tenantId, 'records', appId, 'trial', text),
    // An applet has no records of its own.
    enabled: source.kind === 'app',
    queryFn: async ({ signal }) => {
      const asked = text === '' ? { sort: [{ field: 'updated_at', direction: 'desc' as const }] } : { text }
      const body = { ...asked, limit: 20, count: 'none' as const }
      return (await call(searchRecords, { params: { tenantId, appId }, body, signal })).items
    },
    placeholderData: keepPreviousData,
  }).data
}
