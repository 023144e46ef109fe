import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { toast } from '../../../ui/toast.tsx'
import { refreshOnCall, removeOverride } from './on-call.queries.ts'

/** Removes an override, and with it the other half of a swap. */
export function useRemoveOverride(scheduleId: string) {
  const { t } = useTranslation('onCall')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => removeOverride({ tenantId, scheduleId }, id),
    onSuccess: () => {
      refreshOnCall(client, tenantId)
      toast({ kind: 'success', title: t('removed') })
    },
    onError: (error) => toast({ kind: 'error', title: t('removeFailed'), text: describeError(error).text }),
  })
}
