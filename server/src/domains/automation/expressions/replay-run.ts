import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Playbook } from '@caseloom/playbook/document'
import { createRun } from '@caseloom/playbook/interpreter'
import type { Command, EffectResult, RunContext, RunEvent, StepChange } from '@caseloom/playbook/run-types'
import type { Computed, Difference, Replayed, ScriptCommand } from './messages.ts'
import { onlyComputes } from './reaches-nothing.ts'

/** A document with what decides a run of it. */
export interface Side {
  playbook: Playbook
  context: RunContext
}

const MAX_DIFFERENCES = 100
/** Maximum characters of each value in a comparison. */
const SHOWN = 4_000
/** A draft that asks for more than this has gone another way than the run. */
const MAX_EVENTS = 50_000

/** What came of the effects: recorded with the run, and computed since for scripts that the draft has changed. */
interface Known {
  past: readonly RunEvent[]
  computed: readonly Computed[]
}

/**
 * Replays a recorded run with another document: effects return the results recorded for the same step and input, and
 * pauses end immediately. It has no side effects. Scripts without a result are returned, to be replayed with theirs.
 */
export async function replayRun(before: Side, draft: Side, { past, computed }: Known): Promise<Replayed> {
  const was = await createRun(before.playbook, before.context).advance(past)
  const results = recordedResults(was.commands, past)
  const scripts = new Map(computed.map((one) => [scriptOf(one), one.result]))
  const now = await follow(draft, { results, scripts }, past)
  const differences = [...now.missing, ...compared(lastOf(was.steps), lastOf(now.steps))]
  return {
    state: now.state,
    error: now.error ?? null,
    before: was.end?.state ?? null,
    differences: differences.slice(0, MAX_DIFFERENCES),
    scripts: now.scripts,
  }
}

type Asking = Extract<Command, { kind: 'effect' | 'listen' }>
/** What came back to a command, by what it asked for, in the order of its attempts. */
type Results = Map<string, RunEvent[][]>

const questionOf = ({ path, action, inputHash }: Asking) => JSON.stringify([path, action, inputHash])
const scriptOf = ({ action, inputHash }: { action: string; inputHash: string }) =>
  JSON.stringify([action, inputHash])
const isAsking = (command: Command): command is Asking =>
  command.kind === 'effect' || command.kind === 'listen'

function recordedResults(commands: readonly Command[], past: readonly RunEvent[]): Results {
  const byId = Map.groupBy(past, (event) => (event.kind === 'cancel' ? '' : event.id))
  const results: Results = new Map()
  for (const command of commands.filter(isAsking)) {
    const events = byId.get(command.id)
    if (events === undefined) continue
    const key = questionOf(command)
    results.set(key, [...(results.get(key) ?? []), events])
  }
  return results
}

interface Followed {
  state: Replayed['state']
  error?: Replayed['error']
  steps: StepChange[]
  missing: Difference[]
  scripts: ScriptCommand[]
}

interface Answers {
  results: Results
  /** By action and input: the same code gives the same for the same input. */
  scripts: ReadonlyMap<string, EffectResult>
}

async function follow(
  draft: Side,
  { results, scripts }: Answers,
  past: readonly RunEvent[],
): Promise<Followed> {
  const run = createRun(draft.playbook, draft.context)
  const followed: Followed = { state: 'unknown', steps: [], missing: [], scripts: [] }
  const cancels = past.filter((event) => event.kind === 'cancel')
  const sleeps: Extract<Command, { kind: 'sleep' }>[] = []
  let events: RunEvent[] = []
  for (let given = 0; given < MAX_EVENTS; given += events.length + 1) {
    const advance = await run.advance(events)
    for (const step of advance.steps) followed.steps.push(step)
    if (advance.end !== undefined)
      return { ...followed, state: advance.end.state, error: advance.end.error ?? null }
    events = []
    for (const command of advance.commands) {
      if (command.kind === 'sleep') sleeps.push(command)
      if (!isAsking(command)) continue
      const known = results.get(questionOf(command))?.shift()
      const computed = scripts.get(scriptOf(command))
      if (known !== undefined)
        events.push(...known.map((event) => ({ ...event, id: command.id }) as RunEvent)) // only its id changes
      else if (computed !== undefined) events.push({ kind: 'effect', id: command.id, result: computed })
      else if (command.kind === 'effect' && onlyComputes(command.action)) followed.scripts.push(command)
      else followed.missing.push(difference(command, 'needs-effect', null, command.input))
    }
    if (events.length === 0) events = soonest(sleeps) ?? cancels.splice(0, 1)
    if (events.length === 0) return followed
  }
  return followed
}

function soonest(sleeps: Extract<Command, { kind: 'sleep' }>[]): RunEvent[] | null {
  const next = sleeps.toSorted((a, b) => a.until - b.until)[0]
  if (next === undefined) return null
  sleeps.splice(sleeps.indexOf(next), 1)
  return [{ kind: 'timer', id: next.id, at: next.until }]
}

interface Last {
  path: string
  action: string
  state: string
  input?: JsonValue
  output?: JsonValue
}

/** The final state of each step. */
function lastOf(changes: readonly StepChange[]): Map<string, Last> {
  const steps = new Map<string, Last>()
  for (const { path, action, state, input, output } of changes) {
    steps.set(path, {
      ...steps.get(path),
      path,
      action,
      state,
      ...(input === undefined ? {} : { input }),
      ...(output === undefined ? {} : { output }),
    })
  }
  return steps
}

function compared(before: Map<string, Last>, draft: Map<string, Last>): Difference[] {
  const all: Difference[] = []
  for (const [path, was] of before) {
    const is = draft.get(path)
    if (is === undefined) all.push(difference(was, 'only-before', was.state, null))
    else if (was.state !== is.state) all.push(difference(is, 'state', was.state, is.state))
    else if (!same(was.input, is.input)) all.push(difference(is, 'input', was.input, is.input))
    else if (!same(was.output, is.output)) all.push(difference(is, 'output', was.output, is.output))
  }
  for (const [path, is] of draft)
    if (!before.has(path)) all.push(difference(is, 'only-draft', null, is.state))
  return all
}

const same = (a: JsonValue | undefined, b: JsonValue | undefined) => JSON.stringify(a) === JSON.stringify(b)

function difference(
  { path, action }: { path: string; action: string },
  what: Difference['what'],
  before: JsonValue | undefined,
  draft: JsonValue | undefined,
): Difference {
  return { path, action, what, before: shown(before), draft: shown(draft) }
}

/** A value as a comparison quotes it. */
export function shown(value: JsonValue | undefined): JsonValue {
  if (value === undefined) return null
  const text = JSON.stringify(value)
  return text.length <= SHOWN ? value : `${text.slice(0, SHOWN)}…`
}
