import { z } from 'zod'
import { JsonObjectColumn } from '../../../platform/database/rows.ts'
import type { TenantTx } from '../../../platform/database/types.ts'
import { AskedPeople } from '../directory/directory-port.ts'

const ApprovalRow = z.object({
  id: z.string(),
  run_id: z.string(),
  path: z.string(),
  /** The outermost run that led to this one by calls of components, and the way from there to this step. */
  root_run: z.string(),
  place: z.string(),
  kind: z.enum(['approve', 'form']),
  title: z.string(),
  body: z.string().nullable(),
  schema: JsonObjectColumn.nullable(),
  asked: z.array(AskedPeople),
  asked_ids: z.array(z.string()),
  excluded: z.array(z.string()),
  started_by: z.string().nullable(),
  started_by_name: z.string().nullable(),
  previous_excluded: z.boolean(),
  quorum: z.number().nullable(),
  refusals: z.number(),
  delegation: z.boolean(),
  expiry_refuses: z.boolean(),
  escalate_at: z.date().nullable(),
  escalate_to: z.array(AskedPeople).nullable(),
  escalated: z.boolean(),
  /** A bigint comes as text. */
  remind_ms: z.string().nullable(),
  expires_at: z.date().nullable(),
  app_id: z.string().nullable(),
  record_id: z.string().nullable(),
  tracking_id: z.string().nullable(),
  question_hash: z.string(),
  state: z.enum(['open', 'approved', 'refused', 'answered', 'expired', 'closed']),
  opened_at: z.date(),
  decided_at: z.date().nullable(),
})
export type ApprovalRow = z.infer<typeof ApprovalRow>

export type NewApproval = Omit<
  ApprovalRow,
  'state' | 'opened_at' | 'decided_at' | 'escalated' | 'remind_ms'
> & { remind_ms: number | null }

const COLUMNS = [
  'id',
  'run_id',
  'path',
  'root_run',
  'place',
  'kind',
  'title',
  'body',
  'schema',
  'asked',
  'asked_ids',
  'excluded',
  'started_by',
  'started_by_name',
  'previous_excluded',
  'quorum',
  'refusals',
  'delegation',
  'expiry_refuses',
  'escalate_at',
  'escalate_to',
  'remind_ms',
  'expires_at',
  'app_id',
  'record_id',
  'tracking_id',
  'question_hash',
] as const satisfies readonly (keyof NewApproval)[]
const AS_JSON: readonly string[] = ['schema', 'asked', 'escalate_to']

/** Saves a question; false when an earlier, interrupted attempt already saved it. */
export async function insertApproval(tx: TenantTx, row: NewApproval): Promise<boolean> {
  const values = COLUMNS.map((column) => {
    const value = row[column]
    return AS_JSON.includes(column) && value !== null ? JSON.stringify(value) : value
  })
  const places = COLUMNS.map((_column, at) => `$${at + 3}`)
  const rows = await tx.query(
    `insert into caseloom.approval (tenant_id, opened_at, state, ${COLUMNS.join(', ')})
     values ($1, $2, 'open', ${places.join(', ')}) on conflict (id) do nothing returning 1`,
    [tx.tenantId, tx.now, ...values],
  )
  return rows.length > 0
}

export async function approvalById(tx: TenantTx, id: string): Promise<ApprovalRow | null> {
  const rows = await tx.rows(
    ApprovalRow,
    'select * from caseloom.approval where tenant_id = $1 and id = $2',
    [tx.tenantId, id],
    'people-approval',
  )
  return rows[0] ?? null
}

/**
 * Locks the question until the transaction ends, with all others of its run and of the runs connected by calls: an
 * answer to one may exclude its author from the next. Like a close, it locks the wait before the question.
 */
export async function lockApproval(tx: TenantTx, id: string): Promise<ApprovalRow | null> {
  const known = await approvalById(tx, id)
  if (known === null) return null
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 6950))', [known.root_run])
  await tx.query('select 1 from caseloom.run_wait where tenant_id = $1 and id = $2 for update', [
    tx.tenantId,
    id,
  ])
  const rows = await tx.rows(
    ApprovalRow,
    'select * from caseloom.approval where tenant_id = $1 and id = $2 for update',
    [tx.tenantId, id],
  )
  return rows[0] ?? null
}

/** Closes an open question and drops its reminders and notifications; false when it was already closed. */
export async function endApproval(
  tx: TenantTx,
  id: string,
  state: Exclude<ApprovalRow['state'], 'open'>,
): Promise<boolean> {
  const rows = await tx.query(
    `update caseloom.approval set state = $3, decided_at = $4
      where tenant_id = $1 and id = $2 and state = 'open' returning 1`,
    [tx.tenantId, id, state, tx.now],
  )
  await tx.query('delete from caseloom.approval_due where tenant_id = $1 and approval_id = $2', [
    tx.tenantId,
    id,
  ])
  await tx.query('delete from caseloom.approval_note where tenant_id = $1 and approval_id = $2', [
    tx.tenantId,
    id,
  ])
  return rows.length > 0
}

/** More people are asked from now on. */
export async function askMore(tx: TenantTx, id: string, asked: readonly AskedPeople[]): Promise<void> {
  await tx.query(
    `update caseloom.approval set asked = $3::jsonb, asked_ids = $4::uuid[], escalated = true
      where tenant_id = $1 and id = $2`,
    [tx.tenantId, id, JSON.stringify(asked), asked.map((one) => one.id)],
  )
}
