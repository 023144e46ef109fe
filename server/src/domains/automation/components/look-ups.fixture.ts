import { AppCreate, type AppView } from '@caseloom/contract/apps/apps'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Ceiling } from '@caseloom/contract/values/markings'
import { anActor } from '@caseloom/testkit/installation'
import type { TenantScope } from '../../../platform/database/types.ts'
import { newId } from '../../../platform/uuid.ts'
import { putAsset } from '../assets/asset.store.ts'
import { aPlaybook, aTransform, type AutomationFixture } from '../automation.fixture.ts'
import { confirmStatement } from '../statements/confirm-statement.fixture.ts'

/** An app whose records have observables and markings. */
export function anAppWithMarks(
  house: Pick<AutomationFixture, 'apps'>,
  scope: TenantScope,
  over: Partial<AppCreate> = {},
): Promise<AppView> {
  const texts = ['title', 'tlp', 'pap'].map((key) => ({ key, label: key, type: 'text' }))
  const shape = {
    key: 'alert',
    acronym: 'ALR',
    name: 'Alert',
    titleField: 'title',
    listColumns: [],
    layout: [],
    fields: [...texts, { key: 'seen', label: 'Seen', type: 'observables' }],
    ...over,
  }
  return house.apps.createApp(scope, anActor(scope), AppCreate.parse(shape))
}

export async function anAssetWith(
  scope: TenantScope,
  { key, maxTlp = null, maxPap = null }: { key: string } & Partial<Ceiling>,
): Promise<void> {
  await scope.tx((tx) =>
    putAsset(tx, {
      id: newId(),
      key,
      name: `Asset ${key}`,
      description: null,
      connector: 'http',
      auth: 'none',
      settings: { baseUrl: 'http://127.0.0.1:1' },
      secrets: null,
      secret_names: [],
      tokens: null,
      bound_to: null,
      connected: false,
      last_test: null,
      rotated_at: null,
      sharing: null,
      max_tlp: maxTlp,
      max_pap: maxPap,
      revision: 1,
      updated_at: tx.now,
    }),
  )
}

const INPUTS = { type: 'object', properties: { observables: { type: 'array', default: [] } } }

/** A component that looks up addresses, with a step that names an asset where one is given. */
export function aLookUp(key: string, asset?: string, over: JsonObject = {}): JsonObject {
  const asking = { key: 'ask', action: 'http.request', after: 'say', with: { url: '/' } }
  return aPlaybook(
    [
      aTransform('say', '{% inputs.observables %}'),
      ...(asset === undefined ? [] : [{ ...asking, asset, after: [{ step: 'say', when: '{% false %}' }] }]),
    ],
    {
      playbook: key,
      title: key,
      triggers: [],
      inputs: INPUTS,
      component: { looksUp: ['ipv4'] },
      output: '{% steps.say.output %}',
      ...over,
    },
  )
}

/** A published look-up whose statement the person has confirmed. */
export async function aReadyLookUp(
  house: AutomationFixture,
  scope: TenantScope,
  document: JsonObject,
  by = anActor(scope),
): Promise<{ id: string; by: typeof by }> {
  const { id } = await house.publish(scope, document)
  await confirmStatement(house.automation, scope, by, id)
  return { id, by }
}
