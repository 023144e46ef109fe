import type { SessionView } from '@caseloom/contract/identity/identity'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { paths } from '../data/paths.ts'
import { useTenantScope } from '../data/scope.tsx'
import { CurrentTenant, TenantButton } from './TenantButton.tsx'
import classes from './TenantSwitch.module.css'

const load = () => import('./TenantSwitchList.tsx')
const TenantSwitchList = lazy(() => load().then((module) => ({ default: module.TenantSwitchList })))

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
        <CurrentTenant session={session} />
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
