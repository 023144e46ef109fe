import type { AdministratorInvitation, ManagedAccount } from '@caseloom/contract/identity/accounts'
import { Email } from '@caseloom/contract/identity/identity'
import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { hasCode } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import { useContractForm } from '../../../data/use-contract-form.ts'
import classes from '../../../ui/admin/Settings.module.css'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { addAdministrator, refreshAccounts } from './accounts.queries.ts'
import { InvitationNote } from './InvitationNote.tsx'

const Input = z.object({ name: z.string().trim().min(1).max(100), email: Email })

export function InviteAdministrator({ account, onClose }: { account: ManagedAccount; onClose: () => void }) {
  const { t } = useTranslation('admin')
  const client = useQueryClient()
  const [sent, setSent] = useState<AdministratorInvitation | null>(null)
  const { form, submit, saving, failure } = useContractForm({
    schema: Input,
    initialValues: { name: '', email: '' },
    words: (field) => t(field === 'email' ? 'accounts.emailMissing' : 'accounts.nameMissing'),
    save: (values) => addAdministrator(account.id, values),
    onSaved: (invitation) => {
      setSent(invitation)
      void refreshAccounts(client)
    },
    onFailed: (error) => (hasCode(error, 'user.exists') ? { email: describeError(error).text } : undefined),
  })
  if (sent !== null) return <InvitationNote invitation={sent} onClose={onClose} />
  return (
    <Dialog onClose={onClose} title={t('accounts.inviteTitle', { name: account.name })} size={440}>
      <form className={classes.dialog} onSubmit={submit} noValidate>
        <p className={classes.dialogText}>{t('accounts.inviteText')}</p>
        <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
        <TextInput
          {...form.getInputProps('name')}
          label={t('accounts.adminName')}
          autoComplete="off"
          data-autofocus
        />
        <TextInput
          {...form.getInputProps('email')}
          type="email"
          label={t('accounts.adminEmail')}
          autoComplete="off"
        />
        <DialogActions onCancel={onClose} confirm={t('accounts.send')} loading={saving} />
      </form>
    </Dialog>
  )
}
