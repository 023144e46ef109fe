import type { ModelVerb } from '@caseloom/contract/kernel/hubs'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Need } from '@caseloom/contract/kernel/permissions'
import type { z } from 'zod'
import type { RowSchema } from './rows.ts'

/** A fact for the hubs or for other parts of the server; written to the outbox in the transaction that made it true. */
export type Announcement =
  | {
      topic: 'model'
      /** Needed in a system transaction; a tenant's own is filled in. */
      tenantId?: string
      verb: ModelVerb
      kind: 'records' | 'viewers' | 'settings' | 'apps' | 'users' | 'approvals' | 'runs' | 'playbooks'
      appId?: string
      id: string
      rev: number
      /** Who may know: the permission, and the object's own list (null is open). */
      need: Need
      acl?: readonly string[] | null
      /** The list before the change: anyone who lost access receives `destroyed`. */
      aclBefore?: readonly string[] | null
      /** The circle around it, such as the readers of a record's app: both lists must let one in. */
      within?: readonly string[] | null
    }
  /** `outcome`: an exchange of content has ended with it. */
  | { topic: 'task'; tenantId?: string; type: string; taskId: string; need: Need; outcome?: string }
  | { topic: 'internal'; tenantId?: string; name: string; payload: JsonObject }

/** An open transaction. Never used beyond the callback that received it. */
export interface Tx {
  /** Parametrised SQL whose rows are parsed; `name` makes it a prepared statement (only for texts that recur). */
  rows<Schema extends RowSchema>(
    schema: Schema,
    text: string,
    values?: readonly unknown[],
    name?: string,
  ): Promise<z.infer<Schema>[]>
  /** The same for statements without rows. Rows with a type argument are asserted, not checked: use `rows`. */
  query<Row>(text: string, values?: readonly unknown[], name?: string): Promise<Row[]>
  /** Adds a fact to the outbox; written with the commit. */
  announce(fact: Announcement): void
  /** Runs after a successful commit; never after a rollback. */
  afterCommit(action: () => void): void
  /** One instant for the whole transaction. */
  readonly now: Date
}

/** A transaction under the role of one tenant: its app tables in `schema`, its rows of platform tables. */
export interface TenantTx extends Tx {
  readonly tenantId: string
  readonly accountId: string
  /** Name of the tenant's schema, unquoted and safe to quote: t_<32 hex>. */
  readonly schema: string
  /** The tenant's zone (IANA), by whose calendar days are where no one asks; UTC unless set. */
  readonly timeZone: string
}

/** Runs one statement outside of a transaction; not bounded in time. The caller parses the rows. */
export type RunOutside = (text: string, values?: readonly unknown[]) => Promise<unknown[]>

/** All that one tenant's work may touch. Use cases take this, never a database handle. */
export interface TenantScope {
  readonly tenantId: string
  readonly accountId: string
  readonly schema: string
  /** The tenant's zone (IANA), by whose calendar days are where no one asks; UTC unless set. */
  readonly timeZone: string
  tx<T>(work: (tx: TenantTx) => Promise<T>): Promise<T>
  /** Read only: no outbox, no writes. */
  read<T>(work: (tx: TenantTx) => Promise<T>): Promise<T>
  /** DDL in the tenant's schema, by the owner role, under an advisory lock for `lock`. */
  define<T>(lock: string, work: (tx: TenantTx) => Promise<T>): Promise<T>
  /**
   * Statements of the owner outside of any transaction, each committed on its own: indexes that are made while others
   * write. One at a time for `lock` over all processes; null when another one is at it.
   */
  outside<T>(lock: string, work: (run: RunOutside) => Promise<T>): Promise<T | null>
}

/** The installation as a whole: identity, accounts, relay, feed. Only domains that own such tables use it. */
export interface SystemScope {
  /** Role with permissions on all platform tables and none on app tables; no tenant set. */
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** One statement that only reads, in a transaction of its own that begins and ends in the same round trip. */
  ask: Tx['rows']
  /** The owner role: creating tenants' schemas and roles. */
  owner<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

export interface TenantRef {
  tenantId: string
  accountId: string
  /** UTC when absent. */
  timeZone?: string
}

/** One step of the platform's schema; names sort in the order of execution, forward only. */
export interface Migration {
  /** Four digits and words: `0110-identity-persons`. */
  name: string
  up(tx: MigrationTx): Promise<void>
}

/** The owner's transaction of a migration, with the helpers that give a table its permissions and row policies. */
export interface MigrationTx extends Tx {
  /** Rows belong to a tenant (column tenant_id): the tenant's role sees its own, the system role all. */
  tenantTable(table: string): Promise<void>
  /** Rows of installation or account: only the system role. */
  systemTable(table: string): Promise<void>
}
