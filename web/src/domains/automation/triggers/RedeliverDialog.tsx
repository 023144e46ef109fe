import type { Redelivered } from '@caseloom/contract/automation/redelivery'
import type { Statement } from '@caseloom/contract/kernel/statements'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { openStatement } from '../../../data/open-statement.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { StatementText } from '../../../ui/statement/StatementText.tsx'
import { toast } from '../../../ui/toast.tsx'
import { redeliverStored, refreshTrigger } from './triggers.queries.ts'

interface RedeliverDialogProps {
  deliveryId: string
  place: { playbookId: string; id: string }
  onDone: () => void
  onClose: () => void
}

/** Asks first: the run acts on other systems once more. */
export function RedeliverDialog({ deliveryId, place, onDone, onClose }: RedeliverDialogProps) {
  const { t } = useTranslation('triggers')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const [statement, setStatement] = useState<Statement | null>(null)
  const start = async () => {
    try {
      return await redeliverStored(tenantId, deliveryId, statement?.id)
    } catch (error) {
      setStatement(openStatement(error))
      throw error
    }
  }
  return (
    <ConfirmDialog<Redelivered>
      title={t('redeliver.title')}
      text={
        <>
          {t('redeliver.text')}
          {statement !== null && <StatementText statement={statement} />}
        </>
      }
      confirm={t('redeliver.action')}
      run={start}
      onDone={(done) => {
        void refreshTrigger(client, tenantId, place)
        if (done.outcome === 'accepted') toast({ kind: 'success', title: t('redeliver.started') })
        else toast({ kind: 'error', title: t(`redeliver.outcomes.${done.outcome}`), text: done.reason })
        onDone()
      }}
      onClose={onClose}
      describe={describeError}
    />
  )
}
