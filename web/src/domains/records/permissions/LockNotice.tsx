import type { RecordView } from '@caseloom/contract/records/records'
import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { DateTime } from '../../../ui/Times.tsx'
import { toast } from '../../../ui/toast.tsx'
import { keepSaved } from '../model/records.queries.ts'
import classes from './Rights.module.css'
import { unlock } from './rights.queries.ts'
import { WhyButton } from './WhyButton.tsx'

export function LockNotice({ record, dirty }: { record: RecordView; dirty: boolean }) {
  const { t } = useTranslation('recordRights')
  const { tenantId, userId } = useTenantScope()
  const client = useQueryClient()
  const place = { tenantId, appId: record.appId, recordId: record.id }
  const ending = useMutation({
    mutationFn: () => unlock(place),
    onSuccess: (saved) => {
      keepSaved(client, tenantId, saved)
      toast({ kind: 'success', title: t('unlocked') })
    },
    onError: (error) => toast({ kind: 'error', title: t('lockedBy'), text: describeError(error).text }),
  })
  const { lock } = record
  if (lock === null) return null
  const isOwn = lock.by.id === userId
  return (
    <div className={classes.notice} role="status">
      <span className={classes.noticeText}>
        <IconLock size={14} stroke={1.7} aria-hidden />
        <strong>{isOwn ? t('ownLockNotice') : t('lockedNotice', { name: lock.by.name })}</strong>
        <span>
          {t('since')} <DateTime at={lock.at} />
        </span>
        {lock.reason !== null && <span>· {lock.reason}</span>}
        {dirty && !isOwn && <span>· {t('inputStays')}</span>}
      </span>
      <span className={classes.noticeEnd}>
        {!isOwn && <WhyButton place={place} action="update" />}
        {record.can.unlock && (
          <Button loading={ending.isPending} onClick={() => ending.mutate()}>
            {t('menu.unlock')}
          </Button>
        )}
      </span>
    </div>
  )
}
