import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import { isSharedWith } from '@caseloom/contract/kernel/sharing'
import type { SystemScope, TenantRef, Tx } from '../../../platform/database/types.ts'
import type { Log } from '../../../platform/telemetry/log.ts'
import type { NotifyManagers } from './update-app.ts'

/** What identity knows of the people of a tenant. */
export interface AppPeople {
  members(place: TenantRef): Promise<readonly { actor: Actor; service: boolean }[]>
  notify(
    tx: Tx,
    note: {
      personId: string
      accountId: string
      kind: 'securityChanged'
      title: string
      text: string
      link: string
    },
  ): Promise<void>
}

interface AppNeeds {
  system: SystemScope
  people: AppPeople
  log: Pick<Log, 'warn'>
}

/** Notifies those who may build an app that more people can read fields of it. */
export function notifyAppManagers({ system, people, log }: AppNeeds): NotifyManagers {
  return async ({ tenantId, accountId }, actor, { app, widened }) => {
    const { name, sharing = null } = app.definition
    const fields = widened.map(({ label }) => `“${label}”`).join(', ')
    const note = {
      kind: 'securityChanged' as const,
      title: `${name}: more people can read ${widened.length === 1 ? 'a field' : 'fields'}`,
      text: `${actor.name} let more people read ${fields}.`,
      link: `/account/${accountId}/tenant/${tenantId}/app-builder/${app.id}`,
      accountId,
    }
    try {
      const members = await people.members({ tenantId, accountId })
      const managers = members.flatMap(({ actor: member, service }) => {
        const manages = may(member, 'app:build') && isSharedWith(member, sharing, 'manage')
        const isNotified = !service && manages && member.personId !== null && member.id !== actor.id
        return isNotified && member.personId !== null ? [member.personId] : []
      })
      await system.tx(async (tx) => {
        for (const personId of managers) await people.notify(tx, { ...note, personId })
      })
    } catch (err) {
      log.warn({ err, appId: app.id }, 'failed to notify the managers of an app')
    }
  }
}
