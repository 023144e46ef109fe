import type { Observable } from '@caseloom/contract/values/case-fields'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { RecordView } from '@caseloom/contract/records/records'
import { notifyManager, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { observablesOf } from '../../../field-types/values/case-text.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { toast } from '../../../ui/toast.tsx'
import { caseEn } from './case.en.ts'
import { changeList } from './case.queries.ts'

addTexts('case', caseEn)

type Shown = (list: Observable[]) => Observable[]

interface ListChange {
  apply: (stored: JsonValue) => JsonValue
  shown?: Shown
}

/** The observables of a field as they will be once the pending changes are saved; each change is saved immediately. */
export function useObservables(field: Field, record: RecordView) {
  const { t } = useTranslation('case')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const place = { tenantId, appId: record.appId, recordId: record.id, field: field.key }
  // Not the mutation's own state: that changes a moment later, and a ticked box would jump back.
  const [pending, setPending] = useState<readonly Shown[]>([])
  const mutation = useMutation({
    scope: { id: `observables/${record.id}/${field.key}` },
    mutationFn: ({ apply }: ListChange) => changeList(client, place, apply),
    // Queued behind the event of the stored change.
    onSettled: (_stored, _error, { shown }) =>
      notifyManager.schedule(() => setPending((all) => all.filter((one) => one !== shown))),
    onError: (error) => {
      const said = describeError(error)
      toast({ kind: 'error', title: t('observables.failed'), text: said.text })
    },
  })
  const stored = observablesOf(record.fields[field.key])
  return {
    list: pending.reduce((list, shown) => shown(list), stored),
    busy: mutation.isPending,
    change: (shown: Shown) => {
      setPending((all) => [...all, shown])
      // Observables consist of JSON values only.
      mutation.mutate({ shown, apply: (value) => shown(observablesOf(value)) as unknown as JsonValue })
    },
    add: (found: readonly { kind: string; value: string }[], then: () => void) => {
      const apply = (value: JsonValue) => [
        ...(Array.isArray(value) ? value : []),
        ...found.map((one) => ({ ...one })),
      ]
      mutation.mutate({ apply }, { onSuccess: then })
    },
  }
}
