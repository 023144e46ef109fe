import type { RunState, StepState, StepView } from '@caseloom/contract/automation/automation'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { builtInActions } from '@caseloom/playbook/actions'
import type { z } from 'zod'
import type { Turns } from '@caseloom/playbook/run-types'
import { type AuthoredStep, authoredSteps, patternOf } from '../playbooks/authored-steps.rules.ts'
import type { StepNote } from '../expressions/messages.ts'
import type { RunEntry } from '../run-model/run-entry.ts'

type Step = z.infer<typeof StepView>
type Attempt = Step['attempts'][number]

const OVER: readonly RunState[] = ['succeeded', 'failed', 'cancelled']

/** True when nothing more will happen in a run of this state. */
export function hasEnded(state: RunState): boolean {
  return OVER.includes(state)
}

interface RunFacts {
  id: string
  state: RunState
  begunAt?: number
}

/** What was noted of a step and of all its turns, in order. */
type Notes = ReadonlyMap<string, readonly StepNote[]>

/**
 * The steps of a run as they stand after all its recorded turns, in the order of the document; a step inside loops
 * once for all their turns. The interpreter's clock begins when the run was accepted; nothing is shown as begun before
 * a worker had it (`begunAt`, ms).
 */
export function stepsOf(run: RunFacts, document: JsonObject, entries: readonly RunEntry[]): Step[] {
  const notes = notesByPath(run, entries)
  const byPattern = Map.groupBy(notes.keys(), patternOf)
  const authored = authoredSteps(document)
  const turnsOf = (step: AuthoredStep) => loopTurns(notes, byPattern.get(step.path) ?? [])
  const loops = new Map(authored.map((step) => [step.key, turnsOf(step)]))
  return authored.flatMap((step) => {
    const paths = byPattern.get(step.path) ?? []
    const undone = byPattern.get(`${step.path}!undo`) ?? []
    const own =
      step.loops.length === 0
        ? stepView(run, step, { path: step.path, notes: notes.get(step.path) ?? [] })
        : manyView(run, step, {
            notes,
            paths,
            around: around(step, loops, { run, authored, notes, byPattern }),
          })
    if (undone.length === 0) return [own]
    const undo = undoStep(step)
    const view =
      step.loops.length === 0
        ? stepView(run, undo, { path: undo.path, notes: notes.get(undo.path) ?? [] })
        : manyView(run, undo, { notes, paths: undone, around: null })
    return [own, view]
  })
}

/** One instance of a step; null when the document has no such step or nothing of it may be shown. */
export function stepAt(
  run: RunFacts,
  document: JsonObject,
  entries: readonly RunEntry[],
  path: string,
): Step | null {
  const pattern = patternOf(path)
  const isUndo = pattern.endsWith('!undo')
  const authored = authoredSteps(document).find(
    (step) => step.path === (isUndo ? pattern.slice(0, -'!undo'.length) : pattern),
  )
  if (authored === undefined || path.includes('#*')) return null
  const known = notesByPath(run, entries).get(path)
  const step = isUndo ? undoStep(authored) : authored
  if (known !== undefined) return stepView(run, step, { path, notes: known })
  // Pure steps of a turn are not noted, but a replay gives their values again.
  const untold = stepView(run, step, { path, notes: [] })
  if (authored.loops.length === 0 || isUndo || !untold.pure) return untold
  return { ...untold, state: 'succeeded', input: AGAIN, output: AGAIN }
}

/** The size isn't known; the values of one turn are rarely large. */
const AGAIN = { size: 0, recomputed: true }

function notesByPath(run: RunFacts, entries: readonly RunEntry[]): Notes {
  const begunAt = run.begunAt ?? 0
  return Map.groupBy(
    entries.flatMap((entry) => entry.steps).map((note) => ({ ...note, at: Math.max(note.at, begunAt) })),
    (note) => note.path,
  )
}

function undoStep(step: AuthoredStep): AuthoredStep {
  return {
    ...step,
    key: `${step.key}!undo`,
    path: `${step.path}!undo`,
    action: step.undoneBy ?? step.action,
    part: 'undo',
  }
}

function loopTurns(notes: Notes, paths: readonly string[]): Turns | null {
  const turnCounts = paths.flatMap(
    (path) => notes.get(path)?.findLast((note) => note.turns !== undefined)?.turns ?? [],
  )
  if (turnCounts.length === 0) return null
  const sum = (pick: (turns: Turns) => number) => turnCounts.reduce((all, turns) => all + pick(turns), 0)
  return {
    total: sum((turns) => turns.total),
    done: sum((turns) => turns.done),
    failed: sum((turns) => turns.failed),
    failedAt: turnCounts.length === 1 ? (turnCounts[0]?.failedAt ?? []) : [],
  }
}

/** What the loop nearest to a step says of its turns. */
interface Around {
  turns: Turns
  isOpen: boolean
}

