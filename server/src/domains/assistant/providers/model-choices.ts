import type { modelChoices } from '@caseloom/contract/assistant/assistant-models'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import type { RouteReply } from '@caseloom/contract/kernel/route'
import type { TenantScope } from '../../../platform/database/types.ts'
import type { AppsDoor } from '../../apps/apps.door.ts'

export interface ChoicesDeps {
  apps: Pick<AppsDoor, 'listApps'>
  /** The tenants of the account that the caller can access, each with the caller as an actor in it. */
  tenantsOf(accountId: string, userId: string): Promise<{ scope: TenantScope; actor: Actor }[]>
}

type Choices = RouteReply<typeof modelChoices>['apps']

/** Apps and fields by key over all tenants in which the caller may see apps; the same key in two tenants is one. */
export async function listChoices(deps: ChoicesDeps, accountId: string, actor: Actor): Promise<Choices> {
  const found = new Map<string, Choices[number]>()
  if (actor.id === null) return []
  for (const { scope, actor: there } of await deps.tenantsOf(accountId, actor.id)) {
    if (!may(there, 'app:read')) continue
    for (const { key, name, fields } of await deps.apps.listApps(scope, there)) {
      const app = found.get(key) ?? { key, name, fields: [] }
      const known = new Set(app.fields.map((field) => field.key))
      const more = fields.filter((field) => !known.has(field.key))
      app.fields.push(...more.map((field) => ({ key: field.key, label: field.label })))
      found.set(key, app)
    }
  }
  return [...found.values()].sort((one, other) => one.name.localeCompare(other.name))
}
