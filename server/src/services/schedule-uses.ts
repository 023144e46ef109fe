import { may } from '@caseloom/contract/kernel/permissions'
import { isSharedWith } from '@caseloom/contract/kernel/sharing'
import type { AppsDoor } from '../domains/apps/apps.door.ts'
import type { createOnCallModule } from '../domains/tenancy/on-call/on-call.module.ts'
import type { TenantTx } from '../platform/database/types.ts'

export type ScheduleUses = Parameters<typeof createOnCallModule>[0]['uses']

export interface UseDeps {
  apps: Pick<AppsDoor, 'people'>
  playbooksFinding(tx: TenantTx, schedule: string): Promise<readonly { id: string; name: string }[]>
}

/** What names an on-call schedule; `deps` is called when all domains are built, because they lie above schedules. */
export function scheduleUses(deps: () => UseDeps): ScheduleUses {
  return async (tx, key) => {
    const { apps, playbooksFinding } = deps()
    const assigning = await apps.people.assigningBy(tx, key)
    const finding = await playbooksFinding(tx, key)
    return [
      ...assigning.map(({ id, name, sharing }) => ({
        kind: 'app' as const,
        id,
        name,
        isVisibleTo: (actor: Parameters<typeof may>[0]) =>
          may(actor, 'app:read') && isSharedWith(actor, sharing, 'read'),
      })),
      ...finding.map(({ id, name }) => ({
        kind: 'playbook' as const,
        id,
        name,
        isVisibleTo: (actor: Parameters<typeof may>[0]) => may(actor, 'playbook:read'),
      })),
    ]
  }
}
