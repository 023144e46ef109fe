import { httpRequest } from '@caseloom/connectors/http/http-connector'
import { notifyWebhook } from '@caseloom/connectors/http/notify-webhook'
import type { AppsDoor } from './domains/apps/apps.door.ts'
import {
  type BuiltInDeps,
  type BuiltIns,
  builtInEffects,
} from './domains/automation/actions/built-in-effects.ts'
import type { Directory } from './domains/automation/people/who.ts'
import { notify } from './domains/identity/directory/notify.ts'
import { listPrincipals } from './domains/identity/list-principals.ts'
import { tenantMembers } from './domains/identity/tenant-members.ts'
import { createRecordStepsDoor } from './domains/records/record-steps.door.ts'
import type { RecordsDoor } from './domains/records/records.door.ts'
import type { TenantPeople } from './domains/records/rights/rights-deps.ts'
import type { SystemScope } from './platform/database/types.ts'
import type { FileStore } from './platform/files/file-store.ts'
import type { Outbound } from './platform/outbound/outbound.ts'
import type { Log } from './platform/telemetry/log.ts'

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

/** The effects of the playbook language's own actions, with what they need of all domains. */
export function houseEffects(needs: ActionNeeds): BuiltIns {
  const { system, apps, records, people, publicUrl } = needs
  const steps = createRecordStepsDoor({
    apps,
    people,
    system,
    tellMentioned: (tx, note) => notify(tx, publicUrl, { ...note, kind: 'mention' }),
  })
  return builtInEffects({
    ...needs,
    connectors: [httpRequest, notifyWebhook],
    records,
    steps,
    directory: tenantDirectory(system),
    tell: (tx, note) => notify(tx, publicUrl, note),
  })
}

/** Who is in a tenant, for asking and telling people. */
export function tenantDirectory(system: SystemScope): Directory {
  return {
    members: (place, userId) => tenantMembers({ system }, place, userId),
    principals: (place) => listPrincipals({ system }, place),
  }
}
