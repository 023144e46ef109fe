import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { Automation } from './domains/automation/automation.ts'
import { createAutomationDoor } from './domains/automation/automation.door.ts'
import { lookUpObservables } from './domains/automation/components/look-up-observables.ts'
import type { TenantScope } from './platform/database/types.ts'

/** The field whose values it is given; defaults of the definition are left to the app. */
export const SEEN = { key: 'seen', label: 'Seen', type: 'observables' } as never

const LOOKS_UP = {
  playbook: 'looks-up',
  title: 'looks-up',
  triggers: [],
  component: { looksUp: ['domain'] },
  inputs: { type: 'object', properties: { observables: { type: 'array' } } },
  steps: [{ key: 'say', action: 'data.transform', with: { value: '{% inputs.observables.value %}' } }],
  output: '{% steps.say.output %}',
} satisfies JsonObject

interface Marked {
  id: string
  appId: string
  values: Record<string, string>
}

/** A run that is given an observable of a record, whose value becomes a marker of the record. */
export async function looksUpRecord(
  automation: Automation,
  scope: TenantScope,
  keeper: Actor,
  record: Marked,
): Promise<{ name: string; id: string; playbookId: string; document: JsonObject }> {
  const value = 'markerdomain.example'
  const { appId, id: recordId } = record
  const fields = { seen: [{ kind: 'domain', value }] }
  await automation.records.updateRecord(scope, keeper, { appId, recordId, fields })
  record.values['seen'] = value
  const door = createAutomationDoor(automation)
  const { id: playbookId, revision } = await door.createPlaybook(scope, keeper, LOOKS_UP)
  await door.publishPlaybook(scope, keeper, { playbookId, revision })
  const observables = [{ kind: 'domain' as const, value }]
  const asked = { playbookId, appId, recordId, observables, confirmed: false }
  const [started] = (await lookUpObservables(automation, scope, keeper, asked)).items
  return { name: 'looks-up', id: started?.run.id ?? '', playbookId, document: LOOKS_UP }
}
