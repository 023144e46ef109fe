import type { UserView } from '@caseloom/contract/identity/directory'
import type { grantFactorExemption } from '@caseloom/contract/identity/factor-exemption'
import type { RouteBody } from '@caseloom/contract/kernel/route'
import { audit } from '../../../platform/audit/audit.ts'
import type { SystemScope, Tx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allowInAccount } from '../../../platform/rights.ts'
import { personChanged } from '../people/identity.events.ts'
import type { Acting, DirectoryDeps } from './directory-deps.ts'
import { exemptionIssues } from './factor-exemption.rules.ts'
import {
  type Exemption,
  insertExemption,
  takeExemption,
  takeExpiredExemptions,
} from './factor-exemption.store.ts'
import { readUserView } from './list-users.ts'
import { lockUser, type Membership } from './membership.store.ts'
import { notify } from '../notices/notify.ts'

const BATCH = 500

/**
 * Lets a user in without the second factor that the account requires, for a reason and until a date. It replaces an
 * exemption that the user has. Throws request.invalid, resource.not_found.
 */
export async function exemptUser(
  deps: DirectoryDeps,
  acting: Acting,
  { userId, wanted }: { userId: string; wanted: RouteBody<typeof grantFactorExemption> },
): Promise<UserView> {
  allowInAccount(acting.actor, acting.accountId)
  const until = new Date(wanted.until)
  await deps.system.tx(async (tx) => {
    const issues = exemptionIssues(until, tx.now)
    if (issues.length > 0) throw fail('request.invalid', { issues })
    const user = await personOf(tx, acting.accountId, userId)
    const before = await takeExemption(tx, user.id)
    if (before !== null && before.until <= tx.now) await auditExpired(tx, { ...before, ...user })
    const { reason } = wanted
    const granted_by = acting.actor.name
    await insertExemption(tx, { user_id: user.id, reason, granted_by, granted_at: tx.now, until })
    await record(tx, acting, user, {
      action: 'user.mfa_exemption_granted',
      before: before === null ? undefined : factsOf(before),
      after: factsOf({ reason, until }),
    })
    await notifyExemption(tx, deps, user, {
      title: 'You can temporarily sign in without a second factor',
      text: `An administrator exempted you until ${until.toISOString().slice(0, 10)}.`,
    })
  })
  return readUserView(deps, acting.accountId, userId)
}

/** Ends an exemption that still counts; the next request needs the second factor. Throws resource.not_found. */
export async function endExemption(deps: DirectoryDeps, acting: Acting, userId: string): Promise<void> {
  allowInAccount(acting.actor, acting.accountId)
  await deps.system.tx(async (tx) => {
    const user = await personOf(tx, acting.accountId, userId)
    const before = await takeExemption(tx, user.id)
    if (before === null || before.until <= tx.now) throw fail('resource.not_found')
    await record(tx, acting, user, { action: 'user.mfa_exemption_revoked', before: factsOf(before) })
    await notifyExemption(tx, deps, user, {
      title: 'You need a second factor again',
      text: 'An administrator revoked your exemption.',
    })
  })
}

/** The exemption of a user who leaves the account goes with them. */
export async function dropExemption(tx: Tx, acting: Acting, user: Membership): Promise<void> {
  const before = await takeExemption(tx, user.id)
  if (before === null) return
  if (before.until <= tx.now) await auditExpired(tx, { ...before, ...user })
  else await record(tx, acting, user, { action: 'user.mfa_exemption_revoked', before: factsOf(before) })
}

/** Notes in the audit log which exemptions expired. They stopped counting at their time, noted or not. */
export async function noteExpiredExemptions(system: SystemScope): Promise<void> {
  for (;;) {
    const count = await system.tx(async (tx) => {
      const expired = await takeExpiredExemptions(tx, BATCH)
      for (const each of expired) await auditExpired(tx, { ...each, id: each.user_id })
      return expired.length
    })
    if (count < BATCH) return
  }
}

async function auditExpired(
  tx: Tx,
  { id, account_id, name, ...exemption }: Exemption & Pick<Membership, 'id' | 'account_id' | 'name'>,
): Promise<void> {
  await audit(tx, {
    accountId: account_id,
    actor: null,
    action: 'user.mfa_exemption_expired',
    object: { kind: 'user', id, name },
    before: factsOf(exemption),
  })
}

const factsOf = ({ reason, until }: Pick<Exemption, 'reason' | 'until'>) => ({
  reason,
  until: until.toISOString(),
})

/** Service accounts have no second factor that they could be exempted from. */
async function personOf(tx: Tx, accountId: string, userId: string): Promise<Membership> {
  const user = await lockUser(tx, accountId, userId)
  if (user === null || user.kind !== 'person') throw fail('resource.not_found')
  return user
}

async function record(
  tx: Tx,
  { actor, accountId, ip }: Acting,
  user: Membership,
  fact: {
    action: string
    before?: ReturnType<typeof factsOf> | undefined
    after?: ReturnType<typeof factsOf>
  },
): Promise<void> {
  const { before, ...rest } = fact
  const object = { kind: 'user', id: user.id, name: user.name }
  await audit(tx, { accountId, actor, object, ip, ...rest, ...(before === undefined ? {} : { before }) })
}

async function notifyExemption(
  tx: Tx,
  { publicUrl }: DirectoryDeps,
  user: Membership,
  words: { title: string; text: string },
): Promise<void> {
  // Open pages look again at what their session may do.
  tx.announce(personChanged(user.person_id))
  const { person_id: personId, account_id: accountId } = user
  await notify(tx, publicUrl, { personId, accountId, kind: 'securityChanged', ...words })
}
