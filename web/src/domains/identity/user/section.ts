import type { SessionView } from '@caseloom/contract/identity/identity'
import type { Me } from '@caseloom/contract/identity/sign-in'

export interface SectionProps {
  me: Me
  session: SessionView
  accountId: string
}
