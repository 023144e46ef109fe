import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { CompiledApp } from '../../apps/apps.door.ts'
import { mayInApp, mayReadField } from '../model/app-permissions.rules.ts'
import type { FieldColumn } from '../model/record-shape.ts'
import type { CaseLook } from './case.read.ts'
import type { RecordsDeps } from '../model/records-deps.ts'

/** An app that the reader may look into, with the fields of a kind that they may read. */
export interface ReadableApp extends CaseLook {
  app: CompiledApp
  fields: ReadonlyMap<string, FieldColumn>
}

/** Those of the apps that the reader may look into, by id; one without a readable field of the kind is not among them. */
export async function readableApps(
  deps: RecordsDeps,
  tx: TenantTx,
  actor: Actor,
  { ids, kind }: { ids: readonly string[]; kind: 'observables' | 'tasks' },
): Promise<Map<string, ReadableApp>> {
  const readable = new Map<string, ReadableApp>()
  for (const id of new Set(ids)) {
    // Who may look is asked of the newest revision: an app that was shared less since shows nothing.
    const app = await deps.apps.compiled(tx, id, true)
    if (app === null || !mayInApp(actor, 'record:read', app)) continue
    const fields = app.fields.filter((field) => field.kind === kind && mayReadField(actor, field))
    if (fields.length === 0) continue
    const byId = new Map(fields.map((field) => [String(field.definition.id), field]))
    readable.set(id, { app, fields: byId, fieldIds: [...byId.keys()] })
  }
  return readable
}

/** Quoted column of the title, when the reader may read it. */
export function titleColumn(actor: Actor, app: CompiledApp): string | null {
  const field = app.byKey.get(app.titleField)
  return field === undefined || !mayReadField(actor, field) ? null : field.column
}
