import { LRUCache } from 'lru-cache'
import type { TenantScope } from '../../../platform/database/types.ts'
import type { StoredSpec } from '../registry/stored-spec.ts'
import { versionById, type VersionRow } from './version.store.ts'

const MAX_CACHED = 500

/** Published versions by ID; immutable, so they can be cached. */
export interface Versions {
  get(scope: TenantScope, id: string): Promise<VersionRow>
  /** Actions of connectors that a version of these was published with; nothing for what is not at hand. */
  actionsOf(id: string): readonly StoredSpec[]
}

/** Keeps the versions that were used last, together with the tenant they belong to. */
export function createVersions(): Versions {
  const actions = new Map<string, readonly StoredSpec[]>()
  const cached = new LRUCache<string, VersionRow>({
    max: MAX_CACHED,
    dispose: (_version, key) => actions.delete(key.slice(key.indexOf('/') + 1)),
    noDisposeOnSet: true,
  })
  return {
    actionsOf: (id) => actions.get(id) ?? [],
    async get(scope, id) {
      const key = `${scope.tenantId}/${id}`
      const known = cached.get(key)
      if (known !== undefined) return known
      const version = await scope.read((tx) => versionById(tx, id))
      if (version === null) throw new Error(`The version ${id} of a playbook is missing`)
      cached.set(key, version)
      if (version.actions !== null) actions.set(id, version.actions)
      return version
    },
  }
}
