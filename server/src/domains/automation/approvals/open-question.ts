// Questions to people, approvals and forms: who may answer, reminders, deadlines, and links.
import { createHash } from 'node:crypto'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import type { TenantTx } from '../../../platform/database/types.ts'
import { isFailure } from '../../../platform/errors.ts'
import type { EffectOutcome } from '../effects/effects.ts'
import type { TouchedRecord } from '../gate/touched.rules.ts'
import { showAtRecord, touchNow } from '../gate/run-touch.store.ts'
import type { WaitingAction, WaitingActions, WaitingContext } from '../waits/waiting-actions.ts'
import { previousOf } from './answer.store.ts'
import { announceApproval } from './approval.events.ts'
import { electorate } from './approval.rules.ts'
import { approvalById, type ApprovalRow, endApproval, insertApproval } from './approval.store.ts'
import { callPlace, peopleBehind } from '../runs/call-chain.store.ts'
import { putDue, putNotes } from './due.store.ts'
import { schemaFault } from './form-values.ts'
import { putLinks } from './link.store.ts'
import type { AskDeps } from './people-deps.ts'
import { approvalOf, formOf, type Question, shownOf } from './question.rules.ts'
import { type AskedPeople, resolveAskedPeople, type Person, peopleOf } from '../directory/directory-port.ts'

/** The actions that put questions to people; their answers come by people.routes.ts only. */
export function peopleListens(deps: AskDeps): WaitingActions {
  return new Map([
    ['human.approve', listenTo(deps, approvalOf)],
    ['human.form', listenTo(deps, formOf)],
  ])
}

function listenTo(deps: AskDeps, questionOf: (input: JsonObject) => Question): WaitingAction {
  return {
    internal: true,
    open: (input, context) => openQuestion(deps, questionOf(input), context),
    closed,
  }
}

/** The run has no more use for the answer: the question leaves all inboxes, and links end. */
async function closed(tx: TenantTx, { waitId }: { waitId: string }): Promise<void> {
  const row = await approvalById(tx, waitId)
  if (row !== null && (await endApproval(tx, waitId, 'closed'))) announceApproval(tx, row)
}

async function openQuestion(
  deps: AskDeps,
  question: Question,
  context: WaitingContext,
): Promise<EffectOutcome> {
  const { scope, waitId } = context
  const before = await scope.read((tx) => approvalById(tx, waitId))
  if (before !== null) return { ok: true, output: shownOutput(before) }
  const fault = question.schema === null ? null : schemaFault(question.schema)
  if (fault !== null) return failed('form.schema_invalid', `The schema of the form isn’t supported: ${fault}`)
  const people = await peopleOf(deps.directory, scope)
  const principals = await deps.directory.principals(scope)
  const to = resolveAskedPeople(question.to, people, principals)
  const later =
    question.escalate === null ? null : resolveAskedPeople(question.escalate.to, people, principals)
  const unknown = [...to.unknown, ...(later?.unknown ?? [])]
  if (unknown.length > 0) return failed('approval.unknown_people', `Unknown ${unknown.join(', ')}`)
  const record = await recordOf(deps, question, context)
  if (record === 'missing')
    return failed('approval.record_missing', 'The record of this request doesn’t exist or can’t be read')
  return scope.tx((tx) =>
    keep(tx, { question, context, people, asked: to.asked, later: later?.asked, record }),
  )
}

interface StoredQuestion {
  question: Question
  context: WaitingContext
  people: readonly Person[]
  asked: AskedPeople[]
  later: AskedPeople[] | undefined
  record: TouchedRecord | null
}

