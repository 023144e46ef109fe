import type { TenantScope } from '../../platform/database/types.ts'
import { versionById, type VersionRow } from './trigger.store.ts'

const KEPT = 500

/** Published versions by id; they never change, so that they may be kept. */
export interface Versions {
  get(scope: TenantScope, id: string): Promise<VersionRow>
}

/** Keeps the versions that were used last, together with the tenant they belong to. */
export function createVersions(): Versions {
  const kept = new Map<string, VersionRow>()
  return {
    async get(scope, id) {
      const key = `${scope.tenantId}/${id}`
      const known = kept.get(key)
      if (known !== undefined) {
        kept.delete(key)
        kept.set(key, known)
        return known
      }
      const version = await scope.read((tx) => versionById(tx, id))
      if (version === null) throw new Error(`The version ${id} of a playbook is missing`)
      kept.set(key, version)
      const [oldest] = kept.keys()
      if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
      return version
    },
  }
}
