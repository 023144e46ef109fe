import type {
  inviteUser as inviteRoute,
  SentInvitation,
  UserView,
} from '@caseloom/contract/identity/directory'
import { cleanText } from '@caseloom/contract/values/normalize-text'
import type { RouteBody } from '@caseloom/contract/kernel/route'
import { audit } from '../../../platform/audit/audit.ts'
import type { Tx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allowInAccount } from '../../../platform/rights.ts'
import { newId } from '../../../platform/uuid.ts'
import { violates } from '../people/create-person.ts'
import { findPersonByEmail, savePerson } from '../people/person.store.ts'
import type { Acting, DirectoryDeps } from './directory-deps.ts'
import { assignGroups, assignRoles, type KnownTenants } from './role-assignments.ts'
import { mailInvitation } from './invitation.ts'
import { readUserView } from './list-users.ts'
import {
  lockMembership,
  lockUser,
  type Membership,
  saveMembership,
  updateMembership,
} from './membership.store.ts'
import { TOKEN_LIFE_MS } from './password-token.store.ts'
import { announceUser } from './rights-changed.ts'

type Wanted = RouteBody<typeof inviteRoute>

/**
 * Invites a person by mail; a person who is known keeps their name and their ways to sign in, and the
 * account sees the name that it typed until they accept.
 * @throws user.exists, request.invalid at unknown roles, tenants and groups
 */
export async function inviteUser(
  deps: DirectoryDeps,
  acting: Acting,
  wanted: Wanted,
): Promise<UserView & { invitation: SentInvitation }> {
  allowInAccount(acting.actor, acting.accountId)
  const places = await deps.places.directory([acting.accountId])
  const accountName = places.accounts[0]?.name ?? ''
  const { publicUrl } = deps
  const attempt = () =>
    deps.system.tx(async (tx) => {
      const place = { accountName, tenants: places.tenants, publicUrl }
      return inviteInto(tx, acting, place, wanted)
    })
  // Two who invite the same new person: the second finds them known.
  const { userId, link } = await attempt().catch((error: unknown) => {
    if (violates(error, 'person_email')) return attempt()
    throw error
  })
  const user = await readUserView(deps, acting.accountId, userId)
  return { ...user, invitation: sentInvitation(deps, link) }
}

/** Who invites gets the link only where no mail server carries it: there they read it in the captured mail anyway. */
function sentInvitation({ capturing }: DirectoryDeps, link: string | null): SentInvitation {
  return { mailed: !capturing, link: capturing ? link : null }
}

interface InvitedTo {
  accountName: string
  tenants: KnownTenants
  publicUrl: string
}

/**
 * Invites a person in a transaction that may have just made the account; answers the link that only new people get.
 * @throws user.exists, request.invalid, the constraint person_email when someone else adds the person now
 */
export async function inviteInto(
  tx: Tx,
  acting: Acting,
  { accountName, tenants, publicUrl }: InvitedTo,
  wanted: Wanted,
): Promise<{ userId: string; link: string | null }> {
  const known = await knownPerson(tx, wanted.email)
  const personId = known ?? (await newPerson(tx, wanted))
  const invitedName = known === null ? null : cleanText(wanted.name)
  const user = await becomeInvited(tx, acting, { wanted, personId, invitedName, tenants })
  const until = new Date(tx.now.getTime() + TOKEN_LIFE_MS.invitation)
  const link = await mailInvitation(tx, { user, accountName, inviter: acting.actor.name, until, publicUrl })
  return { userId: user.id, link }
}

async function knownPerson(tx: Tx, email: string): Promise<string | null> {
  const person = await findPersonByEmail(tx, email)
  if (person === null) return null
  const rows = await tx.query(`select 1 from caseloom.person where id = $1 and kind = 'person'`, [person.id])
  if (rows.length > 0) return person.id
  const issue = { path: ['body', 'email'], code: 'taken', message: 'This isn’t the address of a person' }
  throw fail('request.invalid', { issues: [issue] })
}

async function newPerson(tx: Tx, { email, name }: Wanted): Promise<string> {
  const id = newId()
  const rest = { passwordHash: null, superAdministrator: false, timeZone: null }
  await savePerson(tx, { id, email, name: cleanText(name), ...rest })
  return id
}

interface BecomesInvited {
  wanted: Wanted
  personId: string
  invitedName: string | null
  tenants: KnownTenants
}

async function becomeInvited(
  tx: Tx,
  { actor, accountId, ip }: Acting,
  { wanted, personId, invitedName, tenants }: BecomesInvited,
) {
  const before = await lockMembership(tx, accountId, personId)
  if (before !== null && before.status !== 'removed') throw fail('user.exists')
  const saved = await saveMembership(tx, {
    id: newId(),
    accountId,
    personId,
    status: 'invited',
    accountAdmin: wanted.accountAdmin,
    invitedUntil: new Date(tx.now.getTime() + TOKEN_LIFE_MS.invitation),
    invitedName,
  })
  await assignRoles(tx, { accountId, userId: saved.id }, wanted.roles, tenants)
  await assignGroups(tx, { accountId, userId: saved.id }, wanted.groupIds)
  const user = await lockUser(tx, accountId, saved.id)
  if (user === null) throw fail('user.exists')
  await audit(tx, {
    accountId,
    actor,
    action: 'user.invited',
    object: { kind: 'user', id: user.id, name: user.name },
    after: { accountAdmin: wanted.accountAdmin, roles: wanted.roles, groupIds: wanted.groupIds },
    ip,
  })
  announceUser(tx, user, tenants, 'created')
  return user
}

/** Mails the invitation again with a new link; the old one ends. Throws user.not_invited, resource.not_found. */
export async function inviteAgain(
  deps: DirectoryDeps,
  acting: Acting,
  userId: string,
): Promise<SentInvitation> {
  allowInAccount(acting.actor, acting.accountId)
  const { tenants, accounts } = await deps.places.directory([acting.accountId])
  const place = { tenants, accountName: accounts[0]?.name ?? '', publicUrl: deps.publicUrl }
  const link = await deps.system.tx(async (tx) => {
    const user = await lockUser(tx, acting.accountId, userId)
    if (user === null) throw fail('resource.not_found')
    if (user.status !== 'invited') throw fail('user.not_invited')
    return sendAgain(tx, acting, place, user)
  })
  return sentInvitation(deps, link)
}

/** Renews the open invitation of an administrator by email address; null when there is none. */
export async function renewAdministrator(
  tx: Tx,
  acting: Acting,
  place: InvitedTo,
  email: string,
): Promise<{ userId: string; link: string | null } | null> {
  const person = await findPersonByEmail(tx, email)
  const user = person === null ? null : await lockMembership(tx, acting.accountId, person.id)
  if (user === null || user.status !== 'invited') return null
  const link = await sendAgain(tx, acting, place, { ...user, account_admin: true })
  return { userId: user.id, link }
}

async function sendAgain(
  tx: Tx,
  { actor, accountId, ip }: Acting,
  { accountName, tenants, publicUrl }: InvitedTo,
  user: Membership,
): Promise<string | null> {
  const until = new Date(tx.now.getTime() + TOKEN_LIFE_MS.invitation)
  const rev = await updateMembership(tx, { ...user, invited_until: until })
  const link = await mailInvitation(tx, { user, accountName, inviter: actor.name, until, publicUrl })
  const object = { kind: 'user', id: user.id, name: user.name }
  await audit(tx, { accountId, actor, action: 'user.invited_again', object, ip })
  announceUser(tx, { ...user, rev }, tenants)
  return link
}
