import { z } from 'zod'
import type { SystemScope, Tx } from '../../../platform/database/types.ts'
import type { DurableEngine } from '../../../platform/durable/types.ts'
import type { TenantPurger } from '../../../platform/database/tenant-purge.ts'

const PAGE = 200

/** Starts that are still on their way, and what the engine holds of open runs; rows go with all others. */
export function automationPurge(deps: { system: SystemScope; engine: DurableEngine }): TenantPurger {
  const { system, engine } = deps
  return {
    name: 'runs in the engine',
    async purge({ tenantId }, alive) {
      await system.tx((tx) => tx.query('delete from caseloom.relay where tenant_id = $1', [tenantId]))
      let after = '00000000-0000-0000-0000-000000000000'
      for (;;) {
        const from = after
        const page = await system.read((tx) => openStarts(tx, tenantId, from))
        for (const { start_id } of page) await engine.cancel(start_id)
        await alive()
        const last = page.at(-1)
        if (last === undefined) return
        after = last.id
      }
    },
  }
}

const StartRow = z.object({ id: z.string(), start_id: z.string() })

function openStarts(tx: Tx, tenantId: string, after: string): Promise<z.infer<typeof StartRow>[]> {
  return tx.rows(
    StartRow,
    `select id, start_id from caseloom.run
      where tenant_id = $1 and id > $2 and start_id is not null and state in ('queued', 'running', 'waiting')
      order by id limit ${PAGE}`,
    [tenantId, after],
  )
}
