import type { ManagedTenant } from '@caseloom/contract/tenancy/tenancy-admin'
import { Switch, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { hasCode } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import { useContractForm } from '../../../data/use-contract-form.ts'
import classes from '../../../ui/admin/Settings.module.css'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { toast } from '../../../ui/toast.tsx'
import { addTenant, refreshTenants } from './tenancy-admin.queries.ts'

const Input = z.object({ name: z.string().trim().min(1).max(100), starterContent: z.boolean() })

interface NewTenantDialogProps {
  onClose: () => void
  onCreated: (tenant: ManagedTenant) => void
}

export function NewTenantDialog({ onClose, onCreated }: NewTenantDialogProps) {
  const { t } = useTranslation('admin')
  const { accountId, timeZone } = useAdminScope()
  const client = useQueryClient()
  const { form, submit, saving, failure } = useContractForm({
    schema: Input,
    initialValues: { name: '', starterContent: true },
    words: (_field, code) => (code === 'too_small' ? t('tenants.nameMissing') : undefined),
    save: ({ name, starterContent }) => addTenant(accountId, { name: name.trim(), starterContent, timeZone }),
    onSaved: (tenant) => {
      toast({ kind: 'success', title: t('tenants.created', { name: tenant.name }) })
      void refreshTenants(client, accountId).then(() => onCreated(tenant))
    },
    onFailed: (error) => (hasCode(error, 'name.taken') ? { name: describeError(error).text } : undefined),
  })
  return (
    <Dialog onClose={onClose} title={t('tenants.createTitle')} size={440}>
      <form className={classes.dialog} onSubmit={submit} noValidate>
        <p className={classes.dialogText}>{t('tenants.createText')}</p>
        <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
        <TextInput
          {...form.getInputProps('name')}
          label={t('tenants.name')}
          autoComplete="off"
          data-autofocus
        />
        <Switch
          {...form.getInputProps('starterContent', { type: 'checkbox' })}
          label={t('tenants.starter')}
          description={t('tenants.starterHint')}
        />
        <DialogActions onCancel={onClose} confirm={t('tenants.create')} loading={saving} />
      </form>
    </Dialog>
  )
}
