import type { SessionView } from '@caseloom/contract/identity'
import { IconSelector } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../data/paths.ts'
import { useTenantScope } from '../data/scope.tsx'
import { BrandMark } from '../ui/BrandMark.tsx'
import { useBrand } from '../ui/brand.ts'
import classes from './TenantSwitch.module.css'

const load = () => import('./TenantSwitchList.tsx')
const TenantSwitchList = lazy(() => load().then((module) => ({ default: module.TenantSwitchList })))
const WorkspaceName = lazy(() =>
  import('./WorkspaceName.tsx').then((module) => ({ default: module.WorkspaceName })),
)

interface TenantSwitchProps {
  session: SessionView
  rail: boolean
}

/** The menu, if there is somewhere else to go, loads on demand. */
export function TenantSwitch({ session, rail }: TenantSwitchProps) {
  const scope = useTenantScope()
  const [isWanted, setIsWanted] = useState(false)
  if (session.tenants.length < 2 && !scope.permissions.has('workspace:read')) {
    return (
      <Link
        to={paths.welcome(scope)}
        className={classes.head}
        data-rail={rail || undefined}
        title={scope.tenantName}
      >
        <Place session={session} />
      </Link>
    )
  }
  const button = (
    <TenantButton
      session={session}
      rail={rail}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setIsWanted(true)}
    />
  )
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <TenantSwitchList session={session} rail={rail} />
    </Suspense>
  )
}

export function TenantButton({
  session,
  rail,
  className = '',
  ...rest
}: TenantSwitchProps & ComponentProps<'button'>) {
  const { t } = useTranslation('shell')
  return (
    <button
      type="button"
      className={`${classes.head} ${className}`}
      data-rail={rail || undefined}
      title={t('nav.switchTenant')}
      {...rest}
    >
      <Place session={session} />
      <IconSelector size={14} stroke={1.7} aria-hidden className={classes.arrows} />
    </button>
  )
}

function Place({ session }: { session: SessionView }) {
  const scope = useTenantScope()
  const account = session.accounts.find((each) => each.id === scope.accountId)
  const brand = useBrand()
  const { workspaceId } = useParams({ strict: false })
  return (
    <>
      <BrandMark size={22} />
      <span className={classes.words}>
        <span className={classes.tenant}>
          {workspaceId === undefined ? (
            scope.tenantName
          ) : (
            <Suspense fallback={scope.tenantName}>
              <WorkspaceName />
            </Suspense>
          )}
        </span>
        <span className={classes.account}>
          {workspaceId === undefined ? (brand.name ?? account?.name) : scope.tenantName}
        </span>
      </span>
    </>
  )
}
