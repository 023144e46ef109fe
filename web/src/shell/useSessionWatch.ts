import type { SessionView } from '@caseloom/contract/identity'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { landingOf } from '../data/landing.ts'
import { signalSessionLost } from '../data/page-signals.ts'
import { addressParts } from '../data/search-params.ts'

/**
 * Follows the session while a tenant is open: when it is over the login page comes, when the user was disabled in the
 * account they are logged out, when only the tenant was lost they go to another one.
 */
export function useSessionWatch(
  session: SessionView | null | undefined,
  accountId: string,
  tenantId: string,
): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (session === undefined) return
    if (session === null) {
      signalSessionLost()
      return
    }
    if (session.tenants.some((tenant) => tenant.id === tenantId)) return
    const isMember = session.accounts.some((account) => account.id === accountId)
    void navigate(
      isMember
        ? { ...addressParts(landingOf(session)), replace: true }
        : { to: '/logout', replace: true, state: { notice: 'signedOut' } },
    )
  }, [session, accountId, tenantId, navigate])
}
