import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

const LicenseGate = lazy(() =>
  import('./LicenseGate.tsx').then((module) => ({ default: module.LicenseGate })),
)

const SessionLife = lazy(() =>
  import('./SessionLife.tsx').then((module) => ({ default: module.SessionLife })),
)

/** Around every page: what watches license and session, whose code comes after the page. */
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
