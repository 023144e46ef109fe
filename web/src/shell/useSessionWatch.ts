import type { SessionView } from '@caseloom/contract/identity/identity'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { landingOf } from '../data/landing.ts'
import { signalSessionLost } from '../data/page-signals.ts'
import { addressParts } from '../data/search-params.ts'

/**
 * Follows the session while a tenant is open: when it ends, the sign-in page opens; a user disabled in the account
 * is signed out; a user who lost only the tenant goes to another one.
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
