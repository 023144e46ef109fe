import type { JsonValue } from '@caseloom/contract/json'
import type { Actor } from '@caseloom/contract/permissions'
import type { Occasion } from '@caseloom/contract/workflow'
import { settle } from '@caseloom/workflow/evaluate'
import type { FormOutcome } from '@caseloom/workflow/form-context'
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
  linkedBefore?: (field: string) => readonly Values[] | null
  /** By whose eyes the form is drawn; the actor’s when absent. */
  readable?: ((field: string) => boolean) | undefined
  /** Fields that the change gives itself. */
  given: ReadonlySet<string>
}

/** What a workflow decides about a record. */
export async function evaluateRecord(
  app: AppTable,
  { compiled }: ReadyWorkflow,
  of: Evaluated,
): Promise<FormOutcome> {
  const { actor } = of
  return settle(compiled, {
    occasion: of.occasion,
    record: withFacts(app, of.record),
    before: of.before === null ? null : withFacts(app, of.before),
    actor: {
      kind: actor.kind,
      id: actor.id,
      // IDs of users, groups, and roles never meet: each test finds its own.
      groups: actor.principals,
      roles: actor.principals,
      readable: of.readable ?? ((key: string) => mayReadKey(app, actor, key)),
    },
    now: of.now.toISOString(),
    zone: of.zone,
    linked: of.linked,
    linkedBefore: of.linkedBefore,
    given: of.given,
    normalize: (key: string, value: JsonValue) => normalized(app, key, value),
  })
}

/** Facts that every record has are everyone’s to read. */
export function mayReadKey(app: AppTable, actor: Actor, key: string): boolean {
  const field = app.byKey.get(key)
  return field === undefined || mayReadField(actor, field)
}

const FACTS = ['tracking_id', 'created_at', 'updated_at', 'created_by', 'updated_by'] as const

function withFacts(app: AppTable, record: StoredRecord): Values {
  const facts = factsOf(app, record)
  return { ...Object.fromEntries(FACTS.map((key) => [key, facts(key)])), ...record.values }
}

/** A value as its field keeps it; null for one that the field doesn’t take. */
function normalized(app: AppTable, key: string, value: JsonValue): JsonValue {
  return app.byKey.get(key)?.read(value).value ?? null
}
