import { Anchor, Button, Loader, PasswordInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../data/api-error.ts'
import { describeError } from '../../data/describe-error.ts'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { finishSignOn } from './identity.queries.ts'
import classes from './proofs/SignIn.module.css'
import { SignInFrame } from './SignInFrame.tsx'
import { useAttemptLimit } from './proofs/useAttemptLimit.ts'
import { useSignedIn } from './useSignedIn.ts'

export function FinishSso({ code }: { code: string }) {
  const { t } = useTranslation('identity')
  const client = useQueryClient()
  const signedIn = useSignedIn()
  const limit = useAttemptLimit()
  const [asksPassword, setAsksPassword] = useState(false)
  const [known, setKnown] = useState('')
  const { mutate, error, isPending } = useMutation({
    mutationFn: (input: { code: string; password?: string }) => finishSignOn(client, input),
    onMutate: () => limit.note(null),
    onSuccess: ({ session, returnTo }) => signedIn(session, returnTo),
    onError: (failure) => {
      limit.note(failure)
      if (!hasCode(failure, 'session.link_needed')) return
      const address = failure.problem?.['email']
      setKnown(typeof address === 'string' ? address : '')
      setAsksPassword(true)
    },
  })
  // The code works once: don't send it again when the effect runs twice.
  const sent = useRef(false)
  useEffect(() => {
    if (sent.current) return
    sent.current = true
    mutate({ code })
  }, [code, mutate])

  const hasExpired = hasCode(error, 'session.challenge_over')
  if (asksPassword && !hasExpired)
    return (
      <LinkPassword
        known={known}
        error={error}
        limited={limit.text}
        loading={isPending}
        onPassword={(password) => mutate({ code, password })}
      />
    )
  if (error !== null) return <NotFinished error={error} limited={limit.text} />
  return (
    <SignInFrame title={t('sso.finishing')}>
      <p className={classes.waiting} role="status">
        <Loader size={16} aria-hidden />
        {t('sso.finishingText')}
      </p>
    </SignInFrame>
  )
}

interface LinkPasswordProps {
  /** The address of the account that the provider's identity is linked to. */
  known: string
  error: unknown
  /** Why no more attempts are allowed for now. */
  limited: string | undefined
  loading: boolean
  onPassword: (password: string) => void
}

function LinkPassword({ known, error, limited, loading, onPassword }: LinkPasswordProps) {
  const { t } = useTranslation('identity')
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password !== '' && !loading) onPassword(password)
  }
  const isWrong = hasCode(error, 'session.bad_credentials')
  const isNews = error !== null && !isWrong && !hasCode(error, 'session.link_needed')
  return (
    <SignInFrame title={t('sso.linkTitle')} lead={t('sso.linkText', { email: known })}>
      <form className={classes.fields} onSubmit={submit}>
        <ErrorSummary message={limited ?? (isNews ? describeError(error).text : undefined)} />
        <input type="text" name="username" autoComplete="username" value={known} readOnly hidden />
        <PasswordInput
          size="lg"
          label={t('login.password')}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={isWrong ? t('sso.linkWrong') : undefined}
          autoComplete="current-password"
          autoFocus
          visibilityToggleButtonProps={{ 'aria-label': t('login.show'), tabIndex: 0 }}
        />
        <Button type="submit" size="lg" variant="filled" fullWidth loading={loading}>
          {t('sso.link')}
        </Button>
        <BackToLogin />
      </form>
    </SignInFrame>
  )
}

function NotFinished({ error, limited }: { error: unknown; limited: string | undefined }) {
  const { t } = useTranslation('identity')
  const hasExpired = hasCode(error, 'session.challenge_over')
  const refused = hasCode(error, 'signin.refused')
  const said = describeError(error)
  return (
    <SignInFrame title={t(hasExpired ? 'sso.overTitle' : refused ? 'sso.refusedTitle' : 'sso.failedTitle')}>
      <div className={classes.fields}>
        <p className={classes.told} role="alert">
          {limited ?? (hasExpired ? t('sso.overText') : refused ? t('sso.refusedHint') : said.text)}
        </p>
        <Button component={Link} to="/login" size="lg" variant="filled" fullWidth>
          {t('backToLogin')}
        </Button>
        {said.requestId !== undefined && (
          <p className={classes.request}>
            {t('request')} <code>{said.requestId}</code>
          </p>
        )}
      </div>
    </SignInFrame>
  )
}

function BackToLogin() {
  const { t } = useTranslation('identity')
  return (
    <div className={classes.links}>
      <Anchor component={Link} to="/login" size="xs">
        {t('backToLogin')}
      </Anchor>
    </div>
  )
}
