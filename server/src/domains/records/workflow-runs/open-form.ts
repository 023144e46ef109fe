import { z } from 'zod'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import type { FieldValues } from '@caseloom/contract/records/records'
import type { RouteBody, RouteReply } from '@caseloom/contract/kernel/route'
import type { openForm as formRoute } from '@caseloom/contract/apps/workflow-runs'
import type { TableAnswers } from '@caseloom/workflow/table-answers'
import { isTableName } from '@caseloom/workflow/table-uses'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { newId } from '../../../platform/uuid.ts'
import { withFormulas } from '../computed/compute-formulas.ts'
import { allowInApp, mayWriteField } from '../model/app-permissions.rules.ts'
import type { AppTable, StoredRecord, Values } from '../model/record-shape.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import { withApp } from '../model/with-app.ts'
import { visibleRecord } from '../reading/get-record.ts'
import { evaluateRecord, mayReadKey } from '../workflow/evaluate-record.ts'
import { type LinkedRecords, lookAtLinked } from '../workflow/linked-facts.ts'
import { NO_ANSWERS, tableAnswers } from '../workflow/table-answers.ts'
import { formState, hiddenRules, PLAIN_FORM, visibleWorkflow } from '../workflow/visible-workflow.rules.ts'
import { appsBehind, type ReadyWorkflow, referencesIn, workflowOf } from '../workflow/workflow-of.ts'
import { draftCreate } from '../writing/record-change.rules.ts'

const RevisionRow = z.object({ revision: z.number() })

type Command = RouteBody<typeof formRoute> & { appId: string }
type Form = RouteReply<typeof formRoute>

/**
 * What a form needs to evaluate the workflow as the actor, and what the workflow decides on opening it. The server
 * decides again when the form is saved.
 * @throws resource.not_found for a record that the actor may not see
 */
export async function openForm(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  command: Command,
): Promise<Form> {
  allow(actor, 'record:read')
  const viewer = await viewerOf(deps, scope, actor, command)
  return scope.read(async (tx) => {
    const { app, record } = await opened(deps, tx, actor, command)
    const mayAsk = [actor, viewer].every((one) => may(one, 'playbook:read'))
    const readable = (key: string) =>
      isTableName(key) ? mayAsk : mayReadKey(app, actor, key) && mayReadKey(app, viewer, key)
    const ready = app.workflow === undefined ? null : await workflowOf(deps, tx, app)
    const principals = viewer.principals.filter((id) => ready?.principals.has(id) === true)
    const common = {
      revision: app.revision,
      actor: { kind: actor.kind, id: actor.id, groups: principals, roles: principals },
      now: tx.now.toISOString(),
      zone: tx.timeZone,
    }
    const links = await linksRead(deps, tx, app, { ready, reads: command.reads })
    const linked = await linkedOf(tx, app, links, { ...command, actors: [actor, viewer], record })
    const runs = [actor, viewer].every((one) => may(one, 'run:data'))
    const tables = mayAsk ? tableAnswers(deps, tx, { runs }) : NO_ANSWERS
    const lookups = await answered(tables, command.lookups ?? [])
    if (ready === null) return { ...common, workflow: null, linked, lookups, form: PLAIN_FORM }
    const outcome = await evaluateRecord(app, ready, {
      occasion: record === null ? 'new' : 'open',
      record: record ?? (await newRecord(app, { tx, actor, fields: command.fields ?? {} })),
      before: record,
      actor: viewer,
      readable,
      now: tx.now,
      zone: tx.timeZone,
      linked: (field) => linked[field] ?? null,
      tables,
      given: new Set(record === null ? Object.keys(command.fields ?? {}) : []),
    })
    const view = { hidden: hiddenRules(ready.compiled, readable), readable }
    return {
      ...common,
      workflow: visibleWorkflow(ready.workflow, ready.compiled, view),
      linked,
      lookups,
      form: formState(ready.compiled, outcome, view),
    }
  })
}

/**
 * Who the form is for: the actor, or for builders of the app one who has a role alone.
 * @throws right.missing for a role or what a draft reads, to someone who doesn’t build the app
 */
