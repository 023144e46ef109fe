import type { createAccount, ManagedAccount } from '@caseloom/contract/identity/accounts'
import { Email } from '@caseloom/contract/identity/identity'
import type { RouteReply } from '@caseloom/contract/kernel/route'
import { Switch, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { fieldFaults, hasCode } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import { useContractForm } from '../../../data/use-contract-form.ts'
import classes from '../../../ui/admin/Settings.module.css'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { toast } from '../../../ui/toast.tsx'
import { addAccount, refreshAccounts } from './accounts.queries.ts'
import { InvitationNote } from './InvitationNote.tsx'

const Name = z.string().trim().min(1).max(100)
const Input = z.object({
  name: Name,
  tenantName: Name,
  adminName: Name,
  adminEmail: Email,
  starterContent: z.boolean(),
})

interface NewAccountDialogProps {
  onClose: (made?: ManagedAccount) => void
}

export function NewAccountDialog({ onClose }: NewAccountDialogProps) {
  const { t } = useTranslation('admin')
  const [made, setMade] = useState<RouteReply<typeof createAccount> | null>(null)
  const { form, submit, saving, failure } = useAccountForm(setMade)
  if (made !== null)
    return <InvitationNote invitation={made.invitation} onClose={() => onClose(made.account)} />
  return (
    <Dialog
      onClose={() => onClose()}
      title={t('accounts.createTitle')}
      size={480}
      closeOnClickOutside={!form.isDirty()}
    >
      <form className={classes.dialog} onSubmit={submit} noValidate>
        <p className={classes.dialogText}>{t('accounts.createText')}</p>
        <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
        <TextInput
          {...form.getInputProps('name')}
          label={t('accounts.name')}
          autoComplete="off"
          data-autofocus
        />
        <TextInput
          {...form.getInputProps('tenantName')}
          label={t('accounts.tenantName')}
          autoComplete="off"
        />
        <TextInput {...form.getInputProps('adminName')} label={t('accounts.adminName')} autoComplete="off" />
        <TextInput
          {...form.getInputProps('adminEmail')}
          type="email"
          label={t('accounts.adminEmail')}
          description={t('accounts.emailHint')}
          autoComplete="off"
        />
        <Switch
          {...form.getInputProps('starterContent', { type: 'checkbox' })}
          label={t('accounts.starter')}
          description={t('accounts.starterHint')}
        />
        <DialogActions onCancel={() => onClose()} confirm={t('accounts.create')} loading={saving} />
      </form>
    </Dialog>
  )
}

function useAccountForm(setMade: (next: RouteReply<typeof createAccount> | null) => void) {
  const { t } = useTranslation('admin')
  const { timeZone } = useAdminScope()
  const client = useQueryClient()
  const { form, submit, saving, failure } = useContractForm({
    schema: Input,
    initialValues: { name: '', tenantName: 'Main', adminName: '', adminEmail: '', starterContent: true },
    words: (field, code) => {
      if (field === 'adminEmail') return t('accounts.emailMissing')
      return code === 'too_small' ? t('accounts.nameMissing') : undefined
    },
    save: ({ adminName, adminEmail, ...rest }) =>
      addAccount({ ...rest, timeZone, administrator: { name: adminName, email: adminEmail.trim() } }),
    onSaved: (answer) => {
      toast({ kind: 'success', title: t('accounts.created', { name: answer.account.name }) })
      void refreshAccounts(client).then(() => setMade(answer))
    },
    onFailed: (error) => {
      if (hasCode(error, 'name.taken')) return { name: describeError(error).text }
      const { email } = fieldFaults(error, ['email'])
      return email === undefined ? undefined : { adminEmail: email }
    },
  })
  return { form, submit, saving, failure }
}
