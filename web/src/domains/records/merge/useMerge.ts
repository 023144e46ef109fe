import type { AppView } from '@caseloom/contract/apps/apps'
import type { RecordView } from '@caseloom/contract/records/records'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { toast } from '../../../ui/toast.tsx'
import { merge, readAgain, unmerge } from './merge.queries.ts'

/** Undo is offered as long as after a bulk change. */
const OFFER_MS = 15_000

export function useMerge(app: AppView, onDone: () => void) {
  const { t } = useTranslation('merge')
  const scope = useTenantScope()
  const client = useQueryClient()
  const navigate = useNavigate()
  const takeApart = async (into: string, records: readonly string[]) => {
    try {
      // The last one first, in reverse order of merging.
      for (const one of records.toReversed())
        await unmerge({ tenantId: scope.tenantId, appId: app.id, recordId: into }, one)
      toast({ kind: 'success', title: t('undone', { count: records.length }) })
    } catch (error) {
      toast({ kind: 'error', title: t('undoFailed'), text: describeError(error).text })
    }
    readAgain(client, scope.tenantId)
  }
  const mutation = useMutation({
    mutationFn: ({ into, records }: { into: string; records: readonly string[] }) =>
      merge({ tenantId: scope.tenantId, appId: app.id, recordId: into }, records),
    onSuccess: (record: RecordView, { records }) => {
      toast({
        kind: 'success',
        title: t('done', { count: records.length, id: record.trackingId }),
        action: { label: t('undo'), run: () => void takeApart(record.id, records) },
        for: OFFER_MS,
      })
      readAgain(client, scope.tenantId)
      onDone()
      void navigate({ to: paths.record(scope, app.id, record.id) })
    },
  })
  return { ...mutation, failure: mutation.isError ? describeError(mutation.error) : null }
}
