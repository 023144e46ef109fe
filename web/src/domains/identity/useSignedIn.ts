import type { SessionView } from '@caseloom/contract/identity'
import { useMantineColorScheme } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { landingOf } from '../../data/landing.ts'
import { safeReturnTo } from '../../data/return-to.ts'
import { addressParts } from '../../data/search-params.ts'
import { startSession } from '../../data/session.ts'

/** What follows a sign-in: the session counts, the chosen colours show, and one goes where one wanted. */
export function useSignedIn(): (session: SessionView, returnTo: string | null | undefined) => void {
  const client = useQueryClient()
  const router = useRouter()
  const { setColorScheme } = useMantineColorScheme()
  return (session, returnTo) => {
    startSession(client, session)
    // "System" leaves what was chosen in this browser.
    if (session.user.theme !== 'system') setColorScheme(session.user.theme)
    const goal = safeReturnTo(returnTo, location.origin) ?? landingOf(session)
    void router.navigate({ ...addressParts(goal), replace: true })
  }
}
