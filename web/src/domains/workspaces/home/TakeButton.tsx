import type { AppView } from '@caseloom/contract/apps/apps'
import type { RecordView } from '@caseloom/contract/records/records'
import { assigneeOf } from '@caseloom/contract/records/work-fields'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import { refetchAfterCurrent } from '../../../data/refetch-after-current.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { toast } from '../../../ui/toast.tsx'
import classes from './Home.module.css'
import { assign, homeLists } from './home.queries.ts'

/** Assigns a record to the reader, unless someone else was faster. */
export function TakeButton({ record, app }: { record: RecordView; app: AppView }) {
  const { t } = useTranslation('home')
  const { tenantId, userId } = useTenantScope()
  const client = useQueryClient()
  const field = assigneeOf(app)
  const named = { record: record.trackingId }
  const take = useMutation({
    mutationFn: async (key: string) => {
      const isList = field !== undefined && 'multiple' in field && field.multiple
      const { appId, id: recordId, version } = record
      const value = isList ? [userId] : userId
      await assign({ tenantId, appId, recordId, version, field: key, value })
    },
    onSuccess: () => toast({ kind: 'success', title: t('take.done', named) }),
    onError: (error) =>
      hasCode(error, 'resource.version_conflict')
        ? toast({ kind: 'info', title: t('take.late', named), text: t('take.lateText') })
        : toast({ kind: 'error', title: t('take.failed', named), text: describeError(error).text }),
    onSettled: () => refetchAfterCurrent(client, { queryKey: homeLists(tenantId) }),
  })
  if (field === undefined) return null
  return (
    <Button
      className={classes.button}
      size="compact-xs"
      variant="default"
      aria-label={t('take.label', named)}
      loading={take.isPending}
      onClick={({ currentTarget }) => {
        // The row leaves with its button: the keys continue from the row beside it.
        const row = currentTarget.closest('li')
        const beside = row?.nextElementSibling ?? row?.previousElementSibling
        take.mutate(field.key, {
          onSuccess: () => beside?.querySelector<HTMLElement>('a[data-row]')?.focus(),
        })
      }}
    >
      {t('take.button')}
    </Button>
  )
}
