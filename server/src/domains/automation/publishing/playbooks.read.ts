import type { PlaybookSummary, PlaybookView, TriggerView } from '@caseloom/contract/automation/automation'
import { RunState } from '@caseloom/contract/automation/automation'
import { PlaybookId, RunId, TriggerId } from '@caseloom/contract/kernel/ids'
import type { Issue } from '@caseloom/contract/kernel/errors'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import { z } from 'zod'
import { JsonObjectColumn } from '../../../platform/database/rows.ts'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { assetProblems } from '../assets/asset-problems.ts'
import { callProblems } from '../components/call-problems.ts'
import type { ConnectorServices } from '../connectors/connector-services.ts'
import type { Expressions } from '../expressions/expressions.ts'
import type { Validated } from '../expressions/messages.ts'
import { isSharedTo } from '../sharing/sharing.rules.ts'
import { type TriggerRow, triggersOf } from '../intake/trigger.store.ts'
import type { OnCallSchedules } from '../directory/on-call-port.ts'
import { onCallProblems } from '../actions/on-call-problems.ts'
import { tableProblems } from '../tables/table-problems.ts'
import { type ProblemDeps, triggerProblems } from '../triggers/trigger-problems.ts'
import { draftWarnings, type WarningDeps } from '../triggers/draft-warnings.ts'

export interface PlaybookReadDeps extends ProblemDeps, WarningDeps {
  apps: WarningDeps['apps']
  connectors?: Pick<ConnectorServices, 'catalog'>
  expressions: Expressions
  publicUrl: string
  /** Keys of on-call schedules; absent in tests that name none. */
  schedules?: OnCallSchedules['keys']
}

const SummaryRow = z.object({
  id: z.string(),
  key: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  draft: JsonObjectColumn,
  shared_with: z.array(z.string()).nullable(),
  revision: z.number(),
  published_version: z.number().nullable(),
  published: JsonObjectColumn.nullable(),
  updated_at: z.date(),
  saved_by: z.object({ id: z.string(), name: z.string(), at: z.string() }).nullable(),
  last_id: z.string().nullable(),
  last_state: RunState.nullable(),
  last_at: z.date().nullable(),
  succeeded: z.string(),
  failed: z.string(),
})
type SummaryRow = z.infer<typeof SummaryRow>

const SELECT = `
select p.id, p.key, p.title, p.description, p.draft, p.shared_with, p.revision, p.published_version, v.document as published,
       p.updated_at, p.saved_by, l.id as last_id, l.state as last_state, l.created_at as last_at, day.succeeded, day.failed
  from caseloom.playbook p
  left join caseloom.playbook_version v on v.playbook_id = p.id and v.number = p.published_version
  left join lateral (select r.id, r.state, r.created_at from caseloom.run r
                      where r.playbook_id = p.id and not r.test order by r.id desc limit 1) l on true
  cross join lateral (select count(*) filter (where r.state = 'succeeded') as succeeded,
                             count(*) filter (where r.state = 'failed') as failed
                        from caseloom.run r
                       where r.playbook_id = p.id and r.id > $2::uuid and not r.test) day
 where p.tenant_id = $1 and p.deleted_at is null`

/** Playbooks that the reader may see; all of them for the product itself, which names no reader. */
export async function listPlaybooks(scope: TenantScope, reader?: Actor): Promise<PlaybookSummary[]> {
  const rows = await scope.read((tx) =>
    tx.rows(SummaryRow, `${SELECT} order by p.title, p.id`, [tx.tenantId, dayAgo(tx.now)]),
  )
  return rows.filter((row) => reader === undefined || isShown(row, reader)).map(summary)
}

/** Closed playbooks exist only for those they are shared with, and for those who build playbooks. */
function isShown({ shared_with: sharedWith }: SummaryRow, reader: Actor): boolean {
  return may(reader, 'playbook:build') || isSharedTo(reader, sharedWith)
}

/** One playbook with the problems of its draft; throws resource.not_found. */
export async function readPlaybook(
  deps: PlaybookReadDeps,
  scope: TenantScope,
  actor: Actor,
  id: string,
): Promise<PlaybookView> {
  const { row, triggers } = await scope.read(async (tx) => ({
    row: await summaryRow(tx, id),
    triggers: await triggersOf(tx, id),
  }))
  if (!isShown(row, actor)) throw fail('resource.not_found')
  const build = may(actor, 'playbook:build')
  return {
    ...summary(row),
    revision: row.revision,
    savedBy: row.saved_by === null ? null : savedBy(row.saved_by, actor),
    draft: row.draft,
    published: row.published,
    ...(await checkDraft(deps, scope, row.draft, actor)),
    hooks: triggers
      .filter((trigger) => trigger.published && trigger.kind === 'webhook')
      .map((trigger) => triggerView(deps, scope, trigger)),
    can: { build, readSecret: build },
  }
}

