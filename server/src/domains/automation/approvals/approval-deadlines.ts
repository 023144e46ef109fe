import type { TenantTx } from '../../../platform/database/types.ts'
import { audit } from '../../../platform/audit/audit.ts'
import { oneLine, queueMail } from '../../../platform/mail/queue-mail.ts'
import { createWorkLoop, type WorkLoop } from '../../../platform/scheduling/work-loop.ts'
import type { WaitAnswer } from '../waits/waits.ts'
import { factsOf } from './answer.store.ts'
import { announceApproval } from './approval.events.ts'
import { standingOf } from './approval.rules.ts'
import { type ApprovalRow, askMore, endApproval, lockApproval } from './approval.store.ts'
import { noteOf, outsiderMail } from './ask-texts.rules.ts'
import { approvalOutput } from './decide.ts'
import { type DueRow, dueNow, putDue, putNotes, putOff, takeDue, takeNotes } from './due.store.ts'
import { makeToken, outsidersOf, putLinks, takeUnsent } from './link.store.ts'
import { rulesOf } from './get-approval.ts'
import type { PeopleDeps } from './people-deps.ts'
import { peopleOf, type Person } from '../directory/directory-port.ts'

/** What could not be done is tried again after this. */
const PUT_OFF_MS = 60_000

/**
 * Processes due expirations, escalations, and reminders, then notifies people and emails links.
 * Safe to run in several processes: each action happens once.
 */
export async function processApprovalDeadlines(deps: PeopleDeps, now: Date): Promise<void> {
  for (;;) {
    const due = await deps.system.read((tx) => dueNow(tx, now))
    if (due.length === 0) break
    for (const one of due)
      await comeDue(deps, one, now).catch(async (err: unknown) => {
        deps.log.warn({ err, approval: one.approval_id }, 'failed to process a due approval')
        await deps.system.tx((tx) => putOff(tx, one, new Date(now.getTime() + PUT_OFF_MS)))
      })
  }
  while ((await mailLinks(deps)) > 0);
  while ((await notifyApprovers(deps)) > 0);
}

async function comeDue(deps: PeopleDeps, due: DueRow, now: Date): Promise<void> {
  const scope = await deps.tenant(due.tenant_id)
  if (scope === null) throw new Error('The tenant isn’t active')
  const people = due.kind === 'expire' ? [] : await peopleOf(deps.directory, scope)
  await scope.tx(async (tx) => {
    const row = await lockApproval(tx, due.approval_id)
    if (!(await takeDue(tx, due.approval_id, due.kind, now)) || row === null || row.state !== 'open') return
    if (due.kind === 'expire') await expire(deps, tx, row)
    else if (due.kind === 'escalate') await escalate(tx, row, people)
    else await remind(tx, row, { people, now })
  })
}

/** Time that runs out never agrees to anything. */
async function expire(deps: PeopleDeps, tx: TenantTx, row: ApprovalRow): Promise<void> {
  const message = row.kind === 'form' ? 'The form wasn’t filled in on time' : 'No decision was made in time'
  const error = { code: `${row.kind === 'form' ? 'form' : 'approval'}.expired`, message, retryable: true }
  const reply: WaitAnswer = row.expiry_refuses
    ? await approvalOutput(tx, row, 'rejected')
    : { ok: false, error }
  // A run that is to stop takes no answer: its question closes with it.
  const isAnswered = await deps.answer(tx, row.id, reply)
  await endApproval(tx, row.id, isAnswered ? 'expired' : 'closed')
  announceApproval(tx, row)
  if (!isAnswered) return
  await audit(tx, {
    accountId: tx.accountId,
    tenantId: tx.tenantId,
    actor: null,
    action: 'approval.expired',
    object: { kind: 'approval', id: row.id, name: row.title },
    before: { shown: row.question_hash },
  })
}

async function escalate(tx: TenantTx, row: ApprovalRow, people: readonly Person[]): Promise<void> {
  const asked = [...new Map([...row.asked, ...(row.escalate_to ?? [])].map((one) => [one.id, one])).values()]
  await askMore(tx, row.id, asked)
  const wider = { ...row, asked, asked_ids: asked.map((one) => one.id) }
  const known = await waitingPeople(tx, row, people)
  const fresh = (await waitingPeople(tx, wider, people)).filter((person) => !known.includes(person))
  await putNotes(
    tx,
    row.id,
    'escalated',
    fresh.map((person) => person.personId),
  )
  announceApproval(tx, row)
}

async function remind(
  tx: TenantTx,
  row: ApprovalRow,
  { people, now }: { people: readonly Person[]; now: Date },
): Promise<void> {
  const waiting = await waitingPeople(tx, row, people)
  await putNotes(
    tx,
    row.id,
    'reminded',
    waiting.map((person) => person.personId),
  )
  // A link that was mailed is known by its hash only, so that a reminder brings another one to the same form.
  await putLinks(tx, row.id, await outsidersOf(tx, row.id))
  if (row.remind_ms !== null)
    await putDue(tx, row.id, 'remind', new Date(now.getTime() + Number(row.remind_ms)))
}

/** Whose answer is still missing. */
async function waitingPeople(tx: TenantTx, row: ApprovalRow, people: readonly Person[]): Promise<Person[]> {
  const facts = await factsOf(tx, row)
  return people.filter((person) => standingOf(person, rulesOf(row), facts).may)
}

async function mailLinks(deps: PeopleDeps): Promise<number> {
  return deps.system.tx(async (tx) => {
    const unsent = await takeUnsent(tx)
    let sent = 0
    for (const link of unsent) {
      const scope = await deps.tenant(link.tenant_id)
      // Suspended a moment ago: the link is mailed when the tenant is active again.
      if (scope === null) continue
      const token = await makeToken(tx, link.id)
      sent += 1
      const mail = outsiderMail({
        title: oneLine(link.title),
        link: `${deps.publicUrl}/asks/${token}`,
        until: link.expires_at,
        zone: scope.timeZone,
      })
      await queueMail(tx, { accountId: scope.accountId, to: link.email, ...mail })
    }
    return sent
  })
}

async function notifyApprovers(deps: PeopleDeps): Promise<number> {
  return deps.system.tx(async (tx) => {
    const notes = await takeNotes(tx)
    for (const note of notes) {
      const scope = await deps.tenant(note.tenant_id)
      if (scope === null) continue
      const place = `/account/${scope.accountId}/tenant/${scope.tenantId}`
      const link = `${place}/orchestration/inbox/${note.approval_id}`
      const to = { personId: note.person_id, accountId: scope.accountId }
      const subject = { kind: 'approval', tenantId: scope.tenantId, approvalId: note.approval_id } as const
      await deps.notify(tx, { ...to, kind: 'approval', ...noteOf(note), link, subject })
    }
    return notes.length
  })
}

const LOOK_MS = 5_000

/** Looks every five seconds, and when something was announced. */
export function startApprovalDeadlines(deps: PeopleDeps): WorkLoop {
  const { log } = deps
  const loop = createWorkLoop({
    name: 'questions',
    everyMs: LOOK_MS,
    look: (now) => processApprovalDeadlines(deps, now),
    log,
  })
  loop.start()
  return loop
}
