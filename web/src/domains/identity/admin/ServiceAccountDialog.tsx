import type { HeldRole, UserView } from '@caseloom/contract/identity/directory'
import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { useContractForm } from '../../../data/use-contract-form.ts'
import classes from '../../../ui/admin/Settings.module.css'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { toast } from '../../../ui/toast.tsx'
import { addServiceAccount, refreshDirectory } from './directory.queries.ts'
import { HeldRoles } from './HeldRoles.tsx'
import { useDirectory } from './useDirectory.ts'

const Input = z.object({ name: z.string().trim().min(1).max(100), roles: z.array(z.unknown()) })

interface ServiceAccountDialogProps {
  onClose: () => void
  onCreated: (user: UserView) => void
}

export function ServiceAccountDialog({ onClose, onCreated }: ServiceAccountDialogProps) {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const client = useQueryClient()
  const directory = useDirectory()
  const initialValues: { name: string; roles: HeldRole[] } = { name: '', roles: [] }
  const { form, submit, saving, failure } = useContractForm({
    schema: Input,
    initialValues,
    words: (field) => (field === 'name' ? t('service.nameMissing') : undefined),
    save: (values) => addServiceAccount(accountId, values),
    onSaved: (user) => {
      void refreshDirectory(client, accountId)
      toast({ kind: 'success', title: t('service.created', { name: user.name }) })
      onCreated(user)
    },
  })
  return (
    <Dialog onClose={onClose} title={t('service.title')} size={480}>
      <form className={classes.dialog} onSubmit={submit} noValidate>
        <p className={classes.dialogText}>{t('service.text')}</p>
        <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
        <TextInput
          {...form.getInputProps('name')}
          label={t('service.name')}
          data-autofocus
          autoComplete="off"
        />
        <div className={classes.fields} role="group" aria-label={t('held.title')}>
          <HeldRoles
            value={form.values.roles}
            directory={directory}
            onChange={(roles) => form.setFieldValue('roles', roles)}
          />
        </div>
        <DialogActions onCancel={onClose} confirm={t('service.create')} loading={saving} />
      </form>
    </Dialog>
  )
}
