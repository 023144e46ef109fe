import type { Field } from '@caseloom/contract/field-types/fields'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TimeRange } from '@caseloom/contract/workspaces/workspaces'
import type { TenantScope } from '../../platform/database/types.ts'
import type { WorkspacesDeps } from './workspaces-deps.ts'

/** Who sees a widget, and when. */
export interface Look {
  scope: TenantScope
  actor: Actor
  range: TimeRange
  /** Zone of the reader: their midnights are where days begin. */
  zone: string
  now: Date
}

/** A field of an app by its key, whether or not the reader can read it. */
export async function fieldOf(
  { apps }: Pick<WorkspacesDeps, 'apps'>,
  scope: TenantScope,
  appId: string,
  key: string,
): Promise<Field | undefined> {
  const app = await scope.read((tx) => apps.compiled(tx, appId))
  return app?.byKey.get(key)?.definition
}
