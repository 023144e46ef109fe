import type { UserView } from '@caseloom/contract/identity/directory'
import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { describeError } from '../../../data/describe-error.ts'
import { FactList, PanelSection } from '../../../ui/admin/DockPanel.tsx'
import { CopyField, Notice } from '../../../ui/admin/Settings.tsx'
import classes from '../../../ui/admin/Settings.module.css'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { State } from '../../../ui/glyphs/State.tsx'
import { DateTime, useNow } from '../../../ui/Times.tsx'
import { toast } from '../../../ui/toast.tsx'
import { sendInvitation } from './directory.queries.ts'
import { FactorExemption } from './FactorExemption.tsx'
import { useChangeUser } from './useChangeUser.ts'

export function UserAccess({ user }: { user: UserView }) {
  const { t } = useTranslation('admin')
  const { userId } = useAdminScope()
  const isPerson = user.kind === 'person'
  return (
    <>
      <UserName user={user} />
      {user.status === 'invited' && isPerson && <Invitation user={user} />}
      <PanelSection title={t('user.account')}>
        <FactList
          facts={[
            [
              t('user.status'),
              <State key="status" state={user.status}>
                {t(`users.statuses.${user.status}`)}
              </State>,
            ],
            ...(isPerson
              ? ([
                  [t('user.email'), user.email],
                  [t('user.mfa'), user.mfa ? t('user.mfaOn') : t('user.mfaOff')],
                ] as const)
              : []),
            [
              t('user.seen'),
              user.lastSeenAt === null ? t('user.seenNever') : <DateTime key="seen" at={user.lastSeenAt} />,
            ],
            [t('user.since'), <DateTime key="since" at={user.createdAt} />],
          ]}
        />
      </PanelSection>
      {isPerson && <FactorExemption user={user} />}
      {user.id === userId && <Notice>{t('user.ownNote')}</Notice>}
      {user.id !== userId && !user.can.remove && <Notice>{t('user.lastNote')}</Notice>}
    </>
  )
}

function UserName({ user }: { user: UserView }) {
  const { t } = useTranslation('admin')
  const [name, setName] = useState(user.name)
  const { change, saving, failureOf } = useChangeUser(user)
  const failure = failureOf('name')
  const isChanged = name.trim() !== user.name && name.trim() !== ''
  return (
    <form
      className={classes.fields}
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged) change({ name: name.trim() })
      }}
    >
      <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
      <div className={classes.rowEnd}>
        <TextInput
          className={classes.grow}
          label={t('user.rename')}
          value={name}
          maxLength={100}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {isChanged && (
          <Button type="submit" variant="filled" loading={saving}>
            {t('user.saveName')}
          </Button>
        )}
      </div>
    </form>
  )
}

function Invitation({ user }: { user: UserView }) {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const now = useNow()
  const hasExpired = user.invitedUntil === null || new Date(user.invitedUntil).getTime() < now
  const mutation = useMutation({
    mutationFn: () => sendInvitation({ accountId, userId: user.id }),
    onSuccess: ({ mailed, link }) => {
      if (mailed) toast({ kind: 'success', title: t('user.resent', { email: user.email }) })
      else if (link === null) toast({ kind: 'info', title: t('invite.known', { name: user.name }) })
    },
  })
  const link = mutation.data?.link ?? null
  const failure = mutation.isError ? describeError(mutation.error) : null
  return (
    <div className={classes.fields}>
      <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
      <div className={classes.row}>
        <span className={classes.grow}>
          {hasExpired ? t('user.invitationOver') : t('user.invitedUntil')}{' '}
          {!hasExpired && user.invitedUntil !== null && <DateTime at={user.invitedUntil} />}
        </span>
        <Button loading={mutation.isPending} onClick={() => mutation.mutate()}>
          {t('user.resend')}
        </Button>
      </div>
      {link !== null && (
        <>
          <Notice kind="warning">{t('invite.linksText')}</Notice>
          <CopyField label={t('invite.link', { name: user.name })} value={link} copy={t('invite.copyLink')} />
        </>
      )}
    </div>
  )
}
