import type { SessionView } from '@caseloom/contract/identity/identity'
import { ActionIcon } from '@mantine/core'
import { IconChevronRight, IconLayoutSidebar } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../data/paths.ts'
import { useTenantScope } from '../data/scope.tsx'
import { type Crumb, usePresentBreadcrumbs } from '../ui/frame/breadcrumbs.ts'
import { NotificationsButton } from './NotificationsButton.tsx'
import { SearchButton } from './SearchButton.tsx'
import classes from './Toolbar.module.css'
import { UserMenu } from './UserMenu.tsx'

const HeroButton = lazy(() => import('./HeroButton.tsx').then((module) => ({ default: module.HeroButton })))

interface ToolbarProps {
  session: SessionView
  sidebarOpen: boolean
  onToggleSidebar: () => void
}

export function Toolbar({ session, sidebarOpen, onToggleSidebar }: ToolbarProps) {
  const { t } = useTranslation('shell')
  const { flags, permissions } = useTenantScope()
  return (
    <header className={classes.toolbar}>
      <ActionIcon aria-label={t('nav.toggle')} aria-expanded={sidebarOpen} onClick={onToggleSidebar}>
        <IconLayoutSidebar size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
      <Breadcrumbs />
      <SearchButton />
      <div className={classes.end}>
        <NotificationsButton />
        {flags.HeroAi && permissions.has('assistant:use') && (
          <Suspense fallback={<span className={classes.hero} />}>
            <HeroButton />
          </Suspense>
        )}
        <UserMenu session={session} />
      </div>
    </header>
  )
}

function Breadcrumbs() {
  const scope = useTenantScope()
  return (
    <Crumbs crumbs={[{ label: scope.tenantName, to: paths.welcome(scope) }, ...usePresentBreadcrumbs()]} />
  )
}

export function Crumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { t } = useTranslation('shell')
  return (
    <nav aria-label={t('nav.breadcrumbs')} className={classes.crumbs}>
      <ol className={classes.list}>
        {crumbs.map((crumb, index) => {
          const isLast = index === crumbs.length - 1
          return (
            <li key={`${index} ${crumb.label}`} className={classes.crumb} data-last={isLast || undefined}>
              {index > 0 && <IconChevronRight size={14} stroke={1.7} aria-hidden className={classes.arrow} />}
              {crumb.to === undefined ? (
                <span className={classes.text} title={crumb.label}>
                  {crumb.label}
                </span>
              ) : (
                <Link to={crumb.to} className={classes.text} title={crumb.label}>
                  {crumb.label}
                </Link>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
