import type { ObservableName } from '@caseloom/contract/records/observable-lookups'
import { z } from 'zod'
import type { TenantTx } from '../../../platform/database/types.ts'
import { findable } from './store-lookups.ts'

const JudgedRow = z.object({ digest: z.string(), kind: z.string() })

/** Those of the observables on which no source, and no analyst, has a result that still counts. */
export async function unjudgedOf<One extends ObservableName>(
  tx: TenantTx,
  observables: readonly One[],
): Promise<One[]> {
  const named = observables.flatMap((one) => {
    const found = findable(one)
    return found === null ? [] : [{ one, key: `${found.kind} ${found.digest}`, digest: found.digest }]
  })
  if (named.length === 0) return []
  const rows = await tx.rows(
    JudgedRow,
    `select distinct digest, kind from caseloom.observable_lookup
      where tenant_id = $1 and digest = any($2::uuid[]) and (expires_at is null or expires_at > $3)`,
    [tx.tenantId, named.map(({ digest }) => digest), tx.now],
    'observables-judged',
  )
  const judged = new Set(rows.map(({ digest, kind }) => `${kind} ${digest}`))
  return named.flatMap(({ one, key }) => (judged.has(key) ? [] : [one]))
}
