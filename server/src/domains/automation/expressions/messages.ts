import type { Issue } from '@caseloom/contract/kernel/errors'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import type { StoredSpec } from '../registry/stored-spec.ts'
import type { Expectation, PlaybookTest } from '@caseloom/playbook/document-tests'
import type { Command, EffectResult, RunEvent, StepError, Turns } from '@caseloom/playbook/run-types'
import type { TestRun } from '@caseloom/playbook/saved-test'
import type { TestDifference } from '@caseloom/playbook/test-expectations'

/** What a trigger received, as stored: the body stays bytes, so that every replay parses it the same way. */
export interface Received {
  /** The kind of the trigger; absent for a webhook, whose body is in `trigger.body`. */
  kind?: string
  /** What people or callers gave as the playbook's inputs. */
  inputs?: JsonObject
  /** Names what happened once and for all, as a dedup key does where the author's gives nothing. */
  once?: string
  /** The people whose change of a record set it off; none of them started the run. */
  by?: string[]
  body: Uint8Array
  headers: Readonly<Record<string, string>>
  query: JsonObject
  /** Milliseconds since the epoch. */
  receivedAt: number
}

/** Everything besides the events that decides what a run does. Immutable. */
export interface RunBasis {
  versionId: string
  run: { id: string; startedAt: number }
  tenant: { id: string }
  received: Received
}

/** A change of a step as history keeps it: values are counted, not copied, because a replay gives them again. */
export interface StepNote {
  path: string
  state: string
  attempt: number
  /** Milliseconds since the epoch. */
  at: number
  /** Size of the input or output as JSON; -1 when it is too big to count. Absent when there is none. */
  input?: number
  output?: number
  error?: StepError
  /** Of a loop. */
  turns?: Turns
}

export interface Ending {
  state: 'succeeded' | 'failed' | 'cancelled'
  error?: StepError
  /** The output as JSON text; absent when there is none or when it was not asked for because of its size. */
  output?: string
  /** Length of the output's JSON text. */
  outputSize: number
}

export interface Advanced {
  commands: Command[]
  steps: StepNote[]
  end?: Ending
}

export type Judgement =
  | { kind: 'unreadable'; message: string }
  | { kind: 'failed'; message: string }
  | { kind: 'filtered'; reason: string; summary: string | null }
  | {
      kind: 'match'
      dedupKey: string | null
      summary: string | null
      /** The whole run, when the playbook has only pure steps. */
      run?: Advanced
    }

export interface RecomputedValue {
  /** False when the run never got there. */
  found: boolean
  /** The value as JSON text. */
  text: string
}

/** What a template gave in one scope. */
export type Evaluated = { ok: true; value: JsonValue } | { ok: false; message: string }

/** A version as a thread learns it: with the actions of connectors that it had when it was published. */
export interface Learnt {
  document: JsonObject
  actions: readonly StoredSpec[]
}

/** Work for a thread. `versionId` names a document that the thread has or that comes along. */
export type Task =
  | { kind: 'judge'; basis: RunBasis; triggerKey: string; compute: boolean; outputLimit: number }
  | {
      kind: 'advance'
      run: string
      /** State of the run, when the thread doesn't have it yet. */
      open?: { basis: RunBasis; past: RunEvent[] }
      events: RunEvent[]
      outputLimit: number
    }
  | { kind: 'recompute'; basis: RunBasis; past: RunEvent[]; path: string; side: 'input' | 'output' }
  | { kind: 'validate'; document: JsonValue; actions: readonly StoredSpec[] }
  /** Replays a recorded run with another document, without side effects. */
  | {
      kind: 'replay'
      basis: RunBasis
      draftId: string
      triggerKey: string
      past: RunEvent[]
      /** Results of scripts that earlier replays asked for. */
      computed: Computed[]
    }
  /** Runs a saved test of a document, without side effects. */
  | { kind: 'test'; documentId: string; test: PlaybookTest; computed: Computed[] }
  /** Evaluates one template in several scopes, independent of any run. */
  | { kind: 'evaluate'; template: JsonValue; scopes: JsonObject[]; now: number }

/** What is wrong with a document, and what is most likely a mistake but doesn’t prevent publishing. */
export interface Validated {
  issues: Issue[]
  warnings: Issue[]
}

export type TaskResult<K extends Task['kind']> = K extends 'judge'
  ? Judgement
  : K extends 'advance'
    ? Advanced
    : K extends 'recompute'
      ? RecomputedValue
      : K extends 'evaluate'
        ? Evaluated[]
        : K extends 'replay'
          ? Replayed
          : K extends 'test'
            ? Tested
            : Validated

/** A script that a replay needs; it reaches nothing outside. */
export type ScriptCommand = Extract<Command, { kind: 'effect' }>

/** What a script gave for one action and input. */
export interface Computed {
  action: string
  inputHash: string
  result: EffectResult
}

export interface Difference {
  path: string
  action: string
  what: 'state' | 'input' | 'output' | 'only-before' | 'only-draft' | 'needs-effect'
  before: JsonValue
  draft: JsonValue
}

export interface Replayed {
  /** `unknown`: the draft waits for something that was never recorded. */
  state: 'succeeded' | 'failed' | 'cancelled' | 'filtered' | 'unknown'
  error: StepError | null
  /** How the run itself ended; null when it is not over. */
  before: string | null
  differences: Difference[]
  /** Scripts without a result, recorded or computed. */
  scripts: ScriptCommand[]
}

/** What came of a saved test; values are bounded. */
export interface Tested extends Pick<TestRun, 'state' | 'reached'> {
  error: StepError | null
  differences: TestDifference[]
  /** What a new test of this run would expect, and what this test would when it is accepted. */
  fresh: Expectation
  accepted: Expectation
  /** Outputs of steps, by key, as far as they are short enough to be expected. */
  outputs: JsonObject
  scripts: ScriptCommand[]
}

export interface TaskMessage {
  seq: number
  task: Task
  /** Documents that the thread does not have yet, by version id. */
  documents?: Record<string, Learnt>
}
export type ThreadMessage = TaskMessage | { release: string } | { forget: string }

export type ThreadAnswer =
  | { seq: number; ok: true; result: unknown }
  | { seq: number; ok: false; message: string }
