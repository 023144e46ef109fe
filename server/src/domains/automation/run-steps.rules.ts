import type { RunState, StepState, StepView } from '@caseloom/contract/automation'
import type { JsonObject, JsonValue } from '@caseloom/contract/json'
import { builtInActions } from '@caseloom/playbook/actions'
import type { z } from 'zod'
import type { StepNote } from './expressions/messages.ts'
import type { RunEntry } from './run-entry.ts'

type Step = z.infer<typeof StepView>
type Attempt = Step['attempts'][number]

const OVER: readonly RunState[] = ['succeeded', 'failed', 'cancelled']

/** True when nothing more will happen in a run of this state. */
export function isOver(state: RunState): boolean {
  return OVER.includes(state)
}

/**
 * The steps of a run as they stand after all its recorded turns, in the order of the document. The interpreter's clock
 * begins when the run was accepted; nothing is shown as begun before a worker had it (`begunAt`, ms).
 */
export function stepsOf(
  run: { id: string; state: RunState; begunAt?: number },
  document: JsonObject,
  entries: readonly RunEntry[],
): Step[] {
  const begunAt = run.begunAt ?? 0
  const notes = Map.groupBy(
    entries.flatMap((entry) => entry.steps).map((note) => ({ ...note, at: Math.max(note.at, begunAt) })),
    (note) => note.path,
  )
  const steps = Array.isArray(document['steps']) ? document['steps'] : []
  return steps.flatMap((step) => {
    const authored = authoredStep(step)
    return authored === null ? [] : [stepView(run, authored, notes.get(authored.key) ?? [])]
  })
}

interface AuthoredStep {
  key: string
  title: string
  action: string
}

/** A step as its author wrote it; null for what cannot be one. */
export function authoredStep(step: JsonValue): AuthoredStep | null {
  if (typeof step !== 'object' || step === null || Array.isArray(step)) return null
  const { key, title, action } = step
  if (typeof key !== 'string' || typeof action !== 'string') return null
  return { key, title: typeof title === 'string' ? title : key, action }
}

function stepView(run: { id: string; state: RunState }, step: AuthoredStep, notes: StepNote[]): Step {
  const kind = builtInActions.get(step.action)?.kind
  const pure = kind === 'pure'
  const last = notes.at(-1)
  const state = stateOf(run, last)
  const attempts = attemptsOf(notes)
  const startedAt = attempts[0]?.startedAt ?? null
  const ended = last !== undefined && ['succeeded', 'failed', 'skipped', 'cancelled'].includes(last.state)
  const endedAt = ended ? instant(last.at) : null
  const input = notes.findLast((note) => note.input !== undefined)?.input
  const output = notes.findLast((note) => note.output !== undefined)?.output
  return {
    path: step.key,
    key: step.key,
    title: step.title,
    action: step.action,
    pure,
    state,
    startedAt,
    endedAt: startedAt === null ? null : endedAt,
    durationMs: startedAt === null || endedAt === null ? null : Date.parse(endedAt) - Date.parse(startedAt),
    attempts,
    input: input === undefined ? null : { size: sizeOf(input), recomputed: true },
    output: output === undefined ? null : { size: sizeOf(output), recomputed: kind !== 'effect' },
    error: state === 'failed' || state === 'cancelled' ? (last?.error ?? null) : null,
    idempotencyKey: kind === 'effect' && attempts.length > 0 ? `${run.id}/${step.key}~1` : null,
  }
}

/** What a run leaves open when it ends is over too: nobody works on it any more. */
function stateOf(run: { state: RunState }, last: StepNote | undefined): StepState {
  if (last === undefined) return isOver(run.state) ? 'skipped' : 'queued'
  // The interpreter's states are the contract's.
  const state = last.state as StepState
  const open = ['queued', 'running', 'waiting', 'retrying'].includes(state)
  return open && isOver(run.state) ? 'cancelled' : state
}

function attemptsOf(notes: readonly StepNote[]): Attempt[] {
  const attempts = new Map<number, Attempt>()
  for (const note of notes) {
    if (note.attempt === 0 || note.state === 'skipped') continue
    const known = attempts.get(note.attempt)
    const { attempt } = note
    if (note.state === 'running' || note.state === 'waiting') {
      attempts.set(attempt, { attempt, startedAt: instant(note.at), endedAt: null, error: null })
      continue
    }
    const startedAt = known?.startedAt ?? instant(note.at)
    attempts.set(attempt, { attempt, startedAt, endedAt: instant(note.at), error: note.error ?? null })
  }
  return [...attempts.values()].sort((a, b) => a.attempt - b.attempt)
}

function sizeOf(counted: number): number | null {
  return counted < 0 ? null : counted
}

function instant(at: number): string {
  return new Date(at).toISOString()
}
