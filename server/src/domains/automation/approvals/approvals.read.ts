import {
  type ApprovalQuery,
  ApprovalSummary as Summary,
  type ApprovalSummary,
} from '@caseloom/contract/automation/approvals'
import { normalizeGuid } from '@caseloom/contract/kernel/ids'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import { z } from 'zod'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { allow } from '../../../platform/rights.ts'
import { type GateDeps, openRuns, readsRecord } from '../gate/run-gate.ts'
import { runsOfRecord } from '../gate/run-touch.store.ts'
import { pageAfter } from '../run-model/cursor.rules.ts'
import { AskedPeople } from '../directory/directory-port.ts'

const WaitingRow = z.object({ waiting: z.number() })

const SummaryRow = z.object({
  id: z.string(),
  kind: Summary.shape.kind,
  state: Summary.shape.state,
  title: z.string(),
  path: z.string(),
  asked: z.array(AskedPeople),
  decided_by: Summary.shape.decidedBy,
  run_id: z.string(),
  number: z.string(),
  playbook_id: z.string(),
  playbook_title: z.string(),
  opened_at: z.date(),
  expires_at: z.date().nullable(),
  decided_at: z.date().nullable(),
  waiting: z.boolean(),
  involved: z.boolean(),
})
export type SummaryRow = z.infer<typeof SummaryRow>

/** $2 is the caller's user id, $3 all of their principals. */
const ANSWERED = `exists (select from caseloom.approval_answer x where x.approval_id = a.id and x.user_id = $2)`
const ASKED = `(a.asked_ids && $3::uuid[]
  or exists (select from caseloom.approval_delegation d where d.approval_id = a.id and d.to_user = $2))`
/** The same rules as in approval.rules.ts, for many questions in one query. */
const WAITING = `(a.state = 'open' and (a.expires_at is null or a.expires_at > now()) and not $2 = any(a.excluded) and not ${ANSWERED}
  and not exists (
    select from caseloom.approval o join caseloom.approval_answer x on x.approval_id = o.id
     where a.previous_excluded and o.root_run = a.root_run and o.kind = 'approve' and o.place <> a.place
       and ($2 in (x.user_id, x.delegated_from) or exists (
         select from caseloom.approval_delegation d
          where d.approval_id = a.id and d.to_user = $2 and d.from_user in (x.user_id, x.delegated_from))))
  and (exists (select from caseloom.approval_delegation d where d.approval_id = a.id and d.to_user = $2)
    or (a.asked_ids && $3::uuid[] and not exists (
      select from caseloom.approval_delegation d where d.approval_id = a.id and d.from_user = $2))))`
/** People who were asked see the question; someone who only started the run sees as much as of the rest of the run. */
const INVOLVED = `(${ASKED} or ${ANSWERED}
  or exists (select from caseloom.approval_delegation d where d.approval_id = a.id and d.from_user = $2))`

/** Of an approval, those whose verdict it got. */
const DECIDED_BY = `(
  select coalesce(json_agg(json_build_object('id', x.user_id, 'name', x.name) order by x.at, x.id), '[]')
    from caseloom.approval_answer x
   where x.tenant_id = a.tenant_id and x.approval_id = a.id
     and case when a.kind = 'form' then a.state = 'answered' else x.verdict = a.state end)`

const SELECT = `
  select a.id, a.kind, a.state, a.title, a.path, a.asked, a.run_id, r.number, r.playbook_id,
         p.title as playbook_title, a.opened_at, a.expires_at, a.decided_at,
         ${DECIDED_BY} as decided_by, ${WAITING} as waiting, ${INVOLVED} as involved
    from caseloom.approval a join caseloom.run r on r.id = a.run_id
    join caseloom.playbook p on p.id = r.playbook_id`

const NO_USER_ID = '00000000-0000-0000-0000-000000000000'

export async function summaryById(tx: TenantTx, actor: Actor, id: string): Promise<SummaryRow | null> {
  const rows = await tx.rows(SummaryRow, `${SELECT} where a.tenant_id = $1 and a.id = $4`, [
    ...callerOf(tx, actor),
    id,
  ])
  return rows[0] ?? null
}

const BOXES = {
  mine: WAITING,
  answered: ANSWERED,
  started: 'a.started_by = $2',
  all: 'true',
  /** As `sees` in get-approval.ts, of someone without run:read. */
  visible: `(${INVOLVED} or a.started_by = $2)`,
} as const

function boxOf({ box }: ApprovalQuery, actor: Actor): string {
  return BOXES[box === 'visible' && may(actor, 'run:read') ? 'all' : box]
}

/** A page of questions, the latest first; `all` needs the right to see runs, and those of a record are for its readers. */
export async function listApprovals(
  deps: GateDeps,
  scope: TenantScope,
  actor: Actor,
  query: ApprovalQuery,
): Promise<{ items: ApprovalSummary[]; next: string | null }> {
  if (query.box === 'all') allow(actor, 'run:read')
  const after = pageAfter(query.cursor)
  const { recordId } = query
  if (recordId !== undefined && !(await readsRecord(deps, scope, actor, recordId)))
    return { items: [], next: null }
  const rows = await scope.read((tx) =>
    tx.rows(
      SummaryRow,
      `${SELECT} where a.tenant_id = $1 and ${boxOf(query, actor)}
        and ($4::uuid is null or a.id < $4) and ($5::uuid is null or a.run_id = $5)
        and ($6::text is null or a.kind = $6) and ($7::boolean is null or (a.state = 'open') = $7)
        and ($9::uuid is null or a.run_id in ${runsOfRecord('$9')} or a.root_run in ${runsOfRecord('$9')})
        order by a.id desc limit $8`,
      [
        ...callerOf(tx, actor),
        after,
        query.runId ?? null,
        query.kind ?? null,
        query.state === undefined ? null : query.state === 'open',
        query.limit + 1,
        recordId === undefined ? null : normalizeGuid(recordId),
      ],
    ),
  )
  const page = rows.slice(0, query.limit)
  const last = page.at(-1)
  const next = rows.length > query.limit && last !== undefined ? last.id : null
  const others = page.flatMap((row) => (row.involved ? [] : [row.run_id]))
  const open = await openRuns(deps, scope, actor, [...new Set(others)])
  const isSeen = (row: SummaryRow) => row.involved || open.has(row.run_id)
  return { items: page.map((row) => Summary.parse(summaryOf(row, isSeen(row)))), next }
}

/** How many questions are waiting for the user. */
export async function countWaiting(scope: TenantScope, actor: Actor): Promise<number> {
  const rows = await scope.read((tx) =>
    tx.rows(
      WaitingRow,
      `select count(*)::int as waiting from caseloom.approval a where a.tenant_id = $1 and ${WAITING}`,
      callerOf(tx, actor),
    ),
  )
  return rows[0]?.waiting ?? 0
}

/** What a question is called is data of its run: who may not see that sees where it was put. */
export function summaryOf(row: SummaryRow, open: boolean): z.input<typeof Summary> {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    title: open ? row.title : row.path,
    playbook: { id: row.playbook_id, title: row.playbook_title },
    run: { id: row.run_id, number: Number(row.number) },
    path: row.path,
    openedAt: row.opened_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    decidedAt: row.decided_at?.toISOString() ?? null,
    waitingForMe: row.waiting,
    asked: row.asked.map((one) => one.name),
    decidedBy: row.decided_by,
  }
}

function callerOf(tx: TenantTx, actor: Actor): [string, string, readonly string[]] {
  return [tx.tenantId, actor.id ?? NO_USER_ID, actor.principals]
}
