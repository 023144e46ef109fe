import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { Throttle } from '../../../platform/http/throttle.ts'
import type { IdentityDeps } from '../people/identity-deps.ts'

/** What the use cases of the directory work with. */
export interface DirectoryDeps extends Pick<IdentityDeps, 'system' | 'places' | 'publicUrl' | 'throttles'> {
  /** No mail server: mails stand in the product to be read. */
  capturing: boolean
  /** Asked-for reset mails: by person and source or device, by person from everywhere unknown, and by network. */
  forgot: { email: Throttle; person: Throttle; ip: Throttle }
}

/** An administrator at work in their account. */
export interface Acting {
  actor: Actor
  accountId: string
  ip: string
}
