import type { OnCallUse } from '@caseloom/contract/identity/on-call'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import { isSharedWith, type Sharing } from '@caseloom/contract/kernel/sharing'
import type { PlaybookUse } from '@caseloom/contract/automation/playbook-use'
import type { TenantScope, TenantTx } from '../platform/database/types.ts'

interface Deps {
  apps: {
    onCallFields(
      tx: TenantTx,
      key: string,
    ): Promise<{ id: string; name: string; sharing: Sharing; fields: string[] }[]>
  }
  automation: { onCallSteps(tx: TenantTx, key: string): Promise<PlaybookUse[]> }
}

/** Apps and playbooks that name an on-call schedule, as far as the actor may see them; drafts never block. */
export async function onCallUses(
  { apps, automation }: Deps,
  scope: TenantScope,
  actor: Actor,
  key: string,
): Promise<{ items: OnCallUse[]; others: number; blocking: boolean }> {
  const { fields, playbooks } = await scope.read(async (tx) => ({
    fields: await apps.onCallFields(tx, key),
    playbooks: await automation.onCallSteps(tx, key),
  }))
  const shown = fields.filter(({ sharing }) => may(actor, 'app:read') && isSharedWith(actor, sharing, 'read'))
  const ofApps = shown.map(({ id, name, fields: parts }) => ({ kind: 'app' as const, id, name, parts }))
  const isReader = may(actor, 'playbook:read')
  const ofPlaybooks = playbooks.map(({ playbookId: id, title: name, steps: parts }) => {
    return { kind: 'playbook' as const, id, name, parts }
  })
  return {
    items: [...ofApps, ...(isReader ? ofPlaybooks : [])],
    others: fields.length - shown.length + (isReader ? 0 : playbooks.length),
    blocking: fields.length > 0 || playbooks.some(({ inPublished }) => inPublished),
  }
}
