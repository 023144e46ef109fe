import type { Actor, BuiltInRole } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../platform/database/types.ts'
import { isFailure } from '../../platform/errors.ts'
import { allow } from '../../platform/rights.ts'
import { builtInRoleIds } from '../identity/identity.door.ts'
import { type DemoAlert, demoAlerts } from './demo-alerts.rules.ts'
import { DEMO_TALK } from './demo-talk.rules.ts'
import type { FieldValues } from '@caseloom/contract/records/records'
import { demoLookups } from './demo-lookups.rules.ts'
import { demoCases } from './demo-cases.rules.ts'
import { demoOnCall } from './demo-on-call.rules.ts'
import type { InstallPlan } from './install.store.ts'
import type { InstallerDeps } from './installer-deps.ts'

const PEOPLE: readonly { name: string; address: string; role: BuiltInRole }[] = [
  { name: 'Bob Brandt', address: 'bob', role: 'analyst' },
  { name: 'Carla Castro', address: 'carla', role: 'lead' },
  { name: 'Deniz Demir', address: 'deniz', role: 'analyst' },
]

/** Adds some people who cannot log in, and their alerts of the last days. A repetition adds what is missing. */
export async function addDemoData(
  deps: Pick<InstallerDeps, 'identity' | 'records' | 'startThread' | 'storeLookups' | 'tenancy'>,
  plan: InstallPlan,
  scope: TenantScope,
  actor: Actor,
): Promise<string> {
  allow(actor, 'record:create')
  const analysts = await addPeople(deps, plan, actor)
  await addOnCall(deps, scope, actor, idsOf(analysts))
  const byId = new Map(analysts.map((analyst) => [analyst.id ?? '', analyst]))
  const alerts = demoAlerts(new Date(), idsOf(analysts))
  const [newest] = alerts.toSorted((a, b) => b.at.getTime() - a.at.getTime())
  for (const alert of alerts) {
    const recordId = await addAlert(deps, scope, { alert, actor, byId })
    if (alert === newest && recordId !== null) {
      const lines = DEMO_TALK.map((line, at) => ({ ...line, actor: analysts[1 - (at % 2)] ?? actor }))
      await deps.startThread(scope, { appId: 'alert', recordId }, lines)
    }
  }
  const cases = demoCases(new Date(), idsOf(analysts))
  for (const one of cases)
    await deps.records.createRecord(atTime(scope, one.at), actor, {
      appId: 'case',
      fields: one.fields,
      operationKey: one.key,
    })
  await addLookups(deps, scope, actor, [...alerts, ...cases])
  return `${alerts.length} alerts, ${PEOPLE.length} people`
}

/** The team's schedule, unless a repetition finds it. */
async function addOnCall(
  { tenancy: { onCall } }: Pick<InstallerDeps, 'tenancy'>,
  scope: TenantScope,
  actor: Actor,
  userIds: readonly string[],
): Promise<void> {
  const schedule = demoOnCall(userIds)
  const known = await scope.read((tx) => onCall.keys(tx))
  if (!known.includes(schedule.key)) await onCall.create(scope, { actor, ip: null }, schedule)
}

async function addLookups(
  { storeLookups }: Pick<InstallerDeps, 'storeLookups'>,
  scope: TenantScope,
  actor: Actor,
  records: readonly { fields: FieldValues }[],
): Promise<void> {
  const source: Actor = { ...actor, kind: 'system', id: null, name: 'Demo data' }
  const all = demoLookups(
    new Date(),
    records.map(({ fields }) => fields),
  )
  for (const { key, at, lookups } of all)
    await storeLookups(atTime(scope, at), source, { lookups, operationKey: key })
}

async function addPeople(
  { identity }: Pick<InstallerDeps, 'identity'>,
  plan: InstallPlan,
  actor: Actor,
): Promise<Actor[]> {
  const { accountId, tenantId } = plan
  const actors = [actor]
  for (const [index, person] of PEOPLE.entries()) {
    const ids = plan.demoIds[index]
    if (ids === undefined) continue
    const email = `${person.address}@demo.example`
    await identity.createPerson({ id: ids.personId, name: person.name, email })
    const userId = await identity.addUser({ id: ids.userId, accountId, personId: ids.personId })
    const roleId = builtInRoleIds[person.role]
    await identity.assignRole({ accountId, roleId, to: { userId }, tenantId })
    const analyst = await identity.actorOf(userId, tenantId)
    if (analyst !== null) actors.push(analyst)
  }
  return actors
}

function idsOf(analysts: readonly Actor[]): [string, ...string[]] {
  const [first, ...rest] = analysts.flatMap((analyst) => (analyst.id === null ? [] : [analyst.id]))
  if (first === undefined) throw new Error('Demo data requires a user')
  return [first, ...rest]
}

async function addAlert(
  { records }: Pick<InstallerDeps, 'records'>,
  scope: TenantScope,
  { alert, actor, byId }: { alert: DemoAlert; actor: Actor; byId: ReadonlyMap<string, Actor> },
): Promise<string | null> {
  const source: Actor = { ...actor, kind: 'system', id: null, name: 'Demo data' }
  const key = String(alert.fields['source_ref'])
  const record = await records
    .createRecord(atTime(scope, alert.at), source, {
      appId: 'alert',
      fields: alert.fields,
      operationKey: key,
    })
    .catch((error: unknown) => {
      // Added before a crash, and its operation key forgotten since.
      if (isFailure(error, 'record.duplicate_value')) return null
      throw error
    })
  if (record === null) return null
  for (const [index, change] of alert.changes.entries()) {
    const who = byId.get(change.userId) ?? actor
    await records.updateRecord(atTime(scope, change.at), who, {
      appId: 'alert',
      recordId: record.id,
      fields: change.fields,
      operationKey: `${key}/${index + 1}`,
    })
  }
  return record.id
}

/** The tenant as it was: what is written through this scope bears the given time. */
function atTime(scope: TenantScope, at: Date): TenantScope {
  return { ...scope, tx: (work) => scope.tx((tx) => work({ ...tx, now: at })) }
}
