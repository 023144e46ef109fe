import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

const LicenseGate = lazy(() =>
  import('./LicenseGate.tsx').then((module) => ({ default: module.LicenseGate })),
)

const SessionLife = lazy(() =>
  import('./SessionLife.tsx').then((module) => ({ default: module.SessionLife })),
)

/** Around every page: license and session watchers, whose code loads after the page. */
export function RootPage() {
  return (
    <>
      <Outlet />
      <Suspense fallback={null}>
        <LicenseGate />
        <SessionLife />
      </Suspense>
    </>
  )
}
