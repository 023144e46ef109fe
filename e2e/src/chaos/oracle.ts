import type { Part } from '@caseloom/testkit/product'
import { type Case, expectedOf } from './cases.ts'
import type { Facts } from './facts.ts'
import type { Call } from './stub.ts'

/** A time in which something was away: what was in flight at its beginning may come again. */
export interface Window {
  victim: Part
  from: number
  until: number
  /** When all data was lost: the copy that was restored, begun at `from`, may know nothing of what was done until then. */
  lostAt?: number
}

/** A stretch of time in milliseconds since 1970. */
interface Span {
  from: number
  until: number
}

export interface Evidence {
  cases: readonly Case[]
  /** The run that each delivery was answered with, by case. */
  promised: ReadonlyMap<string, string>
  calls: readonly Call[]
  facts: Facts
  /** How often each alert was written, by case. */
  versions: ReadonlyMap<string, number[]>
  windows: readonly Window[]
  /** Periods in which a fault prevented results from being recorded. */
  heldUp: readonly Span[]
  /** Runs that an older copy of the data never knew; calls of theirs count for nothing. */
  forgotten: ReadonlySet<string>
}

export interface Judged {
  faults: string[]
  lost: number
  wrongEnds: number
  /** Calls that came again because something was killed while they were under way, by what was killed. */
  repeats: Map<Part, number>
}

/** From an answer of the outside to its record in the engine's journal, on a machine that is busy. */
const RECORDED_WITHIN_MS = 5_000
/** The worker's clock is wrong, and corrected as exactly as the way to the database and back allows. */
const CLOCK_SLACK_MS = 50
const TERMINAL = new Set(['succeeded', 'failed', 'cancelled'])

/** Compares everything that happened with what the deliveries alone say must happen. */
export function judge(evidence: Evidence): Judged {
  const judged: Judged = { faults: [], lost: 0, wrongEnds: 0, repeats: new Map() }
  judgeRuns(evidence, judged)
  judgeHistory(evidence, judged)
  judgeCalls(evidence, judged)
  judgeQuestions(evidence, judged)
  judgeRecords(evidence, judged)
  for (const { what, n } of evidence.facts.leftOpen) if (n > 0) judged.faults.push(`${n} ${what}`)
  return judged
}

function judgeRuns({ cases, promised, facts }: Evidence, judged: Judged): void {
  const { faults } = judged
  const runs = new Map(facts.runs.map((run) => [run.id, run]))
  const children = Map.groupBy(
    facts.runs.filter((run) => run.parent_run !== null),
    (run) => run.parent_run,
  )
  const own = Map.groupBy(facts.deliveries, (delivery) => delivery.dedup_key)
  for (const one of cases) {
    const expected = expectedOf(one)
    const run = runs.get(promised.get(one.id) ?? '')
    const known = own.get(one.id) ?? []
    if (run === undefined || known.length !== 1 || known[0]?.run_id !== run.id) {
      judged.lost += 1
      faults.push(`${one.id} was promised ${promised.get(one.id)} and has ${known.length} deliveries`)
      continue
    }
    const called = children.get(run.id) ?? []
    const below = called.flatMap((child) => children.get(child.id) ?? [])
    const count = called.length + below.length
    const end = { state: run.state, output: run.output === null ? null : JSON.parse(run.output) }
    const wanted = { state: expected.state, output: expected.output }
    if (canonical(end) !== canonical(wanted) || count !== expected.children) {
      judged.wrongEnds += 1
      faults.push(
        `${one.id} (${one.kind}, run ${run.number}) ended as ${canonical(end)} with ${count} called runs, not as ${canonical(wanted)} with ${expected.children}: ${JSON.stringify(run.error)}, waits: ${run.waits}`,
      )
    }
  }
  for (const run of facts.runs) {
    if (!TERMINAL.has(run.state)) faults.push(`run ${run.number} of ${run.key} is ${run.state}: ${run.waits}`)
    if (run.key !== 'chaos' && run.state !== 'succeeded')
      faults.push(`run ${run.number} of ${run.key} ended ${run.state}: ${JSON.stringify(run.error)}`)
  }
  const waits = Map.groupBy(facts.runs, (run) => run.parent_wait)
  for (const [wait, begun] of waits)
    if (wait !== null && begun.length > 1) faults.push(`the wait ${wait} began ${begun.length} runs`)
}

