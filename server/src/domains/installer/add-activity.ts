import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { FieldValues } from '@caseloom/contract/records/records'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { TenantScope } from '../../platform/database/types.ts'
import { allow } from '../../platform/rights.ts'
import { DEMO_FACTS } from './demo-alerts.rules.ts'
import { KINDS } from './demo-kinds.ts'
import type { InstallerDeps } from './installer-deps.ts'
import { ensurePublished, readPlaybook } from './shipped-playbooks.ts'
import { DEMO_ASSETS, DEMO_INTEL } from './demo-known-things.ts'

/** What works on the alerts comes first, so that none arrives before. */
const PLAYBOOKS = [
  'check-intel',
  'look-up-observables',
  'match-asset',
  'isolate-computer',
  'assign-high-alerts',
  'escalate-alerts',
  'close-known-alerts',
  'shift-report',
  'report-email',
  'failed-playbooks',
  'demo-alerts',
] as const

/** The playbooks in the order in which they are added. */
export function activityPlaybooks(): Promise<JsonObject[]> {
  return Promise.all(
    PLAYBOOKS.map(async (name) => {
      const document = await readPlaybook(`activity/${name}.yaml`)
      return name === 'demo-alerts' ? withKinds(document) : document
    }),
  )
}

/** Adds assets, intel, and published playbooks: one creates alerts, the others work on them. A repetition adds what is missing. */
export async function addActivity(
  { automation, records }: Pick<InstallerDeps, 'automation' | 'records'>,
  scope: TenantScope,
  actor: Actor,
): Promise<string> {
  allow(actor, 'playbook:build')
  const known: [string, readonly FieldValues[]][] = [
    ['asset', DEMO_ASSETS],
    ['observable_intel', DEMO_INTEL],
  ]
  for (const [appId, things] of known)
    for (const [index, fields] of things.entries())
      await records.createRecord(scope, actor, { appId, fields, operationKey: `demo:${appId}:${index}` })
  const playbooks = await activityPlaybooks()
  for (const document of playbooks) await ensurePublished(automation, scope, actor, document)
  return `${playbooks.length} playbooks`
}

/** The alerts that arrive are of the kinds that the first ones are. */
function withKinds(document: JsonObject): JsonObject {
  const kinds = KINDS.map((kind) => {
    const { title, severity, source, host, event, description } = kind
    return { title, severity, source, host, event, description }
  })
  const facts = Object.fromEntries(Object.entries(DEMO_FACTS).map(([name, values]) => [name, [...values]]))
  const properties = { kinds: { type: 'array', default: kinds }, facts: { type: 'object', default: facts } }
  return { ...document, inputs: { type: 'object', properties } }
}
