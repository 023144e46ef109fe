import { Handshake } from '@caseloom/contract/automation/hook-auth'
import { type NetworkSet, networkSet } from '@caseloom/playbook/networks'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { TenantScope } from '../../../platform/database/types.ts'
import type { HookSecrets } from './hook-secrets.ts'
import { triggerByHook, type TriggerRow } from '../intake/trigger.store.ts'
import type { VersionRow } from '../playbooks/version.store.ts'
import type { Versions } from '../playbooks/versions.ts'

/** A webhook ready to judge deliveries: its options, the plain secret and the published document. */
export interface ReadyTrigger {
  row: TriggerRow
  secret: string
  /** The secret before, while it lets senders in, too. */
  old: { secret: string; until: Date } | null
  /** Null when every address may send. */
  senders: NetworkSet | null
  /** How the sender checks the URL; null when it doesn't. */
  handshake: Handshake | null
  version: VersionRow
}

/** Triggers by hook key, cached in memory; a write checks the stamp of its trigger and reloads a stale one. */
export interface Triggers {
  find(scope: TenantScope, hookKey: string, fresh: boolean): Promise<ReadyTrigger | null>
}

const Options = z.object({ handshake: Handshake.optional(), allowFrom: z.array(z.string()).optional() })

const MAX_CACHED = 2_000

export function createTriggers(deps: { versions: Versions; secrets: HookSecrets }): Triggers {
  const cached = new LRUCache<string, ReadyTrigger>({ max: MAX_CACHED })
  return {
    async find(scope, hookKey, fresh) {
      const key = `${scope.tenantId}/${hookKey}`
      const known = cached.get(key)
      if (known !== undefined && !fresh) return known
      const row = await scope.read((tx) => triggerByHook(tx, hookKey))
      if (row === null || !row.enabled) {
        cached.delete(key)
        return null
      }
      if (known?.row.stamp === row.stamp) return known
      const version = await deps.versions.get(scope, row.version_id)
      const secret = row.auth === 'none' ? '' : await deps.secrets.open(scope, row.id, row.secret)
      const { handshake = null, allowFrom } = Options.parse(row.options)
      const old = await oldOf(deps, scope, row)
      const ready = {
        row,
        secret,
        old,
        senders: allowFrom === undefined ? null : networkSet(allowFrom),
        handshake,
        version,
      }
      cached.set(key, ready)
      return ready
    },
  }
}

async function oldOf(
  deps: { secrets: HookSecrets },
  scope: TenantScope,
  { id, auth, old_secret: sealed, old_secret_until: until }: TriggerRow,
): Promise<ReadyTrigger['old']> {
  if (auth === 'none' || sealed === null || until === null || until <= new Date()) return null
  return { secret: await deps.secrets.open(scope, id, sealed), until }
}
