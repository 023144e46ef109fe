import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { lacksLicense, followLicense, licenseQuery } from '../data/license.ts'
import { useLiveStatus } from '../data/live-status.ts'
import { sessionQuery } from '../data/session.ts'

const LicenseDialog = lazy(() =>
  import('./LicenseDialog.tsx').then((module) => ({ default: module.LicenseDialog })),
)

/** While signed in without a valid license, super administrators get the dialog, and others are signed out. */
export function LicenseGate() {
  // Signing in and out empties the cache and with it the observers; each also changes the page.
  useLocation({ select: ({ pathname }) => pathname })
  const session = useQuery({ ...sessionQuery, enabled: false }).data
  if (!session) return null
  const { personId, superAdministrator, name } = session.user
  return <Gate key={personId} canRestore={superAdministrator} name={name} />
}

function Gate({ canRestore, name }: { canRestore: boolean; name: string }) {
  const client = useQueryClient()
  const license = useQuery(licenseQuery).data
  const lacks = lacksLicense(license)
  // Once open it stays, even when the license has become valid, until it is dismissed.
  const [isOpen, setOpen] = useState(false)
  if (canRestore && lacks && !isOpen) setOpen(true)
  useLeaving(!canRestore && lacks)
  useEffect(() => followLicense(client), [client])
  const isCut = useLiveStatus() === 'reconnecting'
  useEffect(() => {
    // The server disconnects people that it locks out.
    if (isCut) void client.invalidateQueries(licenseQuery)
  }, [client, isCut])
  if (!canRestore || !isOpen || license === undefined) return null
  return (
    <Suspense fallback={null}>
      <LicenseDialog license={license} name={name} onDismiss={() => setOpen(false)} />
    </Suspense>
  )
}

function useLeaving(mustLeave: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (mustLeave) void navigate({ to: '/logout', replace: true, state: { notice: 'license' } })
  }, [mustLeave, navigate])
}