function savedBy({ id, name, at }: NonNullable<SummaryRow['saved_by']>, actor: Actor) {
  return { name, at, own: id === actor.id }
}

/** All problems of a document: those of the language, then those that only this installation sees. */
export async function problemsOf(
  deps: PlaybookReadDeps,
  scope: TenantScope,
  document: JsonObject,
  publisher?: Actor,
): Promise<Issue[]> {
  return (await checkDocument(deps, scope, document, publisher)).issues
}

/** The problems of a draft, and what publishing allows although it is most likely a mistake. */
async function checkDraft(deps: PlaybookReadDeps, scope: TenantScope, document: JsonObject, reader: Actor) {
  const { issues, warnings } = await checkDocument(deps, scope, document)
  const more = await draftWarnings(deps, scope, reader, document)
  return { problems: issues, warnings: [...warnings, ...notAt(issues, more)] }
}

async function checkDocument(
  deps: PlaybookReadDeps,
  scope: TenantScope,
  document: JsonObject,
  publisher?: Actor,
): Promise<Validated> {
  const actions = (await deps.connectors?.catalog.specsFor(scope, document)) ?? []
  const { issues, warnings } = await deps.expressions.validate(document, actions)
  const more = await scope.read(async (tx) => [
    ...(await triggerProblems(deps, tx, document, new Set(actions.map(({ name }) => name)))),
    ...(await assetProblems(tx, document, { actions, ...(publisher === undefined ? {} : { publisher }) })),
    ...(await tableProblems(tx, document)),
    ...(await onCallProblems(deps, tx, document)),
    ...(publisher === undefined ? [] : await callProblems(tx, document, publisher)),
  ])
  return { issues: [...issues, ...notAt(issues, more)], warnings }
}

/** One fault at one place is enough. */
function notAt(issues: readonly Issue[], more: readonly Issue[]): Issue[] {
  const places = new Set(issues.map(({ path }) => JSON.stringify(path)))
  return more.filter(({ path }) => !places.has(JSON.stringify(path)))
}

async function summaryRow(tx: TenantTx, id: string): Promise<SummaryRow> {
  const rows = await tx.rows(SummaryRow, `${SELECT} and p.id = $3`, [tx.tenantId, dayAgo(tx.now), id])
  if (rows[0] === undefined) throw fail('resource.not_found')
  return rows[0]
}

/** The smallest UUIDv7 of the moment a day ago: run ids sort by time, so that the index answers. */
function dayAgo(now: Date): string {
  const hex = (now.getTime() - 86_400_000).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

function summary(row: SummaryRow): PlaybookSummary {
  return {
    id: PlaybookId.parse(row.id),
    key: row.key,
    title: row.title,
    description: row.description,
    publishedVersion: row.published_version,
    triggers: triggersIn(row.published ?? row.draft),
    lastRun:
      row.last_id === null || row.last_state === null || row.last_at === null
        ? null
        : {
            id: RunId.parse(row.last_id),
            state: row.last_state,
            at: row.last_at.toISOString(),
          },
    runsLastDay: { succeeded: Number(row.succeeded), failed: Number(row.failed) },
    updatedAt: row.updated_at.toISOString(),
  }
}

/** Drafts may be wrong in any way: only what parses as a trigger is returned. */
function triggersIn(document: JsonObject): { key: string; kind: string }[] {
  const list = document['triggers']
  return Array.isArray(list) ? list.flatMap(triggerWords) : []
}

function triggerWords(value: JsonValue): { key: string; kind: string }[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  const { key, kind } = value
  return typeof key === 'string' && typeof kind === 'string' ? [{ key, kind }] : []
}

function triggerView(deps: PlaybookReadDeps, scope: TenantScope, row: TriggerRow): TriggerView {
  return {
    id: TriggerId.parse(row.id),
    key: row.key,
    kind: 'webhook',
    auth: row.auth,
    address: `${deps.publicUrl}/hooks/${scope.tenantId}/${row.hook_key}`,
    enabled: row.enabled,
    secretAt: row.secret_at?.toISOString() ?? null,
    oldSecretUntil:
      row.old_secret_until === null || row.old_secret_until <= new Date()
        ? null
        : row.old_secret_until.toISOString(),
  }
}
