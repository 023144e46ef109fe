import type { SessionView } from '@caseloom/contract/identity'
import type { Me } from '@caseloom/contract/sign-in'

export interface SectionProps {
  me: Me
  session: SessionView
  accountId: string
}
