import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { safeReturnTo } from '../../data/return-to.ts'
import { forgetLastAccount, type LoginOptions, loginOptionsQuery, PLAIN_LOGIN } from '../../data/sign-in.ts'
import { FinishSso } from './FinishSso.tsx'
import type { Challenge } from './identity.queries.ts'
import { Notice } from './Notice.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { SecondFactorForm } from './SecondFactorForm.tsx'
import { SignInFrame } from './SignInFrame.tsx'
import { SsoChoice } from './SsoChoice.tsx'
import { useSignedIn } from './useSignedIn.ts'

const route = getRouteApi('/login')

export function LoginPage() {
  const { sso } = route.useSearch()
  return sso === undefined ? <LoginSteps /> : <FinishSso key={sso} code={sso} />
}

function LoginSteps() {
  const { t } = useTranslation('identity')
  const { returnTo } = route.useSearch()
  const arrived = useLocation().state
  const signedIn = useSignedIn()
  const [email, setEmail] = useState(arrived.email ?? '')
  const [asked, setAsked] = useState<Challenge | null>(null)
  const [hasEnded, setHasEnded] = useState(false)
  if (asked !== null) {
    const again = (over: boolean) => {
      setAsked(null)
      setHasEnded(over)
    }
    return (
      <SignInFrame title={t('factor.title')} lead={email}>
        <SecondFactorForm
          challenge={asked.challenge}
          methods={asked.methods}
          onDone={(session) => signedIn(session, returnTo)}
          onOver={() => again(true)}
          onBack={() => again(false)}
        />
      </SignInFrame>
    )
  }
  const notice = hasEnded ? 'over' : arrived.notice
  return (
    <FirstStep
      email={email}
      onEmail={setEmail}
      notice={notice === undefined ? undefined : t(`notice.${notice}`)}
      isShutOut={notice === 'license'}
      onAsked={(challenge) => {
        setHasEnded(false)
        setAsked(challenge)
      }}
    />
  )
}

interface FirstStepProps {
  email: string
  onEmail: (email: string) => void
  notice: string | undefined
  /** No valid license: the notice is an alert. */
  isShutOut: boolean
  onAsked: (asked: Challenge) => void
}

function FirstStep({ email, onEmail, notice, isShutOut, onAsked }: FirstStepProps) {
  const { t } = useTranslation('identity')
  const { returnTo, account } = route.useSearch()
  const signedIn = useSignedIn()
  const { options, ask, neutral } = useLoginOptions(route.useLoaderData())
  const goal = safeReturnTo(returnTo, location.origin)
  const hasSso = options.accountId !== null && (options.samlEnabled || options.oidcEnabled)
  const lead = options.accountName ?? (goal === null ? t('login.lead') : t('login.comesBack'))
  return (
    <SignInFrame title={t('login.title')} lead={lead}>
      {notice !== undefined && <Notice isAlert={isShutOut}>{notice}</Notice>}
      <SsoChoice options={options} returnTo={goal} />
      {hasSso && options.passwordAllowed && <SsoChoice.Or />}
      <PasswordForm
        email={email}
        onEmail={onEmail}
        ask={ask}
        options={options}
        hasSso={hasSso}
        onSession={(session) => signedIn(session, returnTo)}
        onAsked={onAsked}
        {...(account === undefined && options.accountId !== null ? { onOther: neutral } : {})}
      />
    </SignInFrame>
  )
}

function useLoginOptions(atStart: LoginOptions) {
  const client = useQueryClient()
  const [options, setOptions] = useState(atStart)
  const ask = async (email: string): Promise<LoginOptions> => {
    if (!email.includes('@')) return options
    try {
      const found = await client.fetchQuery({ ...loginOptionsQuery({ email }), staleTime: 60_000 })
      if (found.accountId === null || found.accountId === options.accountId) return options
      setOptions(found)
      return found
    } catch {
      // Without an answer the page doesn't change; the sign-in itself reports what fails.
      return options
    }
  }
  const neutral = () => {
    forgetLastAccount()
    setOptions(PLAIN_LOGIN)
  }
  return { options, ask, neutral }
}
