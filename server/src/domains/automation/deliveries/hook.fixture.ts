import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { anActor } from '@caseloom/testkit/installation'
import type { TenantScope } from '../../../platform/database/types.ts'
import { type AutomationFixture, deliver } from '../automation.fixture.ts'
import { seeDeliveries } from './see-deliveries.ts'

/** A published playbook with a webhook, what sends to it, and its delivery log. */
export async function hookOf(house: AutomationFixture, document: JsonObject, scope: TenantScope) {
  const actor = anActor(scope)
  const playbook = await house.publish(scope, document)
  const [hook] = playbook.hooks
  if (hook === undefined) throw new Error('The playbook has no webhook')
  const { id: triggerId, hookKey, secret } = hook
  const send = (body: JsonValue, headers: Record<string, string> = {}) =>
    deliver(house.automation, scope, {
      hookKey,
      raw: Buffer.from(JSON.stringify(body)),
      headers: { 'x-webhook-secret': secret, ...headers },
    })
  const log = async (by: Actor = actor) =>
    (await seeDeliveries(house.automation, scope, by, { triggerId, filter: { limit: 20 } })).items
  return { scope, actor, playbook, triggerId, secret, send, log }
}
