// Notices to the owners of playbooks about failures, stopped loops, and triggers that were turned off.
import type { Logger } from 'pino'
import type { SystemScope, TenantScope, Tx } from '../../../platform/database/types.ts'
import { createWorkLoop, type WorkLoop } from '../../../platform/scheduling/work-loop.ts'
import type { Directory, TenantMember } from '../directory/directory-port.ts'
import { type Notice, type NoticeKind, noticesDue, takeNotice } from './notice.store.ts'
import { noticeTexts } from './notice-texts.rules.ts'

const LOOK_MS = 5_000
const MAX_NOTIFIED = 50

export interface OwnerNote {
  personId: string
  accountId: string
  kind: NoticeKind
  title: string
  text: string
  link: string
  subject: { kind: 'playbook'; tenantId: string; playbookId: string }
}

export interface NoticeDeps {
  system: SystemScope
  tenant(tenantId: string): Promise<TenantScope | null>
  directory: Pick<Directory, 'members'>
  notify(tx: Tx, note: OwnerNote): Promise<void>
  log: Logger
}

/** Notifies the owners of playbooks of failures and deactivations, at most once an hour per playbook and kind. */
export async function notifyOwners(deps: NoticeDeps, now: Date): Promise<void> {
  const due = await deps.system.read((tx) => noticesDue(tx, now))
  for (const one of due) {
    const scope = await deps.tenant(one.tenant_id)
    if (scope === null) continue
    const members = await deps.directory.members(scope)
    // Notifications belong to people, whose data a tenant's role can't read.
    await deps.system.tx(async (tx) => {
      const place = { tenantId: one.tenant_id, playbookId: one.playbook_id }
      const notice = await takeNotice(tx, { ...place, kind: one.kind, now })
      if (notice === null) return
      const link = linkOf(scope, notice)
      for (const personId of ownersOf(notice, members))
        await deps.notify(tx, {
          personId,
          accountId: scope.accountId,
          kind: notice.kind,
          ...noticeTexts(notice),
          link,
          subject: { kind: 'playbook', ...place },
        })
    })
  }
}

/** Who published or last saved the playbook; when none of them is here any more, everyone who may build playbooks. */
export function ownersOf({ owners, by_user: by }: Notice, members: readonly TenantMember[]): string[] {
  const people = members.filter(
    ({ actor, service }) => !service && actor.personId !== null && actor.permissions.has('playbook:read'),
  )
  const own = people.filter(({ actor }) => actor.id !== null && owners.includes(actor.id))
  const recipients =
    own.length > 0 ? own : people.filter(({ actor }) => actor.permissions.has('playbook:build'))
  const ids = recipients.flatMap(({ actor }) =>
    actor.personId === null || actor.id === by ? [] : [actor.personId],
  )
  return [...new Set(ids)].slice(0, MAX_NOTIFIED)
}

function linkOf(
  { accountId, tenantId }: TenantScope,
  { kind, run_id, pending, playbook_id }: Notice,
): string {
  const base = `/account/${accountId}/tenant/${tenantId}/orchestration`
  if (kind === 'triggerOff') return `${base}/playbook/${playbook_id}?view=triggers`
  if (pending === 1 && run_id !== null) return `${base}/run/${run_id}`
  return run_id === null
    ? `${base}/playbook/${playbook_id}?view=triggers`
    : `${base}/playbook/${playbook_id}?view=runs`
}

/** Looks every few seconds, and when a run failed. */
export function startNoticeTicker(deps: NoticeDeps): WorkLoop {
  const { log } = deps
  const loop = createWorkLoop({
    name: 'notices',
    everyMs: LOOK_MS,
    look: (now) => notifyOwners(deps, now),
    log,
  })
  loop.start()
  return loop
}