/** A run's history contains no duplicate result and misses no turn. */
function judgeHistory({ facts }: Evidence, { faults }: Judged): void {
  for (const [runId, turns] of Map.groupBy(facts.turns, (turn) => turn.run_id)) {
    if (turns.some((turn, index) => turn.seq !== index)) faults.push(`turns of the run ${runId} are missing`)
    const seen = new Set<string>()
    for (const { kind, id } of turns.flatMap((turn) => turn.events)) {
      const name = `${kind} ${id ?? ''}`
      if (seen.has(name)) faults.push(`the run ${runId} recorded ${name} twice`)
      seen.add(name)
    }
  }
}

function judgeCalls({ cases, calls, facts, windows, heldUp, forgotten }: Evidence, judged: Judged): void {
  const { faults } = judged
  const recorded = recordedAttempts(facts)
  const known = new Set(facts.runs.map(({ id }) => id))
  const cancelled = new Set(facts.runs.filter(({ state }) => state === 'cancelled').map(({ id }) => id))
  const subjects = new Map<string, Set<string>>()
  for (const [key, same] of Map.groupBy(calls, (call) => call.key)) {
    const [runId = ''] = key.split('/', 1)
    // Of a run accepted after the backup whose answer was lost, too, no one knows but the systems that it called.
    if (forgotten.has(runId) || (!known.has(runId) && same.every((call) => wasLost(call, windows)))) continue
    // Someone canceled the copy earlier than the run: what it doesn't know is neither repeated nor recorded.
    const isUnknown = (call: Call) => cancelled.has(runId) && wasLost(call, windows)
    const names = new Set(same.map((call) => `${call.step} ${call.subject}`))
    const name = [...names].join(', ')
    if (names.size > 1) faults.push(`the key ${key} belongs to several steps: ${name}`)
    subjects.set(name, (subjects.get(name) ?? new Set()).add(key))
    const attempts = recorded.get(key.replace(/~\d+$/, ''))
    if (attempts !== undefined) repeatsOf(same, attempts, { windows, heldUp, judged, name, isUnknown })
    else if (!same.every(isUnknown)) faults.push(`${name} was called, but no step has recorded it (${key})`)
  }
  for (const [name, keys] of subjects)
    if (keys.size > 1) faults.push(`${name} was called under ${keys.size} keys: ${[...keys].join(', ')}`)
  const wanted = new Set(cases.flatMap((one) => expectedOf(one).calls))
  for (const name of wanted) if (!subjects.has(name)) faults.push(`${name} was never called`)
  for (const name of subjects.keys()) if (!wanted.has(name)) faults.push(`${name} was called for nothing`)
}

/** Whether it was made while a backup was taken, or after, and before all data was lost. */
function wasLost({ arrivedAt }: Call, windows: readonly Window[]): boolean {
  return windows.some(({ from, lostAt }) => lostAt !== undefined && arrivedAt >= from && arrivedAt <= lostAt)
}

/** Times at which attempts of effects were recorded, by `<run>/<path>`, in order. */
function recordedAttempts(facts: Facts): Map<string, number[]> {
  const found = new Map<string, number[]>()
  for (const { run_id: runId, events } of facts.turns) {
    for (const { kind, id, at } of events) {
      if (kind !== 'effect' || id === undefined) continue
      const name = `${runId}/${id.replace(/~\d+$/, '')}`
      found.set(
        name,
        [...(found.get(name) ?? []), at].toSorted((a, b) => a - b),
      )
    }
  }
  return found
}

