import { Button, PasswordInput, TextInput } from '@mantine/core'
import { IconLock, IconShieldLock } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { landingOf } from '../../data/landing.ts'
import { safeReturnTo } from '../../data/return-to.ts'
import { addressParts } from '../../data/search-params.ts'
import { signIn, versionQuery } from '../../data/session.ts'
import { useContractForm } from '../../data/use-contract-form.ts'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { Logo } from '../../ui/glyphs/Logo.tsx'
import { Weave } from '../../ui/glyphs/Weave.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { addTexts } from '../../ui/text/i18n.ts'
import { identityEn } from './identity.en.ts'
import classes from './LoginPage.module.css'

addTexts('identity', identityEn)
const route = getRouteApi('/login')
const LoginInput = z.object({ email: z.string().trim().min(1), password: z.string().min(1) })

/** Signing in with a password, and with SSO where the account has it. */
export function LoginPage() {
  const { t } = useTranslation('identity')
  const options = route.useLoaderData()
  const { returnTo } = route.useSearch()
  const version = useQuery({ ...versionQuery, enabled: false }).data
  usePageTitle(t('login.title'))
  const comesBack = safeReturnTo(returnTo, location.origin) !== null
  return (
    <div className={classes.page}>
      <main className={classes.side}>
        <div className={classes.brand}>
          <Logo size={26} />
          Caseloom
        </div>
        <div className={classes.form}>
          <h1 className={classes.title}>{t('login.title')}</h1>
          <p className={classes.lead}>{comesBack ? t('login.comesBack') : t('login.lead')}</p>
          {options.samlEnabled && <SingleSignOn />}
          <PasswordForm returnTo={returnTo} secondary={options.samlEnabled} />
        </div>
        <footer className={classes.footer}>
          <span className={classes.note}>
            <IconLock size={14} stroke={1.7} aria-hidden />
            {t('login.note')}
          </span>
          {version !== undefined && <code className={classes.version}>v{version}</code>}
        </footer>
      </main>
      <aside className={classes.art}>
        <Weave />
        <div className={classes.slogan}>
          <p className={classes.sloganTitle}>{t('login.sloganTitle')}</p>
          <p className={classes.sloganText}>{t('login.sloganText')}</p>
        </div>
      </aside>
    </div>
  )
}

function SingleSignOn() {
  const { t } = useTranslation('identity')
  const { account } = route.useSearch()
  return (
    <>
      <Button
        component="a"
        href={`/iam/saml/${encodeURIComponent(account ?? '')}/login`}
        size="lg"
        variant="filled"
        fullWidth
        leftSection={<IconShieldLock size={16} stroke={1.6} aria-hidden />}
      >
        {t('login.sso')}
      </Button>
      <p className={classes.or}>{t('login.or')}</p>
    </>
  )
}

function PasswordForm({ returnTo, secondary }: { returnTo: string | undefined; secondary: boolean }) {
  const { t } = useTranslation('identity')
  const client = useQueryClient()
  const router = useRouter()
  const { form, submit, saving, failure } = useContractForm({
    schema: LoginInput,
    initialValues: { email: '', password: '' },
    words: (field) => (field === 'email' ? t('login.emailMissing') : t('login.passwordMissing')),
    save: (values) => signIn(client, values),
    onSaved: (session) => {
      const goal = safeReturnTo(returnTo, location.origin) ?? landingOf(session)
      void router.navigate({ ...addressParts(goal), replace: true })
    },
  })
  return (
    <form onSubmit={submit} noValidate className={classes.fields}>
      <ErrorSummary message={failure?.text} />
      <TextInput
        {...form.getInputProps('email')}
        size="lg"
        type="email"
        label={t('login.email')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
        autoFocus
      />
      <PasswordInput
        {...form.getInputProps('password')}
        size="lg"
        label={t('login.password')}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('login.show'), tabIndex: 0 }}
      />
      <Button type="submit" size="lg" fullWidth loading={saving} variant={secondary ? 'default' : 'filled'}>
        {t('login.submit')}
      </Button>
    </form>
  )
}
