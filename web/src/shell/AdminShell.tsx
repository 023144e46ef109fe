import type { SessionView } from '@caseloom/contract/identity/identity'
import { ActionIcon, Button } from '@mantine/core'
import { IconArrowLeft, IconLayoutSidebar } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type AdminScope, AdminScopeContext, useAdminScope } from '../data/admin-scope.ts'
import { stopHubs } from '../data/hubs.ts'
import { landingOf } from '../data/landing.ts'
import { signalSessionLost } from '../data/page-signals.ts'
import { paths } from '../data/paths.ts'
import { sessionQuery } from '../data/session.ts'
import { useBrand } from '../ui/brand.ts'
import { addTexts } from '../ui/text/i18n.ts'
import { guessZone, isZone, setTimeLocale } from '../ui/time.ts'
import { ZoneContext } from '../ui/Times.tsx'
import { AdminSidebar } from './AdminSidebar.tsx'
import { AdminSectionPage } from './AdminSectionPage.tsx'
import { adminShellEn } from './admin.en.ts'
import { ADMIN_SECTIONS, type AdminSection } from './admin-sections.ts'
import shell from './TenantShell.module.css'
import { Crumbs } from './Toolbar.tsx'
import bar from './Toolbar.module.css'
import { UserMenu } from './UserMenu.tsx'
import { useSidebar } from './useSidebar.ts'

addTexts('admin', { shell: adminShellEn })
const route = getRouteApi('/account/$accountId/account-admin/{-$section}')
const ConnectionStrip = lazy(() =>
  import('./ConnectionStrip.tsx').then((module) => ({ default: module.ConnectionStrip })),
)
const Branding = lazy(() => import('./Branding.tsx').then((module) => ({ default: module.Branding })))

function scopeOf(session: SessionView, accountId: string): AdminScope {
  const account = session.accounts.find((each) => each.id === accountId)
  return {
    accountId,
    accountName: account?.name ?? '',
    userId: account?.userId ?? '',
    isAdmin: account?.admin === true,
    isSuper: session.user.superAdministrator,
    timeZone: isZone(session.user.timeZone) ? session.user.timeZone : guessZone(),
    multiTenant: session.flags.MultiTenant,
  }
}

/** The tenant's hubs pause here. */
export function AdminShell() {
  const { accountId, section: asked } = route.useParams()
  const atEntry = route.useRouteContext().session
  const latest = useQuery(sessionQuery).data
  const session = latest ?? atEntry
  setTimeLocale(session.user.locale)
  const { t } = useTranslation('shell')
  const client = useQueryClient()
  const scope = useMemo(() => scopeOf(session, accountId), [session, accountId])
  const sidebar = useSidebar(false)
  const section = sectionOf(asked)
  useEffect(() => {
    // The tenant's frame starts them again and refetches what it shows, because no events arrived.
    stopHubs()
    return () => void client.invalidateQueries({ queryKey: ['tenant'], refetchType: 'none' })
  }, [client])
  useEffect(() => {
    if (latest === null) signalSessionLost()
  }, [latest])
  return (
    <AdminScopeContext value={scope}>
      <ZoneContext value={scope.timeZone}>
        <a className={shell.skip} href="#page">
          {t('nav.skip')}
        </a>
        <div className={shell.shell} data-rail={sidebar.rail || undefined}>
          <AdminSidebar section={section} rail={sidebar.rail} />
          <div className={shell.column}>
            <AdminBar session={session} section={section} sidebar={sidebar} />
            <Suspense fallback={null}>
              <ConnectionStrip />
            </Suspense>
            <main id="page" className={shell.page} tabIndex={-1}>
              <AdminSectionPage section={section} />
            </main>
          </div>
        </div>
        <Suspense fallback={null}>
          <Branding accountId={accountId} />
        </Suspense>
      </ZoneContext>
    </AdminScopeContext>
  )
}

function sectionOf(asked: string | undefined): AdminSection {
  return ADMIN_SECTIONS.find(({ key }) => key === asked)?.key ?? 'users'
}

interface AdminBarProps {
  session: SessionView
  section: AdminSection
  sidebar: { rail: boolean; toggle: () => void }
}

function AdminBar({ session, section, sidebar }: AdminBarProps) {
  const { t } = useTranslation('admin')
  const { t: say } = useTranslation('shell')
  const { accountId, accountName } = useAdminScope()
  const brand = useBrand()
  const back = tenantToReturnTo(session, accountId)
  return (
    <header className={bar.toolbar}>
      <ActionIcon aria-label={say('nav.toggle')} aria-expanded={!sidebar.rail} onClick={sidebar.toggle}>
        <IconLayoutSidebar size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
      <Crumbs
        crumbs={[
          { label: brand.name ?? accountName },
          { label: t('shell.short'), to: paths.admin(accountId) },
          { label: t(`shell.sections.${section}`) },
        ]}
      />
      <div className={bar.end}>
        <Button
          variant="subtle"
          component={Link}
          to={back ?? landingOf(session)}
          leftSection={<IconArrowLeft size={16} stroke={1.6} aria-hidden />}
        >
          {back === null ? t('shell.toStart') : t('shell.back')}
        </Button>
        <UserMenu session={session} />
      </div>
    </header>
  )
}

function tenantToReturnTo(session: SessionView, accountId: string): string | null {
  const inAccount = session.tenants.filter((tenant) => tenant.accountId === accountId)
  const tenant = inAccount.find(({ id }) => id === session.defaults?.tenantId) ?? inAccount[0]
  return tenant === undefined ? null : paths.tenant({ accountId, tenantId: tenant.id })
}
