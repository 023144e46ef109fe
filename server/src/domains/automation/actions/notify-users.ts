import type { JsonValue } from '@caseloom/contract/kernel/json'
import { z } from 'zod'
import type { SystemScope, TenantScope, Tx } from '../../../platform/database/types.ts'
import { runIdempotentAsSystem } from '../../../platform/idempotency/run-once.ts'
import type { Touch } from '@caseloom/contract/records/touches'
import type { RecordsDoor } from '../../records/records.door.ts'
import type { EffectAction, EffectContext } from '../effects/effects.ts'
import { type Directory, resolveAskedPeople, type Person, peopleOf } from '../directory/directory-port.ts'
import { effectOf, failedStep } from '../effects/effect-of.ts'

/** A playbook's notification for one person, sent through the channels they chose. */
export interface PlaybookNote {
  personId: string
  accountId: string
  kind: 'playbook'
  title: string
  text: string | null
  link: string | null
  subject: NoteSubject
}

/** What it is about: with a record, what its recipient could read of that. */
type NoteSubject =
  | { kind: 'tenant'; tenantId: string }
  | { kind: 'record'; tenantId: string; touch: Touch & { withheld: string[] } }

export interface NotifyDeps {
  system: SystemScope
  directory: Directory
  records: Pick<RecordsDoor, 'getRecord' | 'touches'>
  notify(tx: Tx, note: PlaybookNote): Promise<void>
}

const Names = z.array(z.string()).default([])
const Notify = z.object({
  to: z.object({ users: Names, groups: Names, roles: Names }),
  title: z.string().min(1).max(200),
  text: z.string().max(20_000).optional(),
  record: z.object({ app: z.string(), id: z.string() }).optional(),
})
type Notify = z.output<typeof Notify>

/** `notify.users`: notifies people through the channels they chose; anyone who may not see the record is skipped. */
export function notifyEffect(deps: NotifyDeps): EffectAction {
  return effectOf(Notify, async (input, context) => {
    const { scope, idempotencyKey: key } = context
    const [people, principals] = await Promise.all([
      peopleOf(deps.directory, scope),
      deps.directory.principals(scope),
    ])
    const { asked, unknown } = resolveAskedPeople(input.to, people, principals)
    if (unknown.length > 0)
      return failedStep('step.unknown_people', `Unknown ${unknown.slice(0, 10).join(', ')}`)
    const ids = new Set(asked.map((one) => one.id))
    const named = people.filter((person) => person.principals.some((id) => ids.has(id)))
    const place = await placeOf(deps, input, context)
    const subject = { kind: 'tenant', tenantId: scope.tenantId } as const
    const recipients =
      place === null
        ? named.map(({ personId }) => ({ personId, subject }))
        : await whoMaySee(deps, scope, { named, place })
    const note = {
      accountId: scope.accountId,
      kind: 'playbook' as const,
      title: input.title,
      text: input.text ?? null,
      link: place?.link ?? null,
    }
    const output = await runIdempotentAsSystem(deps.system, { tenantId: scope.tenantId, key }, async (tx) => {
      for (const recipient of recipients) await deps.notify(tx, { ...note, ...recipient })
      return { count: recipients.length, leftOut: named.length - recipients.length } satisfies JsonValue
    })
    return { ok: true, output, ...(place === null ? {} : { touched: [place.touched] }) }
  })
}

/** The record, by the eyes of the run. */
async function placeOf({ records }: NotifyDeps, { record }: Notify, { scope, actor }: EffectContext) {
  if (record === undefined) return null
  const found = await records.getRecord(scope, actor, { appId: record.app, recordId: record.id })
  const { appId, id: recordId, trackingId } = found
  const link = `/account/${scope.accountId}/tenant/${scope.tenantId}/record/${appId}/${recordId}`
  return { link, touched: { appId, recordId, trackingId } }
}

interface Seeing {
  named: readonly Person[]
  place: { touched: { appId: string; recordId: string; trackingId: string } }
}

async function whoMaySee(
  { records, directory }: NotifyDeps,
  scope: TenantScope,
  { named, place }: Seeing,
): Promise<Pick<PlaybookNote, 'personId' | 'subject'>[]> {
  const members = await directory.members(scope)
  const { tenantId } = scope
  const { appId, recordId } = place.touched
  const recipients: Pick<PlaybookNote, 'personId' | 'subject'>[] = []
  for (const person of named) {
    const member = members.find(({ actor }) => actor.id === person.userId)
    if (member === undefined) continue
    const seen = await records.touches.readable(scope, member.actor, [place.touched])
    if (seen.size === 0) continue
    const { withheld = [] } = await records.touches.ofApp(scope, member.actor, { idOrKey: appId, recordId })
    const touch = { ...place.touched, withheld: [...withheld] }
    recipients.push({ personId: person.personId, subject: { kind: 'record', tenantId, touch } })
  }
  return recipients
}
