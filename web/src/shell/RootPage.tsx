import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { preparePageError } from './PageError.tsx'

const LicenseGate = lazy(() =>
  import('./LicenseGate.tsx').then((module) => ({ default: module.LicenseGate })),
)

const SessionLife = lazy(() =>
  import('./SessionLife.tsx').then((module) => ({ default: module.SessionLife })),
)

/** Around every page: license and session watchers, whose code loads after the page. */
export function RootPage() {
  useEffect(preparePageError, [])
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
