import type { Actor } from '@caseloom/contract/kernel/permissions'
import { z } from 'zod'
import type { TenantScope } from '../../../platform/database/types.ts'
import { moveSeat } from '../../../platform/presence/seats.ts'
import { allow } from '../../../platform/rights.ts'
import { playbookChanged } from '../playbooks/playbook.events.ts'
import { getPlaybookRow } from '../playbooks/playbook.store.ts'

interface DraftSeat {
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

const EDITORS = { table: 'caseloom.playbook_editor', column: 'playbook_id' }

/** Takes, keeps or leaves a seat at a draft; answers who sits there in other windows. Throws resource.not_found. */
export async function heartbeatEditor(
  scope: TenantScope,
  actor: Actor,
  { playbookId, seat, leaving }: DraftSeat,
): Promise<Editor[]> {
  allow(actor, 'playbook:build')
  return scope.tx(async (tx) => {
    await getPlaybookRow(tx, playbookId)
    if (await moveSeat(tx, EDITORS, actor, { id: playbookId, seat, leaving }))
      tx.announce(playbookChanged(tx, playbookId))
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
