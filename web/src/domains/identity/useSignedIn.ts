import type { SessionView } from '@caseloom/contract/identity/identity'
import { useMantineColorScheme } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { landingOf } from '../../data/landing.ts'
import { safeReturnTo } from '../../data/return-to.ts'
import { addressParts } from '../../data/search-params.ts'
import { startSession } from '../../data/session.ts'

/** After a sign-in: sets the session, applies the color scheme, and opens the requested page. */
export function useSignedIn(): (session: SessionView, returnTo: string | null | undefined) => void {
  const client = useQueryClient()
  const router = useRouter()
  const { setColorScheme } = useMantineColorScheme()
  return (session, returnTo) => {
    startSession(client, session)
    // "System" doesn't change what was chosen in this browser.
    if (session.user.theme !== 'system') setColorScheme(session.user.theme)
    const goal = safeReturnTo(returnTo, location.origin) ?? landingOf(session)
    void router.navigate({ ...addressParts(goal), replace: true })
  }
}
