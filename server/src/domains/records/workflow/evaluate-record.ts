import type { JsonValue } from '@caseloom/contract/kernel/json'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import type { Occasion } from '@caseloom/contract/apps/workflow'
import { settle } from '@caseloom/workflow/evaluate'
import type { FormActor, FormOutcome, KnownOutcomes } from '@caseloom/workflow/form-context'
import type { TableAnswers } from '@caseloom/workflow/table-answers'
import { isTableName } from '@caseloom/workflow/table-uses'
import { factsOf } from '../filters/filter-match.rules.ts'
import { mayReadField } from '../model/app-permissions.rules.ts'
import type { AppTable, StoredRecord, Values } from '../model/record-shape.ts'
import type { ReadyWorkflow } from './workflow-of.ts'

/** What an evaluation on the server starts from. */
export interface Evaluated {
  occasion: Occasion
  record: StoredRecord
  before: StoredRecord | null
  actor: Actor
  now: Date
  zone?: string | undefined
  linked: (field: string) => readonly Values[] | null
  /** What tables say; without it, conditions on tables don’t hold. */
  tables?: TableAnswers
  linkedBefore?: (field: string) => readonly Values[] | null
  /** By whose eyes the form is drawn; the actor’s when absent. */
  readable?: ((field: string) => boolean) | undefined
  /** Of a stored evaluation that is repeated. */
  known?: KnownOutcomes | undefined
  /** Fields that the change gives itself. */
  given: ReadonlySet<string>
}

/** What a workflow decides about a record. */
export async function evaluateRecord(
  app: AppTable,
  { compiled }: ReadyWorkflow,
  of: Evaluated,
): Promise<FormOutcome> {
  const { actor, readable } = of
  const facts = FACTS.filter((key) => compiled.reads.includes(key))
  return settle(compiled, {
    occasion: of.occasion,
    record: withFacts(app, of.record, facts),
    before: of.before === null ? null : withFacts(app, of.before, facts),
    actor: readable === undefined ? actorOf(app, actor) : formActor(actor, readable),
    now: of.now.toISOString(),
    zone: of.zone,
    linked: of.linked,
    linkedBefore: of.linkedBefore,
    lookup: of.tables?.lookup,
    ask: of.tables?.ask,
    given: of.given,
    known: of.known,
    normalize: (key: string, value: JsonValue) => normalized(app, key, value),
  })
}

const known = new WeakMap<AppTable, WeakMap<Actor, FormActor>>()

/** One for all evaluations of a batch: what the actor can read is worked out once for it. */
function actorOf(app: AppTable, actor: Actor): FormActor {
  const own = known.get(app) ?? new WeakMap<Actor, FormActor>()
  known.set(app, own)
  const made = own.get(actor) ?? formActor(actor, (key) => mayReadKey(app, actor, key))
  own.set(actor, made)
  return made
}

function formActor(actor: Actor, readable: (key: string) => boolean): FormActor {
  const { kind, id, principals } = actor
  // IDs of users, groups, and roles never meet: each test finds its own.
  return { kind, id, groups: principals, roles: principals, readable }
}

/** Facts that every record has are everyone’s to read; what tables said counts rows that runs wrote. */
export function mayReadKey(app: AppTable, actor: Actor, key: string): boolean {
  if (isTableName(key)) return may(actor, 'playbook:read') && may(actor, 'run:data')
  const field = app.byKey.get(key)
  return field === undefined || mayReadField(actor, field)
}

const FACTS = ['tracking_id', 'created_at', 'updated_at', 'created_by', 'updated_by'] as const

/** The record’s values, with the facts that the workflow reads. */
function withFacts(app: AppTable, record: StoredRecord, read: readonly string[]): Values {
  if (read.length === 0) return record.values
  const facts = factsOf(app, record)
  return { ...Object.fromEntries(read.map((key) => [key, facts(key)])), ...record.values }
}

/** A value as its field keeps it; null for one that the field doesn’t take. */
function normalized(app: AppTable, key: string, value: JsonValue): JsonValue {
  return app.byKey.get(key)?.read(value).value ?? null
}
