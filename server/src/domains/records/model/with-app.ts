import type { TenantTx } from '../../../platform/database/types.ts'
import { fail, isFailure } from '../../../platform/errors.ts'
import type { AppsDoor } from '../../apps/apps.door.ts'
import type { AppTable } from './record-shape.ts'

/**
 * Runs a read on the app's current revision. The read returns which revision the database had; when that is newer than
 * the one this process knew, the read runs again on it.
 * @throws resource.not_found when there is no such app
 */
export async function withApp<T extends { revision: number | null }>(
  deps: { apps: AppsDoor },
  tx: TenantTx,
  appIdOrKey: string,
  read: (app: AppTable) => Promise<T>,
): Promise<T & { app: AppTable }> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const app = await deps.apps.compiled(tx, appIdOrKey, attempt > 0)
    if (app === null) throw fail('resource.not_found')
    const result = await readOnce(read, app, attempt === 0)
    if (result === null) continue
    if (result.revision === app.revision) return { ...result, app }
    if (result.revision === null) throw fail('resource.not_found')
  }
  throw fail('dependency.unavailable', { detail: 'The app is being changed. Try again.', retryAfter: 1 })
}

/** Null when an app that this process knew is not shared with the reader: it may have been shared since. */
async function readOnce<T>(
  read: (app: AppTable) => Promise<T>,
  app: AppTable,
  isFirst: boolean,
): Promise<T | null> {
  try {
    return await read(app)
  } catch (error) {
    if (isFirst && isFailure(error, 'resource.not_found')) return null
    throw error
  }
}
