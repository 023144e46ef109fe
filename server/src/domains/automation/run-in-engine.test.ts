import type { JsonObject, JsonValue } from '@caseloom/contract/json'
import {
  aCall,
  anAutomationHouse,
  aPlaybook,
  aTransform,
  type AutomationHouse,
  type PublishedPlaybook,
} from '@caseloom/testkit/automation-house'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TenantScope } from '../../platform/database/types.ts'
import { answerHook } from './answer-hook.ts'

let house: AutomationHouse
beforeAll(async () => {
  house = await anAutomationHouse()
})
afterAll(() => house.close())

interface Answered {
  status: number
  body: JsonValue
}

async function post(scope: TenantScope, playbook: PublishedPlaybook, body: unknown): Promise<Answered> {
  let status = 200
  const answer = await answerHook(house.automation, scope, {
    hookKey: playbook.hooks[0]?.hookKey ?? '',
    raw: Buffer.from(JSON.stringify(body)),
    query: {},
    request: {
      id: 'r',
      ip: '127.0.0.1',
      headers: { 'content-type': 'application/json' },
      timeZone: 'UTC',
      signal: new AbortController().signal,
    },
    reply: {
      status: (code) => void (status = code),
      header: () => undefined,
      sessionCookie: () => undefined,
    },
  })
  return { status, body: JSON.parse(JSON.stringify(answer)) }
}

const resultTrigger = {
  triggers: [{ key: 'hook', kind: 'webhook', with: { auth: 'none', answer: 'result' } }],
}
const runsOf = (scope: TenantScope) =>
  scope.read((tx) =>
    tx.query<{ state: string; number: string; error: JsonObject | null }>(
      'select state, number, error from caseloom.run where tenant_id = $1 order by number',
      [tx.tenantId],
    ),
  )

describe('a run in the engine', () => {
  it('goes through its effects and answers the result', async () => {
    const scope = await house.aTenant()
    const playbook = await house.publish(
      scope,
      aPlaybook(
        [
          aTransform('a', '{% trigger.body.n + 1 %}'),
          aCall('b', 'a'),
          aTransform('c', '{% steps.b.output.echo %}', 'b'),
        ],
        {
          ...resultTrigger,
          output: '{% {"n": steps.a.output, "echo": steps.c.output} %}',
        },
      ),
    )
    expect(await post(scope, playbook, { n: 1 })).toEqual({
      status: 200,
      body: { n: 2, echo: { from: 'b' } },
    })
    expect(await runsOf(scope)).toMatchObject([{ state: 'succeeded', number: '1', error: null }])
  })
})