/** Each recorded attempt has its call; another one needs something that was killed while it was under way. */
function repeatsOf(
  calls: readonly Call[],
  attempts: readonly number[],
  {
    windows,
    heldUp,
    judged,
    name,
    isUnknown,
  }: Pick<Evidence, 'windows' | 'heldUp'> & {
    judged: Judged
    name: string
    isUnknown: (call: Call) => boolean
  },
): void {
  const ordered = calls.toSorted((a, b) => a.arrivedAt - b.arrivedAt)
  const last = attempts.at(-1) ?? 0
  for (const call of ordered)
    if (call.arrivedAt > last + CLOCK_SLACK_MS && !isUnknown(call))
      judged.faults.push(
        `${name} was called again ${call.arrivedAt - last} ms after its result was recorded; all its calls: ${ordered.map(({ arrivedAt }) => arrivedAt - last).join(', ')}`,
      )
  let from = 0
  for (const at of attempts) {
    const own = ordered.filter((call) => call.arrivedAt > from && call.arrivedAt <= at + CLOCK_SLACK_MS)
    from = at + CLOCK_SLACK_MS
    if (own.length === 0) judged.faults.push(`${name} has a recorded attempt without a call`)
    for (const call of own.slice(0, -1)) {
      const end = recordedBy(call, heldUp)
      const causes = windows.filter((away) => away.until >= call.arrivedAt && away.from <= end)
      // Only these two have calls in hand; another kill close by is not the cause.
      const cause = causes.find(({ victim }) => victim !== 'web' && victim !== 'database') ?? causes[0]
      if (cause === undefined) judged.faults.push(unexplained(name, call, { next: own.at(-1), at, windows }))
      else judged.repeats.set(cause.victim, (judged.repeats.get(cause.victim) ?? 0) + 1)
    }
  }
}

/** When the result of a call is in the journal at the latest: a full disk or a lock in between holds it up. */
function recordedBy({ arrivedAt, answeredAt }: Call, heldUp: readonly Span[]): number {
  const answered = answeredAt ?? arrivedAt
  return heldUp
    .toSorted((a, b) => a.from - b.from)
    .reduce(
      (end, { from, until }) =>
        from <= end && until >= answered ? Math.max(end, until + RECORDED_WITHIN_MS) : end,
      answered + RECORDED_WITHIN_MS,
    )
}

/** What is needed to find out why a call came again: times in milliseconds after it. */
function unexplained(
  name: string,
  { arrivedAt, answeredAt }: Call,
  { next, at, windows }: { next: Call | undefined; at: number; windows: readonly Window[] },
): string {
  const after = (time: number | null | undefined) =>
    time === null || time === undefined ? '–' : time - arrivedAt
  const kills = windows.map(({ victim, from, until }) => `${victim} ${after(from)}…${after(until)}`)
  return `${name} was called again although nothing was killed: answered ${after(answeredAt)}, again ${after(next?.arrivedAt)}, recorded ${after(at)}, kills ${kills.join(', ')}`
}

function judgeQuestions({ cases, promised, facts }: Evidence, { faults }: Judged): void {
  const questions = Map.groupBy(facts.questions, (question) => question.run_id)
  for (const one of cases) {
    const own = questions.get(promised.get(one.id) ?? '') ?? []
    const shown = own.map(({ state, verdicts }) => `${state} [${verdicts.join(' ')}]`).join(', ')
    const wanted =
      one.kind === 'ask' ? `${one.verdict} [${one.verdict}]` : one.kind === 'stop' ? 'closed []' : ''
    if (shown !== wanted)
      faults.push(`the question of ${one.id} is ${shown || 'none'}, not ${wanted || 'none'}`)
  }
}

function judgeRecords({ cases, versions }: Evidence, { faults }: Judged): void {
  for (const one of cases) {
    const found = (versions.get(one.id) ?? []).join(', ')
    // Written once; records that a person edited in between have three versions.
    const wanted = expectedOf(one).record ? (one.kind === 'seen' ? '3' : '1') : ''
    if (found !== wanted)
      faults.push(`the record of ${one.id} has versions ${found || '–'}, not ${wanted || '–'}`)
  }
}

/** JSON with its members in order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
}