function around(
  step: AuthoredStep,
  loops: ReadonlyMap<string, Turns | null>,
  known: {
    run: RunFacts
    authored: readonly AuthoredStep[]
    notes: Notes
    byPattern: ReadonlyMap<string, string[]>
  },
): Around | null {
  const nearest = step.loops.at(-1)
  const turns = nearest === undefined ? null : (loops.get(nearest) ?? null)
  const loop = known.authored.find(({ key }) => key === nearest)
  if (turns === null || loop === undefined) return null
  const paths = known.byPattern.get(loop.path) ?? []
  const isOpen = !hasEnded(known.run.state) && paths.some((path) => !isEnded(known.notes.get(path)?.at(-1)))
  return { turns, isOpen }
}

function isEnded(note: StepNote | undefined): boolean {
  return note !== undefined && ENDED.has(note.state)
}

/** A step inside loops, all its turns put together. */
function manyView(
  run: RunFacts,
  step: AuthoredStep,
  { notes, paths, around: loop }: { notes: Notes; paths: readonly string[]; around: Around | null },
): Step {
  const views = paths.map((path) => stepView(run, step, { path, notes: notes.get(path) ?? [] }))
  const bare = stepView(run, step, { path: step.path, notes: [] })
  const turns = loopTurns(notes, paths)
  if (views.length === 0) {
    if (loop === null || loop.turns.total === 0 || !bare.pure) return { ...bare, instances: NO_INSTANCES }
    const { total, done, failed } = loop.turns
    const instances = { ...NO_INSTANCES, total, succeeded: done - failed, failed, known: false }
    return { ...bare, state: loop.isOpen ? 'running' : 'succeeded', instances }
  }
  const count = (...states: StepState[]) => views.filter(({ state }) => states.includes(state)).length
  const begun = views.flatMap(({ startedAt }) => startedAt ?? []).sort()
  const ended = views.flatMap(({ endedAt }) => endedAt ?? []).sort()
  const took = views.flatMap(({ durationMs }) => durationMs ?? [])
  const open = count('queued', 'running', 'waiting', 'retrying')
  const failed = views.filter(({ state }) => state === 'failed')
  return {
    ...bare,
    turns,
    state: stateOfMany(views),
    startedAt: begun[0] ?? null,
    endedAt: open > 0 || loop?.isOpen === true ? null : (ended.at(-1) ?? null),
    durationMs: took.length === 0 ? null : took.reduce((all, one) => all + one, 0) / took.length,
    error: failed[0]?.error ?? null,
    instances: {
      total: views.length,
      succeeded: count('succeeded'),
      failed: failed.length,
      cancelled: count('cancelled'),
      open,
      known: true,
      failedPaths: failed.slice(0, MAX_FAILED).map(({ path }) => path),
    },
  }
}

const MAX_FAILED = 100
const NO_INSTANCES = {
  total: 0,
  succeeded: 0,
  failed: 0,
  cancelled: 0,
  open: 0,
  known: true,
  failedPaths: [],
}

/** Running states take precedence over ended ones, and failures over successes. */
const TELLING: readonly StepState[] = [
  'running',
  'retrying',
  'waiting',
  'queued',
  'failed',
  'cancelled',
  'succeeded',
]

function stateOfMany(views: readonly Step[]): StepState {
  return TELLING.find((state) => views.some((view) => view.state === state)) ?? 'skipped'
}

const ENDED: ReadonlySet<string> = new Set(['succeeded', 'failed', 'skipped', 'cancelled'])

function stepView(
  run: RunFacts,
  step: AuthoredStep,
  { path, notes }: { path: string; notes: readonly StepNote[] },
): Step {
  const kind = builtInActions.get(step.action)?.kind
  const last = notes.at(-1)
  const state = stateOf(run, last)
  const attempts = attemptsOf(notes)
  const startedAt = attempts[0]?.startedAt ?? null
  const endedAt = last !== undefined && isEnded(last) ? instant(last.at) : null
  const input = notes.findLast((note) => note.input !== undefined)?.input
  const output = notes.findLast((note) => note.output !== undefined)?.output
  const acts = kind === undefined || kind === 'effect' || kind === 'listen'
  return {
    path,
    key: step.key,
    depth: step.depth,
    parent: step.parent,
    part: step.part,
    turns: notes.findLast((note) => note.turns !== undefined)?.turns ?? null,
    instances: null,
    title: step.title,
    action: step.action,
    pure: kind === 'pure',
    state,
    startedAt,
    endedAt: startedAt === null ? null : endedAt,
    durationMs: startedAt === null || endedAt === null ? null : Date.parse(endedAt) - Date.parse(startedAt),
    attempts,
    input: input === undefined ? null : { size: sizeOf(input), recomputed: true },
    output: output === undefined ? null : { size: sizeOf(output), recomputed: !acts },
    error: state === 'failed' || state === 'cancelled' ? (last?.error ?? null) : null,
    idempotencyKey: acts && attempts.length > 0 ? `${run.id}/${path}~1` : null,
  }
}

/** A step that is still open when its run ends has ended too. */
function stateOf(run: { state: RunState }, last: StepNote | undefined): StepState {
  if (last === undefined) return hasEnded(run.state) ? 'skipped' : 'queued'
  // The interpreter's states are the contract's.
  const state = last.state as StepState
  const open = ['queued', 'running', 'waiting', 'retrying'].includes(state)
  return open && hasEnded(run.state) ? 'cancelled' : state
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
