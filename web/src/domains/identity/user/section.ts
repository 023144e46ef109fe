import type { SessionView } from '@caseloom/contract/identity'
import type { Me } from '@caseloom/contract/sign-in'

/** What every section of the user page is given. */
export interface SectionProps {
  me: Me
  session: SessionView
  accountId: string
}
