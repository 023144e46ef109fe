import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import { isSharedWith } from '@caseloom/contract/kernel/sharing'
import type { AppsDoor } from '../../apps/apps.door.ts'

/** Which form logic asks a table. */
export interface TableUsesDeps {
  apps: Pick<AppsDoor, 'tables'>
}

/** Published form logic that names a table, of apps and applets. */
export type LogicUse = Awaited<ReturnType<AppsDoor['tables']['uses']>>[number]

/** Those that the actor may know of, and how many others there are. */
export function shownUses(actor: Actor, uses: readonly LogicUse[]): { shown: LogicUse[]; others: number } {
  const shown = uses.filter(({ sharing }) => may(actor, 'app:read') && isSharedWith(actor, sharing, 'read'))
  return { shown, others: uses.length - shown.length }
}
