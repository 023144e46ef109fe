import type { SessionView } from '@caseloom/contract/identity/identity'
import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { LoginOptions } from '../../data/sign-in.ts'
import { useContractForm } from '../../data/use-contract-form.ts'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { type Challenge, signIn } from './identity.queries.ts'
import { PasskeyButton } from './PasskeyButton.tsx'
import { canUsePasskeys } from './proofs/passkey.ts'
import classes from './proofs/SignIn.module.css'
import { useAttemptLimit } from './proofs/useAttemptLimit.ts'

const LoginInput = z.object({ email: z.string().trim().min(1), password: z.string() })
/** Thrown when the account of the address signs in through its provider; the page shows that instead. */
class GoesElsewhere extends Error {}

interface PasswordFormProps {
  email: string
  onEmail: (email: string) => void
  /** Looks up the sign-in options of an address; the page follows. */
  ask: (email: string) => Promise<LoginOptions>
  options: LoginOptions
  hasSso: boolean
  onSession: (session: SessionView) => void
  onAsked: (asked: Challenge) => void
  /** Absent when the URL names an account. */
  onOther?: () => void
}

/** Email and password; only the email while the account doesn't use passwords. */
export function PasswordForm(props: PasswordFormProps) {
  const { email, onEmail, ask, options, hasSso } = props
  const { t } = useTranslation('identity')
  const isPassword = options.passwordAllowed
  // Where the page opened on the provider only, an address is useless until another account is wanted.
  const [asksEmail, setAsksEmail] = useState(isPassword || email !== '')
  if (isPassword && !asksEmail) setAsksEmail(true)
  const { form, submit, saving, message } = useLoginForm(props)
  return (
    <form onSubmit={submit} noValidate className={classes.fields}>
      <ErrorSummary message={message} />
      {asksEmail && (
        <TextInput
          {...form.getInputProps('email')}
          onChange={(event) => {
            form.getInputProps('email').onChange(event)
            onEmail(event.currentTarget.value)
          }}
          onBlur={(event) => void ask(event.currentTarget.value.trim())}
          size="lg"
          type="email"
          label={t('login.email')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={email === '' && !hasSso}
        />
      )}
      {isPassword ? (
        <>
          <PasswordInput
            {...form.getInputProps('password')}
            size="lg"
            label={t('login.password')}
            autoComplete="current-password"
            autoFocus={email !== ''}
            visibilityToggleButtonProps={{ 'aria-label': t('login.show'), tabIndex: 0 }}
          />
          <Button type="submit" size="lg" fullWidth loading={saving} variant={hasSso ? 'default' : 'filled'}>
            {t('login.submit')}
          </Button>
          {canUsePasskeys() && <PasskeyButton onSession={props.onSession} />}
        </>
      ) : (
        <p className={classes.hint}>{t('login.ssoOnly', { account: options.accountName ?? '' })}</p>
      )}
      <LoginLinks email={email} isPassword={isPassword} onOther={props.onOther} />
    </form>
  )
}

function useLoginForm({ email, ask, options, onSession, onAsked }: PasswordFormProps) {
  const { t } = useTranslation('identity')
  const limit = useAttemptLimit()
  const [isAside, setIsAside] = useState(false)
  const { form, submit, saving, failure } = useContractForm({
    schema: options.passwordAllowed ? LoginInput.extend({ password: z.string().min(1) }) : LoginInput,
    initialValues: { email, password: '' },
    words: (field) => (field === 'email' ? t('login.emailMissing') : t('login.passwordMissing')),
    save: async (values) => {
      limit.note(null)
      setIsAside(false)
      const address = values.email.trim()
      const way = await ask(address)
      if (!way.passwordAllowed || values.password === '') throw new GoesElsewhere()
      return signIn({ email: address, password: values.password })
    },
    onSaved: (result) => {
      if ('session' in result) onSession(result.session)
      else onAsked(result.asked)
    },
    onFailed: (error) => {
      limit.note(error)
      setIsAside(error instanceof GoesElsewhere)
      form.setFieldValue('password', '')
      requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-path="password"]')?.focus())
      return undefined
    },
  })
  return { form, submit, saving, message: limit.text ?? (isAside ? undefined : failure?.text) }
}

interface LoginLinksProps {
  email: string
  isPassword: boolean
  onOther: (() => void) | undefined
}

function LoginLinks({ email, isPassword, onOther }: LoginLinksProps) {
  const { t } = useTranslation('identity')
  return (
    <div className={classes.links}>
      {isPassword && (
        <Anchor component={Link} to="/forgot-password" state={{ email }} size="xs">
          {t('login.forgot')}
        </Anchor>
      )}
      {onOther !== undefined && (
        <Anchor component="button" type="button" size="xs" onClick={onOther}>
          {t('login.other')}
        </Anchor>
      )}
    </div>
  )
}
