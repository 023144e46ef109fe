import { type TokenScope, TokenScope as Scope, type UserView } from '@caseloom/contract/identity/directory'
import { PERMISSIONS } from '@caseloom/contract/kernel/permissions'
import { Button, Checkbox, MultiSelect, NativeSelect, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { useContractForm } from '../../../data/use-contract-form.ts'
import { Notice } from '../../../ui/admin/Settings.tsx'
import classes from '../../../ui/admin/Settings.module.css'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { addServiceToken, refreshDirectory } from './directory.queries.ts'
import { actionOf, resourceOf } from './permission-matrix.ts'
import { rolesEn } from './roles.en.ts'

addTexts('admin', rolesEn)

const DAYS = ['30', '90', '365', '730'] as const
const DAY_MS = 86_400_000
const ADMIN_SCOPE = 'account:admin' satisfies TokenScope
const Input = z.object({
  name: z.string().trim().min(1).max(100),
  all: z.boolean(),
  scopes: z.array(z.string()),
  days: z.enum(DAYS),
})

/** The token's text is shown once. */
export function TokenDialog({ user, onClose }: { user: UserView; onClose: () => void }) {
  const { t } = useTranslation('admin')
  const [token, setToken] = useState<string | null>(null)
  return (
    <Dialog
      onClose={onClose}
      title={token === null ? t('tokens.dialog', { name: user.name }) : t('tokens.shownTitle')}
      size={520}
      closeOnClickOutside={false}
      closeOnEscape={token === null}
    >
      {token === null ? (
        <TokenForm user={user} onCreated={setToken} onClose={onClose} />
      ) : (
        <div className={classes.dialog}>
          <Notice kind="warning">{t('tokens.shownText')}</Notice>
          <div className={classes.secret}>
            <code>{token}</code>
            <CopyButton value={token} label={t('tokens.copy')} />
          </div>
          <footer className={classes.dialogEnd}>
            <Button variant="filled" onClick={onClose}>
              {t('tokens.done')}
            </Button>
          </footer>
        </div>
      )}
    </Dialog>
  )
}

interface TokenFormProps {
  user: UserView
  onCreated: (token: string) => void
  onClose: () => void
}

function TokenForm({ user, onCreated, onClose }: TokenFormProps) {
  const { t } = useTranslation('admin')
  const { form, submit, saving, failure } = useTokenForm(user, onCreated)
  return (
    <form className={classes.dialog} onSubmit={submit} noValidate>
      <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
      <TextInput
        {...form.getInputProps('name')}
        label={t('tokens.name')}
        description={t('tokens.nameHint')}
        autoComplete="off"
        data-autofocus
      />
      <Checkbox
        {...form.getInputProps('all', { type: 'checkbox' })}
        label={t('tokens.all')}
        {...(user.accountAdmin ? { description: t('tokens.allButAdmin') } : {})}
      />
      {!form.values.all && (
        <MultiSelect
          {...form.getInputProps('scopes')}
          label={t('tokens.scopesLabel')}
          description={t('tokens.scopesHint')}
          searchable
          data={[
            ...PERMISSIONS.map((value) => ({
              value: String(value),
              label: `${t(`resources.${resourceOf(value)}`)}: ${t(`actions.${actionOf(value)}`)}`,
            })),
            ...(user.accountAdmin ? [{ value: ADMIN_SCOPE, label: t('tokens.admin') }] : []),
          ]}
        />
      )}
      {!form.values.all && form.values.scopes.includes(ADMIN_SCOPE) && (
        <Notice kind="warning">{t('tokens.adminWarning')}</Notice>
      )}
      <NativeSelect
        {...form.getInputProps('days')}
        label={t('tokens.days')}
        data={DAYS.map((value) => ({ value, label: t(`tokens.day.${value}`) }))}
      />
      <DialogActions onCancel={onClose} confirm={t('tokens.create')} loading={saving} />
    </form>
  )
}

function useTokenForm(user: TokenFormProps['user'], onCreated: (token: string) => void) {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const client = useQueryClient()
  const initialValues: { name: string; all: boolean; scopes: string[]; days: string } = {
    name: '',
    all: true,
    scopes: [],
    days: '90',
  }
  const { form, submit, saving, failure } = useContractForm({
    schema: Input.refine((input) => input.all || input.scopes.length > 0, { path: ['scopes'] }),
    initialValues,
    words: (field) => (field === 'name' ? t('tokens.nameMissing') : t('tokens.scopesMissing')),
    save: ({ name, all, scopes, days }) =>
      addServiceToken(
        { accountId, userId: user.id },
        {
          name,
          scopes: all ? [...PERMISSIONS] : scopes.flatMap((one) => scopeOf(one)),
          // A minute less than the day, so that two years stay within the server's limit.
          expiresAt: new Date(Date.now() + Number(days) * DAY_MS - 60_000).toISOString(),
        },
      ),
    onSaved: (made) => {
      void refreshDirectory(client, accountId)
      onCreated(made.token)
    },
  })
  return { form, submit, saving, failure }
}

function scopeOf(text: string): TokenScope[] {
  const parsed = Scope.safeParse(text)
  return parsed.success ? [parsed.data] : []
}
