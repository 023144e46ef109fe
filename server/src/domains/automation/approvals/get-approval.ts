import {
  type ApprovalView,
  ApprovalView as View,
  type NoAnswerReason,
} from '@caseloom/contract/automation/approvals'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import type { RecordView } from '@caseloom/contract/records/records'
import { z } from 'zod'
import { JsonObjectColumn } from '../../../platform/database/rows.ts'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import type { CompiledApp } from '../../apps/apps.door.ts'
import { answersOf, type AnswerRow, delegationsOf, type DelegationRow, factsOf } from './answer.store.ts'
import { type Facts, type Rules, standingOf } from './approval.rules.ts'
import { approvalById, type ApprovalRow } from './approval.store.ts'
import { type SummaryRow, summaryById, summaryOf } from './approvals.read.ts'
import { outsidersOf } from './link.store.ts'
import { isOpenRun } from '../gate/run-gate.ts'
import { consequenceOf } from './consequence.rules.ts'
import type { LookDeps } from './people-deps.ts'

/** A question as this person may see it; throws resource.not_found. Looking changes nothing. */
export async function getApproval(
  deps: LookDeps,
  scope: TenantScope,
  actor: Actor,
  id: string,
): Promise<ApprovalView> {
  const found = await scope.read((tx) => read(tx, actor, id))
  if (found === null) throw fail('resource.not_found')
  const { row, facts } = found
  const isInvolved = involved(actor, row, facts)
  if (!isInvolved && !sees(actor, row)) throw fail('resource.not_found')
  const open = isInvolved || (await isOpenRun(deps, scope, actor, row.run_id))
  return View.parse(viewOf(found, { actor, open, record: await recordOf(deps, scope, actor, row) }))
}

interface Found {
  document: JsonObject | null
  row: ApprovalRow
  summary: SummaryRow
  facts: Facts
  answers: AnswerRow[]
  delegations: DelegationRow[]
  outsiders: string[]
}

async function read(tx: TenantTx, actor: Actor, id: string): Promise<Found | null> {
  const row = await approvalById(tx, id)
  const summary = row === null ? null : await summaryById(tx, actor, id)
  if (row === null || summary === null) return null
  return {
    row,
    summary,
    document: await documentOf(tx, row.run_id),
    facts: await factsOf(tx, row),
    answers: await answersOf(tx, id),
    delegations: await delegationsOf(tx, id),
    outsiders: await outsidersOf(tx, id),
  }
}

/** Whether a user who isn't asked may see a question: with the permission to read runs, or as the run's initiator. */
export function sees(actor: Actor, row: ApprovalRow): boolean {
  return may(actor, 'run:read') || (actor.id !== null && row.started_by === actor.id)
}

function involved(actor: Actor, row: ApprovalRow, facts: Facts): boolean {
  if (actor.id === null) return false
  const { answers, delegations } = facts
  return (
    row.asked_ids.some((id) => actor.principals.includes(id)) ||
    answers.some((one) => one.userId === actor.id) ||
    delegations.some((one) => one.from === actor.id || one.to === actor.id)
  )
}

export function rulesOf(row: ApprovalRow): Rules {
  const { quorum, refusals, asked_ids: askedIds, excluded } = row
  return { quorum, refusals, askedIds, excluded }
}

const DocumentRow = z.object({ document: JsonObjectColumn })

/** What the run carries out. */
async function documentOf(tx: TenantTx, runId: string): Promise<JsonObject | null> {
  const [row] = await tx.rows(
    DocumentRow,
    `select v.document from caseloom.run r join caseloom.playbook_version v on v.id = r.version_id
      where r.tenant_id = $1 and r.id = $2`,
    [tx.tenantId, runId],
  )
  return row?.document ?? null
}

/** The record is there for those who may read it, with what they may read of it. */
async function recordOf(
  { records, apps }: LookDeps,
  scope: TenantScope,
  actor: Actor,
  { app_id: appId, record_id: recordId, tracking_id: trackingId }: ApprovalRow,
): Promise<z.input<typeof View>['record']> {
  if (appId === null || recordId === null) return null
  const readable = await records.touches.readable(scope, actor, [{ appId, recordId }])
  const app = readable.has(recordId) ? await scope.read((tx) => apps.compiled(tx, appId)) : null
  if (app === null) return null
  const { fields } = await records.getRecord(scope, actor, { appId, recordId })
  const title = fields[app.titleField]
  return {
    appId,
    recordId,
    trackingId: trackingId ?? '',
    title: typeof title === 'string' ? title : '',
    severity: severityOf(app, fields),
  }
}

function severityOf(app: CompiledApp, fields: RecordView['fields']): { key: string; label: string } | null {
  for (const { key, definition } of app.byKey.values()) {
    if (!('display' in definition) || definition.display !== 'severity') continue
    const option = definition.options.find((one) => one.key === fields[key])
    if (option !== undefined) return { key: option.key, label: option.label }
  }
  return null
}

function viewOf(
  { row, summary, facts, answers, delegations, outsiders, document }: Found,
  seen: { actor: Actor; open: boolean; record: z.input<typeof View>['record'] },
): z.input<typeof View> {
  const { actor, open } = seen
  const whyNot = whyNotOf(actor, row, facts)
  const standing = standingOf({ userId: actor.id ?? '', principals: actor.principals }, rulesOf(row), facts)
  return {
    ...summaryOf(summary, open),
    waitingForMe: whyNot === null,
    text: open ? row.body : null,
    schema: open ? row.schema : null,
    record: seen.record,
    next: open && row.kind === 'approve' && document !== null ? consequenceOf(document, row.path) : null,
    askedPrincipals: row.asked,
    outsiders: open ? outsiders : [],
    startedBy: row.started_by_name,
    quorum: row.quorum ?? 'all',
    refusals: row.refusals,
    answers: answers.map((answer) => answerOf(answer, open)),
    delegations: delegations.map((one) => ({
      from: one.from_name,
      to: one.to_name,
      at: one.at.toISOString(),
    })),
    escalation:
      row.escalate_at === null
        ? null
        : {
            at: row.escalate_at.toISOString(),
            asked: (row.escalate_to ?? []).map((one) => one.name),
            done: row.escalated,
          },
    can: {
      answer: whyNot === null,
      delegate: whyNot === null && row.delegation && standing.may && standing.delegatedFrom === null,
      whyNot,
    },
  }
}

function whyNotOf(actor: Actor, row: ApprovalRow, facts: Facts): NoAnswerReason | null {
  const standing = standingOf({ userId: actor.id ?? '', principals: actor.principals }, rulesOf(row), facts)
  if (!standing.may) return standing.why
  return may(actor, 'session') ? null : 'token'
}

function answerOf(answer: AnswerRow, open: boolean) {
  return {
    by: { id: answer.user_id, name: answer.name },
    verdict: answer.verdict,
    comment: open ? answer.comment : null,
    values: open ? answer.given : null,
    at: answer.at.toISOString(),
    delegatedFrom: answer.delegated_from_name,
  }
}
