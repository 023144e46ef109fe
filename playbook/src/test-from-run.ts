import type { Given, GivenOnce } from './document-tests.ts'
import type { EffectResult, RunEvent } from './run-types.ts'
import { stepOfPath } from './step-of-path.ts'

/**
 * What a test of a recorded run gives for its steps outside, by key where all turns of a loop were given the same.
 * Steps that a test runs for real are left out: `isComputed` names their paths.
 */
export function givenOfEvents(
  events: readonly RunEvent[],
  isComputed: (path: string) => boolean,
): Record<string, Given> {
  const byPath = new Map<string, GivenOnce[]>()
  for (const [id, once] of outcomesOf(events)) {
    const path = id.replace(/~\d+$/, '')
    if (!isComputed(path)) byPath.set(path, [...(byPath.get(path) ?? []), once])
  }
  const byStep = Map.groupBy(byPath.keys(), nameOf)
  const entries = [...byStep].flatMap(([name, paths]): [string, Given][] => {
    const all = paths.map((path): [string, Given] => [path, givenOf(byPath.get(path) ?? [])])
    const texts = new Set(all.map(([, given]) => JSON.stringify(given)))
    const [first] = all
    return texts.size === 1 && first !== undefined ? [[name, first[1]]] : all
  })
  return Object.fromEntries(entries)
}

/** By id of the command, in the order of the attempts; a question that no one answered is silent. */
function outcomesOf(events: readonly RunEvent[]): Map<string, GivenOnce> {
  const outcomes = new Map<string, GivenOnce>()
  for (const event of events) {
    if (event.kind === 'timer' || event.kind === 'cancel') continue
    const isPut = event.kind === 'opened' && event.result.ok
    outcomes.set(event.id, isPut ? { unanswered: true } : onceOf(event.result))
  }
  return outcomes
}

function onceOf(result: EffectResult): GivenOnce {
  if (result.ok) return { output: result.output }
  const { code, message, retryable, detail } = result.error
  return {
    error: {
      code: code.slice(0, 100),
      message: message.slice(0, 1_000),
      ...(retryable === undefined ? {} : { retryable }),
      ...(detail === undefined ? {} : { detail }),
    },
  }
}

function givenOf(all: GivenOnce[]): Given {
  const [first, ...more] = all
  return first !== undefined && more.length === 0 ? first : all
}

function nameOf(path: string): string {
  return path.endsWith('!undo') ? `${stepOfPath(path)}!undo` : stepOfPath(path)
}