async function viewerOf(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  { appId, role, reads }: Command,
): Promise<Actor> {
  if (role === undefined && reads === undefined) return actor
  allow(actor, 'app:build')
  const { can } = await deps.apps.getApp(scope, actor, appId)
  if (!can.build) throw fail('right.missing', { detail: 'You don’t have permission to manage this app' })
  return role === undefined ? actor : { ...actor, superAdministrator: false, principals: [role] }
}

async function opened(
  deps: RecordsDeps,
  tx: TenantTx,
  actor: Actor,
  { appId, record: recordId }: Command,
): Promise<{ app: AppTable; record: StoredRecord | null }> {
  if (recordId !== undefined) return visibleRecord(deps, tx, actor, { appId, recordId })
  const { app } = await withApp(deps, tx, appId, async (table) => {
    const rows = await tx.rows(RevisionRow, `select revision from ${table.stateTable} where app = $1`, [
      table.id,
    ])
    return { revision: rows[0]?.revision ?? null }
  })
  allowInApp(actor, 'record:read', app)
  return { app, record: null }
}

/** A new record as the form shows it first: what was given, and the defaults of its fields. */
async function newRecord(
  app: AppTable,
  { tx, actor, fields }: { tx: TenantTx; actor: Actor; fields: Values },
): Promise<StoredRecord> {
  const given = Object.fromEntries(
    Object.entries(fields).flatMap(([key, raw]) => {
      const field = app.byKey.get(key)
      if (field === undefined || !mayReadKey(app, actor, key) || !mayWriteField(actor, field)) return []
      const { value } = field.read(raw)
      return value === undefined ? [] : [[key, value]]
    }),
  )
  const moment = { actor, now: tx.now, zone: tx.timeZone }
  return (await withFormulas(app, draftCreate(app, given, moment, newId()))).record
}

async function answered(
  tables: TableAnswers,
  questions: NonNullable<Command['lookups']>,
): Promise<Form['lookups']> {
  await tables.ask(questions)
  return questions.map((question) => ({ ...question, found: tables.lookup(question) ?? null }))
}

type Links = Pick<ReadyWorkflow, 'uses' | 'others'>

/** What of linked records the workflow reads, and a draft of it besides. */
async function linksRead(
  deps: RecordsDeps,
  tx: TenantTx,
  app: AppTable,
  { ready, reads }: { ready: Links | null; reads: Command['reads'] },
): Promise<Links> {
  if (reads === undefined) return ready ?? { uses: new Map(), others: new Map() }
  const uses = new Map(ready?.uses)
  for (const [field, keys = []] of Object.entries(reads))
    uses.set(field, new Set([...(uses.get(field) ?? []), ...keys]))
  return { uses, others: await appsBehind(deps, tx, referencesIn(app, uses)) }
}

interface Linking {
  record: StoredRecord | null
  linked?: Command['linked']
  /** Values are those that each of them can read. */
  actors: readonly Actor[]
}

async function linkedOf(
  tx: TenantTx,
  app: AppTable,
  ready: Links,
  { record, linked = {}, actors }: Linking,
): Promise<Record<string, FieldValues[]>> {
  const wishes = Object.entries(linked).map(([field, targets]) => ({ field, targets: targets ?? [] }))
  const sources = record === null ? [] : [record.id]
  const records: LinkedRecords = await lookAtLinked(tx, app, { ready, sources, wishes })
  return Object.fromEntries(
    [...ready.others.keys()].flatMap((field) => {
      if (!actors.every((actor) => mayReadKey(app, actor, field))) return []
      const present = record === null ? [] : records.members(field, record.id, [])
      const wished = wishes.find((wish) => wish.field === field)?.targets ?? []
      const ids = [...new Set([...present, ...wished])]
      const seen = actors.map((actor) => records.valuesOf(field, ids, actor) ?? [])
      // Fields with readers of their own take part for no one: who sees a record sees the same of it.
      const values = seen.reduce((all, own) => all.filter(({ id }) => own.some((one) => one['id'] === id)))
      return [[field, values]]
    }),
  )
}
