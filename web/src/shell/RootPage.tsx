import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

const LicenseGate = lazy(() =>
  import('./LicenseGate.tsx').then((module) => ({ default: module.LicenseGate })),
)

/** Around every page: the gate of the licence, whose code comes after the page. */
export function RootPage() {
  return (
    <>
      <Outlet />
      <Suspense fallback={null}>
        <LicenseGate />
      </Suspense>
    </>
  )
}
