import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { RunEvent } from '@caseloom/playbook/run-types'
import type { HostedRun } from './expressions.ts'
import type { Advanced } from './messages.ts'

/** A run that asks once and ends with the answer; "<action> <input as JSON>" in its document's description says what. */
export function asksOnce(document: JsonObject): HostedRun {
  const [, action = 'test.ask', input = '{}'] = /^(\S+) (\{.*\})$/.exec(String(document['description'])) ?? []
  const one = (event: RunEvent): Partial<Advanced> => {
    if (event.kind === 'opened' && event.result.ok) return { steps: [note('waiting', event.result.at)] }
    if (event.kind === 'cancel') {
      const error = { code: 'run.cancelled', message: 'The run was canceled' }
      return {
        commands: [{ kind: 'close', id: 'ask~1', path: 'ask', reason: 'run.cancelled' }],
        end: { state: 'cancelled', error, outputSize: 0 },
      }
    }
    if (event.kind !== 'opened' && event.kind !== 'answer') return {}
    const { result } = event
    if (!result.ok) return { end: { state: 'failed', error: result.error, outputSize: 0 } }
    return { end: { state: 'succeeded', output: JSON.stringify(result.output), outputSize: 0 } }
  }
  let begun = false
  return {
    async advance(events) {
      const all: Advanced = { commands: [], steps: [] }
      if (!begun) all.commands.push({ ...ASK, action, input: JSON.parse(input) })
      begun = true
      for (const event of events) {
        const { commands = [], steps = [], end } = one(event)
        all.commands.push(...commands)
        all.steps.push(...steps)
        if (end !== undefined) all.end = end
      }
      return all
    },
    release: () => undefined,
  }
}
const ASK = {
  kind: 'listen' as const,
  id: 'ask~1',
  path: 'ask',
  attempt: 1,
  action: 'test.ask',
  input: {},
  inputHash: 'hash',
  timeoutMs: 5_000,
  idempotencyKey: 'key',
}
const note = (state: string, at: number) => ({ path: 'ask', state, attempt: 1, at })
