import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantTx } from '../../../platform/database/types.ts'
import { mayInApp, mayReadField } from '../model/app-permissions.rules.ts'
import type { AppTable } from '../model/record-shape.ts'
import { isTableName } from '@caseloom/workflow/table-uses'
import { mayReadKey } from './evaluate-record.ts'
import type { LinkedRecords } from './linked-facts.ts'
import { lookAtLinked } from './linked-facts.ts'
import { hiddenRules, type Readable } from './visible-workflow.rules.ts'
import type { ReadyWorkflow } from './workflow-of.ts'

/** What of a workflow and of one record’s links a reader may see. */
export interface ReaderView {
  readable: Readable
  /** IDs of rules whose conditions they may not see. */
  hidden: ReadonlySet<string>
  linked: LinkedRecords
}

/**
 * What a reader may see of a workflow. A field counts as readable while it is one of the app now; a reference field whose
 * linked records, or their fields that the workflow reads, are not all the reader’s to see hides what depends on it.
 */
export async function readerView(
  tx: TenantTx,
  app: AppTable,
  ready: ReadyWorkflow,
  { actor, recordId }: { actor: Actor; recordId: string | null },
): Promise<ReaderView> {
  const linked = await lookAtLinked(tx, app, {
    ready,
    sources: recordId === null ? [] : [recordId],
    wishes: [],
  })
  const own = (key: string) => {
    if (isFact(key)) return true
    if (isTableName(key)) return mayReadKey(app, actor, key)
    const field = app.byKey.get(key)
    return field !== undefined && mayReadField(actor, field)
  }
  const through = (key: string) => {
    const other = ready.others.get(key)
    if (other === undefined) return true
    const fields = [...(ready.uses.get(key) ?? [])].flatMap((name) => other.byKey.get(name) ?? [])
    if (!mayInApp(actor, 'record:read', other)) return false
    if (!fields.every((field) => mayReadField(actor, field))) return false
    return recordId === null || linked.seesAll(key, linked.members(key, recordId, []), actor)
  }
  const readable = (key: string) => own(key) && through(key)
  return { readable: own, hidden: hiddenRules(ready.compiled, readable), linked }
}

const FACTS = new Set(['tracking_id', 'created_at', 'updated_at', 'created_by', 'updated_by'])

function isFact(key: string): boolean {
  return FACTS.has(key)
}
