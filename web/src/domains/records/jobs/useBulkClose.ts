import type { AppView } from '@caseloom/contract/apps/apps'
import type { Selection } from '@caseloom/contract/records/jobs'
import type { FieldValues } from '@caseloom/contract/records/records'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldFaults } from '../../../data/api-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import type { Draft } from '../../../field-types/field-type.ts'
import { useZone } from '../../../ui/Times.tsx'
import { draftOf, readDraft } from '../model/draft-value.ts'
import type { Asking } from '../quick/CloseFields.tsx'
import { hasRows } from '../quick/offered-options.ts'
import { followJob } from './follow-job.ts'
import { beginBulk, closingQuery } from './jobs.queries.ts'

const SETTLE_MS = 150

interface Closing {
  app: AppView
  records: Selection
  onBegun: () => void
}

/** A form that closes many records: the server checks each by its rules, and says what they ask for with these values. */
export function useBulkClose({ app, records, onBegun }: Closing) {
  const { t } = useTranslation('jobs')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const place = { tenantId, appId: app.id }
  const values = useValues(app)
  const [settled] = useDebouncedValue(values.given, SETTLE_MS)
  const query = useQuery({
    ...closingQuery(place, { records, set: settled }),
    placeholderData: keepPreviousData,
  })
  const asks = query.data?.asks ?? []
  const fields = app.fields
    .filter(({ key }) => asks.includes(key))
    .map((field) => ({ ...field, required: true }))
  const begin = useMutation({
    mutationFn: async (summary: string) => {
      // The answer on the screen may be of the values before.
      const outlook = await client.fetchQuery(closingQuery(place, { records, set: values.given }))
      const missing = outlook.asks.filter((key) => isEmpty(values.given[key]))
      const isVoid = outlook.closing === 0 && !outlook.hasMore
      if (missing.length > 0 || isVoid) return { missing, job: null }
      const set = Object.fromEntries(
        Object.entries(values.given).filter(([key]) => outlook.asks.includes(key)),
      )
      const close = { set, ...(summary.trim() === '' ? {} : { summary }) }
      return { missing, job: await beginBulk(place, { records, change: { close } }) }
    },
    onSuccess: ({ missing, job }) => {
      values.setErrors(Object.fromEntries(missing.map((key) => [key, t('closing.required')])))
      if (job === null) return void query.refetch()
      followJob(client, tenantId, job)
      onBegun()
    },
  })
  const refused = {
    ...fieldFaults(query.error, asks, ['set']),
    ...fieldFaults(begin.error, asks, ['change', 'close', 'set']),
  }
  const form: Asking['form'] = { ...values, errors: { ...refused, ...values.errors } }
  const asking: Asking = { isReady: query.data !== undefined, fields, byDigit: fields.find(hasRows), form }
  return { asking, query, begin, isValid: values.isValid }
}

function isEmpty(value: FieldValues[string] | undefined): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0)
}

/** What was typed, and the values that can be read from it. */
function useValues(app: AppView) {
  const { t } = useTranslation('records')
  const zone = useZone()
  const [drafts, setDrafts] = useState<Record<string, Draft>>({})
  const [given, setGiven] = useState<FieldValues>({})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const fieldOf = (key: string) => app.fields.find((field) => field.key === key)
  const set = (key: string, draft: Draft) => {
    const field = fieldOf(key)
    if (field === undefined) return
    setDrafts((before) => ({ ...before, [key]: draft }))
    const read = readDraft(field, draft, zone)
    const { [key]: _before, ...others } = given
    setGiven(read.ok && !isEmpty(read.value) ? { ...others, [key]: read.value } : others)
    const { [key]: _fixed, ...rest } = errors
    setErrors(read.ok ? rest : { ...rest, [key]: t(read.key, { reason: read.reason ?? '' }) })
  }
  const draft = (key: string): Draft => {
    const field = fieldOf(key)
    return drafts[key] ?? (field === undefined ? '' : draftOf(field, null, zone))
  }
  return { draft, set, given, errors, setErrors, isValid: Object.keys(errors).length === 0 }
}
