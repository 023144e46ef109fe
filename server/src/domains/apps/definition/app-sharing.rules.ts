import { UserId } from '@caseloom/contract/kernel/ids'
import { type Actor, may, mayPass } from '@caseloom/contract/kernel/permissions'
import {
  type Grant,
  isSharedWith,
  MAX_GRANTS,
  principalOf,
  type Sharing,
} from '@caseloom/contract/kernel/sharing'
import { fail } from '../../../platform/errors.ts'
import { liveFields, type StoredApp, type StoredField } from './app-definition.ts'

/** An app or an applet. */
interface Shared {
  definition: { sharing?: Sharing }
}

export function sharingOf({ definition }: Shared): Sharing {
  return definition.sharing ?? null
}

/** An app that is not shared with someone does not exist for them. */
export function mayReadApp(actor: Actor, app: Shared): boolean {
  return may(actor, 'app:read') && isSharedWith(actor, sharingOf(app), 'read')
}

export function mayBuildApp(actor: Actor, app: Shared): boolean {
  return may(actor, 'app:build') && isSharedWith(actor, sharingOf(app), 'manage')
}

/** Fields of an app that the actor knows of: all for those who build it, otherwise those that they can read. */
export function fieldsKnownTo(actor: Actor, app: Pick<StoredApp, 'definition'>): StoredField[] {
  const fields = liveFields(app.definition)
  return mayBuildApp(actor, app) ? fields : fields.filter(({ readers }) => mayPass(actor, readers))
}

/** Keys of fields that the actor can’t read in records, and of those that they can read but not write. */
export function closedFields(
  actor: Actor,
  fields: readonly Pick<StoredField, 'key' | 'readers' | 'writers'>[],
): { hidden: string[]; locked: string[] } {
  const open = fields.filter(({ readers }) => mayPass(actor, readers))
  return {
    hidden: fields.filter((field) => !open.includes(field)).map(({ key }) => key),
    locked: open.filter(({ writers }) => !mayPass(actor, writers)).map(({ key }) => key),
  }
}

/** @throws resource.not_found for an app that the actor may not see, right.missing for one they may not build */
export function allowBuild(actor: Actor, app: Shared): void {
  if (!isSharedWith(actor, sharingOf(app), 'read')) throw fail('resource.not_found')
  if (!mayBuildApp(actor, app))
    throw fail('right.missing', { detail: 'You don’t have permission to manage this app' })
}

/** The same for an applet. */
export function allowBuildApplet(actor: Actor, applet: Shared): void {
  if (!isSharedWith(actor, sharingOf(applet), 'read')) throw fail('resource.not_found')
  if (!mayBuildApp(actor, applet))
    throw fail('right.missing', { detail: 'You don’t have permission to manage this applet' })
}

/**
 * Who narrows the circle of an app stays among those who build it: no one shuts themselves out.
 * Throws request.invalid where the list has no room for them.
 */
export function keepBuilder(actor: Actor, sharing: Sharing): Sharing {
  if (isSharedWith(actor, sharing, 'manage') || sharing === null || actor.id === null) return sharing
  const own: Grant = { to: { userId: UserId.parse(actor.id) }, level: 'manage' }
  const others = sharing.filter((grant) => principalOf(grant) !== actor.id)
  if (others.length >= MAX_GRANTS) {
    const message = `At most ${MAX_GRANTS} users, groups, and roles, including you`
    throw fail('request.invalid', {
      issues: [{ path: ['body', 'sharing'], code: 'too_many', message, max: MAX_GRANTS }],
    })
  }
  return [...others, own]
}
