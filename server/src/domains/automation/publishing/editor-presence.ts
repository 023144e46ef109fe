import type { Actor } from '@caseloom/contract/kernel/permissions'
import { z } from 'zod'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { allow } from '../../../platform/rights.ts'
import { playbookChanged } from '../playbooks/playbook.events.ts'
import { getPlaybookRow } from '../playbooks/playbook.store.ts'

interface Seat {
  playbookId: string
  /** Names one window. */
  seat: string
  leaving: boolean
}

interface Editor {
  id: string
  name: string
  since: string
  /** The same person in another window. */
  own: boolean
}

const EditorRow = z.object({ actor_id: z.string(), name: z.string(), since: z.date() })

const FreshRow = z.object({ fresh: z.boolean() })

/** A window that was not heard of for so long is closed, whatever became of it. */
const TAKEN_S = 60

/** Takes, keeps or leaves a seat at a draft; answers who sits there in other windows. Throws resource.not_found. */
export async function heartbeatEditor(
  scope: TenantScope,
  actor: Actor,
  { playbookId, seat, leaving }: Seat,
): Promise<Editor[]> {
  allow(actor, 'playbook:build')
  return scope.tx(async (tx) => {
    await getPlaybookRow(tx, playbookId)
    const gone = await leave(tx, playbookId, leaving ? seat : null)
    const isNew = !leaving && (await take(tx, actor, { playbookId, seat }))
    if (gone || isNew) tx.announce(playbookChanged(tx, playbookId))
    const rows = await tx.rows(
      EditorRow,
      `select actor_id, min(name) as name, min(since) as since from caseloom.playbook_editor
        where tenant_id = $1 and playbook_id = $2 and seat <> $3
        group by actor_id order by min(since), actor_id limit 50`,
      [tx.tenantId, playbookId, seat],
    )
    return rows.map(({ actor_id: id, name, since }) => ({
      id,
      name,
      since: since.toISOString(),
      own: id === actor.id,
    }))
  })
}

async function leave(tx: TenantTx, playbookId: string, seat: string | null): Promise<boolean> {
  const gone = await tx.query(
    `delete from caseloom.playbook_editor
      where tenant_id = $1 and playbook_id = $2 and (seat = $3 or at < $4) returning seat`,
    [tx.tenantId, playbookId, seat, new Date(tx.now.getTime() - TAKEN_S * 1_000)],
  )
  return gone.length > 0
}

async function take(
  tx: TenantTx,
  { id, name }: Actor,
  { playbookId, seat }: { playbookId: string; seat: string },
): Promise<boolean> {
  // Only people of the tenant sit at drafts; tokens and system jobs leave no seat behind.
  if (id === null) return false
  const rows = await tx.rows(
    FreshRow,
    `insert into caseloom.playbook_editor (tenant_id, playbook_id, seat, actor_id, name, since, at)
     values ($1, $2, $3, $4, $5, $6, $6)
     on conflict (playbook_id, seat) do update set at = excluded.at where playbook_editor.tenant_id = $1
     returning since = at as fresh`,
    [tx.tenantId, playbookId, seat, id, name, tx.now],
  )
  return rows[0]?.fresh === true
}
