import type { PasswordTokenState } from '@caseloom/contract/identity/password-tokens'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../data/api-error.ts'
import { describeError } from '../../data/describe-error.ts'
import { forgetSession } from '../../data/session.ts'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { NewPasswordForm } from './proofs/NewPasswordForm.tsx'
import { passwordTokenQuery, savePassword } from './identity.queries.ts'
import classes from './proofs/SignIn.module.css'
import { SignInFrame } from './SignInFrame.tsx'

const route = getRouteApi('/set-password')
type Dead = Exclude<PasswordTokenState, 'valid'>

/** Checks first whether the link is still valid. */
export function SetPasswordPage() {
  const { token } = route.useSearch()
  const { t } = useTranslation('identity')
  const check = useQuery({ ...passwordTokenQuery(token ?? ''), enabled: token !== undefined })
  const [died, setDied] = useState<Dead | null>(null)
  if (token === undefined) return <DeadLink state="unknown" />
  if (check.isPending) return <SignInFrame title={t('setPassword.title')}>{null}</SignInFrame>
  if (check.isError) {
    const { text, requestId } = describeError(check.error)
    return (
      <SignInFrame title={t('setPassword.title')}>
        <div className={classes.fields}>
          <ErrorSummary message={text} requestId={requestId} />
          <Button size="lg" variant="filled" loading={check.isFetching} onClick={() => void check.refetch()}>
            {t('setPassword.retry')}
          </Button>
        </div>
      </SignInFrame>
    )
  }
  const state = died ?? check.data.state
  if (state !== 'valid') return <DeadLink state={state} />
  return (
    <LiveLink
      token={token}
      email={check.data.email ?? ''}
      isInvitation={check.data.purpose === 'invitation'}
      onDead={setDied}
    />
  )
}

interface LiveLinkProps {
  token: string
  email: string
  isInvitation: boolean
  onDead: (state: Dead) => void
}

function LiveLink({ token, email, isInvitation, onDead }: LiveLinkProps) {
  const { t } = useTranslation('identity')
  const client = useQueryClient()
  const navigate = useNavigate()
  return (
    <SignInFrame
      title={t(isInvitation ? 'setPassword.welcome' : 'setPassword.title')}
      lead={t('setPassword.lead', { email })}
    >
      <NewPasswordForm
        email={email}
        size="lg"
        submitText={t('setPassword.submit')}
        save={({ password }) => savePassword(token, password)}
        onSaved={() => {
          // All sessions of the person have ended, including this browser's.
          forgetSession(client)
          void navigate({ to: '/login', state: { email, notice: 'passwordSet' }, replace: true })
        }}
        onFailed={(error) => {
          const dead = deadBy(error)
          if (dead !== null) onDead(dead)
        }}
      />
    </SignInFrame>
  )
}

function deadBy(error: unknown): Dead | null {
  if (hasCode(error, 'password.token_used')) return 'used'
  if (hasCode(error, 'password.token_expired')) return 'expired'
  return hasCode(error, 'password.token_unknown') ? 'unknown' : null
}

function DeadLink({ state }: { state: Dead }) {
  const { t } = useTranslation('identity')
  return (
    <SignInFrame title={t(`setPassword.${state}Title`)} lead={t(`setPassword.${state}Text`)}>
      <div className={classes.fields}>
        <Button
          component={Link}
          to={state === 'used' ? '/login' : '/forgot-password'}
          size="lg"
          variant="filled"
          fullWidth
        >
          {t(state === 'used' ? 'login.submit' : 'setPassword.another')}
        </Button>
        <Button
          component={Link}
          to={state === 'used' ? '/forgot-password' : '/login'}
          size="lg"
          variant="subtle"
          fullWidth
        >
          {t(state === 'used' ? 'login.forgot' : 'backToLogin')}
        </Button>
      </div>
    </SignInFrame>
  )
}
