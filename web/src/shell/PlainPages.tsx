import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useCanGoBack, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { landingOf } from '../data/landing.ts'
import { sessionQuery } from '../data/session.ts'
import { Logo } from '../ui/glyphs/Logo.tsx'
import { WeaveMotif } from '../ui/glyphs/Weave.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import classes from './PlainPages.module.css'

export function ErrorPage() {
  const { t } = useTranslation('shell')
  return <PlainPage title={t('page.errorTitle')} text={t('page.errorText')} />
}

export function TenantErrorPage() {
  const { t } = useTranslation('shell')
  return <PlainPage title={t('page.tenantErrorTitle')} text={t('page.tenantErrorText')} />
}

export function UnauthorizedPage() {
  const { t } = useTranslation('shell')
  return <PlainPage title={t('page.unauthorizedTitle')} text={t('page.unauthorizedText')} />
}

function PlainPage({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation('shell')
  const { data: session } = useQuery(sessionQuery)
  const router = useRouter()
  const canGoBack = useCanGoBack()
  usePageTitle(title)
  const landing = session ? landingOf(session) : null
  // Someone without any tenant would return to the unauthorized page.
  const start = landing === '/unauthorized' ? '/logout' : landing
  return (
    <main className={classes.cover}>
      <span className={classes.brand}>
        <Logo size={26} />
        Caseloom
      </span>
      <WeaveMotif />
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.text}>{text}</p>
      <div className={classes.actions}>
        {canGoBack && <Button onClick={() => router.history.back()}>{t('page.back')}</Button>}
        {session !== undefined && (
          <Button variant="filled" component={Link} to={start ?? '/login'}>
            {start === null ? t('page.logIn') : start === '/logout' ? t('user.logOut') : t('page.home')}
          </Button>
        )}
      </div>
    </main>
  )
}
