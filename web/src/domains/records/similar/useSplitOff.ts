import type { AppView } from '@caseloom/contract/apps/apps'
import type { Occurrence } from '@caseloom/contract/records/occurrences'
import type { RecordView } from '@caseloom/contract/records/records'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { keys } from '../../../data/keys.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { useStable } from '../../../ui/grid/useStable.ts'
import { toast } from '../../../ui/toast.tsx'
import { foldBack, splitOff } from './similar.queries.ts'

const UNDO_MS = 8_000

/** Makes an occurrence a record of its own, and offers to take that back. */
export function useSplitOff(app: AppView, record: RecordView): (one: Occurrence) => void {
  const { t } = useTranslation('similar')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const place = { tenantId, appId: app.id, recordId: record.id }
  const readAgain = () => void client.invalidateQueries({ queryKey: keys.kind(tenantId, 'records') })
  const failed = (title: string, error: unknown) => {
    toast({ kind: 'error', title, text: describeError(error).text })
    readAgain()
  }
  const undo = async (one: Occurrence, made: RecordView) => {
    try {
      await foldBack(place, one.id, made.id)
      toast({ kind: 'success', title: t('split.undone', { id: made.trackingId }) })
      readAgain()
    } catch (error) {
      failed(t('split.undoFailed'), error)
    }
  }
  const split = async (one: Occurrence) => {
    try {
      const made = await splitOff(place, one.id)
      toast({
        kind: 'success',
        title: t('split.done', { id: made.trackingId }),
        for: UNDO_MS,
        action: { label: t('split.undo'), run: () => void undo(one, made) },
      })
      readAgain()
    } catch (error) {
      failed(t('split.failed'), error)
    }
  }
  return useStable((one: Occurrence) => void split(one))
}
