import { httpRequest } from '@caseloom/connectors/http/http-connector'
import { notifyWebhook } from '@caseloom/connectors/http/notify-webhook'
import { may } from '@caseloom/contract/permissions'
import type { AppsDoor } from '../domains/apps/apps.door.ts'
import {
  type BuiltInDeps,
  type BuiltIns,
  builtInEffects,
} from '../domains/automation/actions/built-in-effects.ts'
import type { ConnectorServicesDeps } from '../domains/automation/connectors/connector-services.ts'
import type { Directory } from '../domains/automation/directory/directory-port.ts'
import { notify } from '../domains/identity/directory/notify.ts'
import { principalsIn } from '../domains/identity/list-principals.ts'
import { tenantActors } from '../domains/identity/tenant-actors.ts'
import { tenantMembers } from '../domains/identity/tenant-members.ts'
import { createRecordStepsDoor } from '../domains/records/record-steps.door.ts'
import type { RecordsDoor } from '../domains/records/records.door.ts'
import type { TenantPeople } from '../domains/records/permissions/permissions-deps.ts'
import type { SystemScope } from '../platform/database/types.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import type { Outbound } from '../platform/outbound/outbound.ts'
import type { Log } from '../platform/telemetry/log.ts'

interface ActionNeeds {
  system: SystemScope
  apps: AppsDoor
  records: RecordsDoor
  people: TenantPeople
  outbound: Outbound
  files: FileStore
  privateRangesAllowed: BuiltInDeps['privateRangesAllowed']
  publicUrl: string
  log: Log
}

/** Effects, and what the world of connectors asks of mail and people. */
interface HouseEffects extends BuiltIns {
  world: Required<Pick<ConnectorServicesDeps, 'tryMail' | 'tellManagers'>>
}

/** The effects of the playbook language's own actions, with what they need of all domains. */
export function actionEffects(needs: ActionNeeds): HouseEffects {
  const { system, apps, records, people, publicUrl, log } = needs
  const steps = createRecordStepsDoor({
    apps,
    people,
    system,
    tellMentioned: (tx, note) => notify(tx, publicUrl, { ...note, kind: 'mention' }),
    log,
  })
  const directory = tenantDirectory(system)
  const builtIns = builtInEffects({
    ...needs,
    connectors: [httpRequest, notifyWebhook],
    records,
    steps,
    directory,
    tell: (tx, note) => notify(tx, publicUrl, note),
  })
  const { tryMail } = builtIns
  const world: HouseEffects['world'] = {
    tryMail,
    async tellManagers({ tenantId, accountId }, note) {
      const managers = (await directory.members({ tenantId, accountId })).flatMap(({ actor, service }) =>
        !service && actor.personId !== null && may(actor, 'asset:manage') ? [actor.personId] : [],
      )
      await system.tx(async (tx) => {
        for (const personId of managers)
          await notify(tx, publicUrl, { ...note, personId, accountId, kind: 'securityChanged' })
      })
    },
  }
  return { ...builtIns, world }
}

/** Who is in a tenant, for asking and telling people. */
export function tenantDirectory(system: SystemScope): Directory {
  return {
    members: (place, userId) => tenantMembers({ system }, place, userId),
    principals: (place) => principalsIn({ system }, place),
  }
}

/** Who people of a tenant are and act as, for permissions of records. */
export function tenantPeople(system: SystemScope): TenantPeople {
  return {
    principals: (place) => principalsIn({ system }, place),
    actors: (place, userId) => tenantActors({ system }, place, userId),
  }
}
