import type { ManagedAccount } from '@caseloom/contract/identity/accounts'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { Database } from '../../platform/database/database.ts'
import type { TenantRef, Tx } from '../../platform/database/types.ts'
import type { TenancyDoor } from './tenancy.door.ts'

export interface AccountPeople {
  users: number
  administrators: ManagedAccount['administrators']
}

/** The account as it is now, whether or not the transaction has just made it. */
export interface InvitingAccount {
  accountName: string
  publicUrl: string
  /** Tenants in which the administrator becomes Tenant administrator. */
  tenantIds: readonly string[]
}

/** What the administration of accounts works with; services.ts takes parts of it from identity and from above. */
export interface AccountsDeps {
  database: Pick<Database, 'system' | 'roles'>
  tenancy: Pick<TenancyDoor, 'forget'>
  people: {
    of(tx: Tx, accountIds: readonly string[]): Promise<ReadonlyMap<string, AccountPeople>>
    /** Whether a super administrator (this person, when named) is an active user of another open account. */
    superAdministratorRemains(tx: Tx, accountId: string, personId: string | null): Promise<boolean>
    invite(
      tx: Tx,
      acting: { actor: Actor; accountId: string; ip: string },
      account: InvitingAccount,
      person: { email: string; name: string },
    ): Promise<{ userId: string; link: string | null }>
  }
  /** Fills a new tenant in the name of its first administrator, who was invited just now. */
  addStarterContent(place: TenantRef, administrator: { userId: string; name: string }): Promise<void>
  /** No mail server is set: someone has to pass invitations on. */
  capturing: boolean
  publicUrl: string
}
