import type { AppView } from '@caseloom/contract/apps/apps'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { toast } from '../../../ui/toast.tsx'
import { keepApp, unarchiveApp } from './apps.queries.ts'

/** Restores an archived app. */
export function useUnarchive({ id, name }: Pick<AppView, 'id' | 'name'>) {
  const { t } = useTranslation('apps')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => unarchiveApp(tenantId, id),
    onSuccess: (app) => {
      keepApp(client, tenantId, app)
      toast({ kind: 'success', title: t('archive.restored', { name }) })
    },
    onError: (error) =>
      toast({ kind: 'error', title: t('archive.failed', { name }), text: describeError(error).text }),
  })
}
