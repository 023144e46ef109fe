// The form logic of an app: evaluating it for a record, and what is stored of each evaluation.
import type { TableTest, Workflow } from '@caseloom/contract/apps/workflow'
import { type CompiledWorkflow, compileWorkflow } from '@caseloom/workflow/compile'
import { withFieldRules } from '@caseloom/workflow/from-fields'
import { tableTests } from '@caseloom/workflow/table-uses'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { AppTable } from '../model/record-shape.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import { otherApps } from '../reference-fields/other-apps.ts'
import { isReference, type ReferenceField } from '../reference-fields/reference-fields.rules.ts'
import { type LinkedUses, linkedUses, namedPrincipals } from '@caseloom/workflow/linked-uses'

/** A workflow ready to be evaluated, with what it reads of linked records. */
export interface ReadyWorkflow {
  workflow: Workflow
  compiled: CompiledWorkflow
  uses: LinkedUses
  /** Its conditions on reference tables. */
  tables: readonly TableTest[]
  /** Users, groups, and roles that its conditions name. */
  principals: ReadonlySet<string>
  /** The apps of the linked records that it reads, by reference field. */
  others: ReadonlyMap<string, AppTable>
}

const known = new WeakMap<AppTable, ReadyWorkflow>()
const NONE: Workflow = { stages: [] }

/** The workflow of a revision with what settings of its fields say; null when it has neither. */
export async function workflowOf(
  deps: RecordsDeps,
  tx: TenantTx,
  app: AppTable,
): Promise<ReadyWorkflow | null> {
  const { workflow = NONE } = app
  if (workflow === NONE && withFieldRules(NONE, fieldsOf(app)) === NONE) return null
  const found = known.get(app)
  const uses = found?.uses ?? linkedUses(workflow)
  const others = await appsBehind(deps, tx, referencesIn(app, uses))
  const isSame = [...others].every(([key, other]) => found?.others.get(key) === other)
  if (found !== undefined && isSame && found.others.size === others.size) return found
  const ready = {
    workflow,
    compiled: compileWorkflow(workflow, {
      fields: fieldsOf(app),
      linked: new Map([...others].map(([key, other]) => [key, fieldsOf(other)])),
    }),
    uses,
    tables: tableTests(workflow),
    principals: namedPrincipals(workflow),
    others,
  }
  known.set(app, ready)
  return ready
}

function fieldsOf(app: AppTable) {
  return [...app.byKey.values()].map(({ definition }) => definition)
}

/** The reference fields that a workflow looks through. */
export function referencesIn(app: AppTable, uses: LinkedUses): ReferenceField[] {
  return [...uses.keys()].flatMap((key) => {
    const field = app.byKey.get(key)
    return field !== undefined && isReference(field) ? [field] : []
  })
}

/** The apps that reference fields of an app lead to, by the key of the field. */
export async function appsBehind(
  deps: RecordsDeps,
  tx: TenantTx,
  fields: readonly ReferenceField[],
): Promise<Map<string, AppTable>> {
  if (fields.length === 0) return new Map()
  const apps = await otherApps(
    deps,
    tx,
    fields.map((field) => field.definition.app),
  )
  return new Map(
    fields.flatMap((field) => {
      const other = apps.get(field.definition.app)
      return other === undefined ? [] : [[field.key, other] as const]
    }),
  )
}
