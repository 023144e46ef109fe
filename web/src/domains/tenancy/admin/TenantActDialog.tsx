import type { ManagedTenant } from '@caseloom/contract/tenancy/tenancy-admin'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { describeError } from '../../../data/describe-error.ts'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { changeTenant, closeTenant, refreshTenants } from './tenancy-admin.queries.ts'
import type { Translate } from './translate.ts'

export type TenantAct = 'suspend' | 'reopen' | 'restore' | 'remove'

interface TenantActDialogProps {
  act: TenantAct
  tenant: ManagedTenant
  onClose: () => void
}

export function TenantActDialog({ act, tenant, onClose }: TenantActDialogProps) {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const client = useQueryClient()
  const { name } = tenant
  const place = { accountId, managedTenantId: tenant.id }
  const words = wordsOf(act, name, t)
  const run = (typed: string) => {
    if (act === 'remove') return closeTenant(place, typed.trim())
    return changeTenant(place, { status: act === 'suspend' ? 'suspended' : 'active' })
  }
  return (
    <ConfirmDialog
      title={words.title}
      text={words.text}
      confirm={words.confirm}
      danger={act === 'remove' || act === 'suspend'}
      {...(act === 'remove' ? { typed: { label: t('tenants.removeType', { name }), value: name } } : {})}
      run={run}
      describe={describeError}
      onClose={onClose}
      onDone={() => {
        toast({ kind: 'success', title: words.done })
        onClose()
        void refreshTenants(client, accountId)
      }}
    />
  )
}

function wordsOf(act: TenantAct, name: string, t: Translate) {
  const done = { suspend: 'suspended', reopen: 'reopened', restore: 'restored', remove: 'removed' }[act]
  return {
    title: t(`tenants.${act}Title`, { name }),
    text: t(`tenants.${act}Text`, { name }),
    confirm: t(`tenants.${act}Confirm`, { name }),
    done: t(`tenants.${done}`, { name }),
  }
}