async function keep(tx: TenantTx, asking: StoredQuestion): Promise<EffectOutcome> {
  const { question, context, people, asked, later, record } = asking
  const { runId, waitId, path } = context
  await touchNow(tx, runId, context.touched?.() ?? [])
  // The record's page reads again when the question is announced, before the run's next turn is written.
  if (record !== null) await showAtRecord(tx, runId, record)
  const behind = await peopleBehind(tx, runId)
  const excluded = question.separation.initiator ? behind : []
  const startedBy = behind[0] ?? null
  const askedIds = asked.map((one) => one.id)
  const at = await callPlace(tx, runId, path)
  const previous = question.separation.previous ? await previousOf(tx, at) : new Set<string>()
  const voters = electorate(people, { askedIds, excluded }, previous)
  const everIds = [...askedIds, ...(later ?? []).map((one) => one.id)]
  const fault = unanswerable(question, electorate(people, { askedIds: everIds, excluded }, previous).length)
  if (fault !== null) return fault
  const after = (ms: number | null) => (ms === null ? null : new Date(tx.now.getTime() + ms))
  const row = {
    id: waitId,
    run_id: runId,
    path,
    root_run: at.root,
    place: at.place,
    kind: question.kind,
    title: question.title,
    body: question.text,
    schema: question.schema,
    asked,
    asked_ids: askedIds,
    excluded,
    started_by: startedBy,
    started_by_name: people.find((person) => person.userId === startedBy)?.name ?? null,
    previous_excluded: question.separation.previous,
    quorum: question.quorum,
    refusals: question.refusals,
    delegation: question.delegation,
    expiry_refuses: question.expiryRefuses,
    escalate_at: after(question.escalate?.afterMs ?? null),
    escalate_to: later ?? null,
    remind_ms: question.remindMs,
    expires_at: after(question.expiresMs),
    app_id: record?.appId ?? null,
    record_id: record?.recordId ?? null,
    tracking_id: record?.trackingId ?? null,
    question_hash: hashOf(shownOf(question, asked.map(plain))),
  }
  if (await insertApproval(tx, row)) {
    if (row.expires_at !== null) await putDue(tx, waitId, 'expire', row.expires_at)
    if (row.escalate_at !== null) await putDue(tx, waitId, 'escalate', row.escalate_at)
    const remindAt = after(question.remindMs)
    if (remindAt !== null) await putDue(tx, waitId, 'remind', remindAt)
    const voting = people.filter((person) => voters.includes(person.userId))
    await putNotes(
      tx,
      waitId,
      'asked',
      voting.map((person) => person.personId),
    )
    await putLinks(tx, waitId, question.outsiders)
    announceApproval(tx, row, 'created')
  }
  return { ok: true, output: shownOutput(row), ...(record === null ? {} : { touched: [record] }) }
}

/** A question that no one can answer would wait forever, so the step fails immediately. */
function unanswerable(question: Question, voters: number): EffectOutcome | null {
  if (voters === 0 && question.outsiders.length === 0) {
    const why = 'after excluding users who must not answer'
    return failed('approval.nobody', `No recipient can answer, ${why}`)
  }
  if (question.quorum !== null && question.outsiders.length === 0 && voters < question.quorum) {
    const message = `${question.quorum} must agree, but only ${voters} of the recipients can answer`
    return failed('approval.quorum_unreachable', message)
  }
  return null
}

async function recordOf(
  { records }: AskDeps,
  { record }: Question,
  { scope, actor }: WaitingContext,
): Promise<TouchedRecord | null | 'missing'> {
  if (record === null) return null
  try {
    const place = { appId: record.app, recordId: record.id }
    const { appId, id: recordId, trackingId } = await records.getRecord(scope, actor, place)
    return { appId, recordId, trackingId }
  } catch (error) {
    if (isFailure(error, 'resource.not_found') || isFailure(error, 'right.missing')) return 'missing'
    throw error
  }
}

/** What the run page shows while the step waits. */
function shownOutput(row: Pick<ApprovalRow, 'id' | 'title' | 'asked' | 'expires_at'>): JsonValue {
  return {
    approval: row.id,
    title: row.title,
    asked: row.asked.map(plain),
    expiresAt: row.expires_at?.toISOString() ?? null,
  }
}

function plain({ kind, id, name }: AskedPeople): JsonObject {
  return { kind, id, name }
}

function hashOf(value: JsonValue): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}

function failed(code: string, message: string): EffectOutcome {
  return { ok: false, error: { code, message, retryable: false } }
}
