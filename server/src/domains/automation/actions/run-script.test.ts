import type { TenantScope } from '../../../platform/database/types.ts'
import { anActor } from '@caseloom/testkit/installation'
import { aStepBench } from '@caseloom/testkit/step-effects'
import { afterAll, expect, it } from 'vitest'
import { scriptEffect } from './run-script.ts'
import { createScriptThreads } from './script/script-threads.ts'

const threads = createScriptThreads()
afterAll(() => threads.close())
const beyond = () => Promise.reject(new Error('A script touches no database'))
const scope: TenantScope = {
  tenantId: 't',
  accountId: 'a',
  schema: 's',
  timeZone: 'UTC',
  tx: beyond,
  read: beyond,
  define: beyond,
  outside: beyond,
}
const bench = aStepBench(scope, new Map([['code.script', scriptEffect(threads)]]), anActor(scope))

it('gives the result and the log of a script', async () => {
  const code = 'console.log("sum of", input.length); return input.reduce((a, b) => a + b, 0)'
  expect(await bench.step('code.script', { code, input: [1, 2, 3] })).toEqual({
    ok: true,
    output: { result: 6, log: 'sum of 3' },
  })
})

it('fails with what the script wrote until then', async () => {
  expect(await bench.step('code.script', { code: 'console.log("a"); null.x' })).toMatchObject({
    ok: false,
    error: { code: 'script.threw', retryable: false, detail: { log: 'a' } },
  })
})

it('keeps the time limit of the step', async () => {
  expect(await bench.step('code.script', { code: 'for (;;) {}', timeout: '200ms' })).toMatchObject({
    error: { code: 'script.timeout', message: 'The script took longer than 0.2 s' },
  })
})
