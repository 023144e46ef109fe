import { z } from 'zod'
import { PlaybookKey, PlaybookView, RunState, RunSummary, StepError } from './automation.ts'
import { ObservableKind } from '../values/case-fields.ts'
import { ObservableName } from '../records/observable-lookups.ts'
import { AboveCeiling } from '../values/markings.ts'
import { Label } from '../field-types/common-settings.ts'
import { AppId, DeliveryId, Instant, PlaybookId, RecordId, RunId } from '../kernel/ids.ts'
import { JsonObject, JsonValue } from '../kernel/json.ts'
import { PlaybookUse } from './playbook-use.ts'
import { route } from '../kernel/route.ts'
import { ConfirmedStatement } from '../kernel/statements.ts'

/** One action as the builder offers it: of the language, of a connector, or a component of the tenant. */
export const ActionView = z.object({
  /** `<group>.<verb>`; what a step names. */
  name: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  kind: z.enum(['pure', 'wait', 'effect', 'listen', 'block', 'stop']),
  /** Where it comes from. */
  connector: z.object({ key: z.string(), title: z.string() }).nullable(),
  /** JSON Schema (draft 2020-12) of the input. */
  input: JsonObject,
  /** JSON Schema of the output; null when unknown. */
  output: JsonObject.nullable(),
  /** Properties that the action evaluates on its own: conditions, not values. */
  lazy: z.array(z.string()),
  required: z.array(z.string()),
  /** An effect that only computes, or only reads and makes files, so that tests perform it; null for all others. */
  local: z.enum(['values', 'files']).nullable(),
  /** The connector whose assets a step of this action may name. */
  asset: z.object({ connector: z.string(), required: z.boolean() }).nullable(),
  timeoutMs: z.number().int(),
})
export type ActionView = z.infer<typeof ActionView>

export const PlaybookVersionView = z.object({
  number: z.number().int(),
  publishedAt: Instant,
  publishedBy: Label.nullable(),
  /** What the publisher said about it; empty for nothing. */
  note: z.string(),
  /** Titles of tests that failed when it was published, and why it was published anyway. */
  failedTests: z.object({ titles: z.array(z.string()), reason: z.string() }).nullable(),
  steps: z.number().int(),
  runs: z.number().int(),
})
export type PlaybookVersionView = z.infer<typeof PlaybookVersionView>

/** How a step of a test run is done: for real, or its output is given. */
export const StepStub = z.discriminatedUnion('use', [
  z.strictObject({ use: z.literal('real') }),
  z.strictObject({ use: z.literal('output'), output: JsonValue }),
  z.strictObject({
    use: z.literal('error'),
    error: z.strictObject({ code: z.string().max(100), message: z.string().max(1_000) }),
  }),
])
export type StepStub = z.infer<typeof StepStub>

/**
 * What a test starts with. Effects that reach outside are stubbed unless named `real`: such a step without a stub of its
 * own takes its output from the recorded run, or an empty object that its log calls a sample. Scripts and file steps run.
 */
export const TestInput = z.strictObject({
  document: JsonObject,
  trigger: z.strictObject({
    key: z.string().max(64).nullable(),
    /** What the trigger gives: the payload of a webhook, the record, the mail. */
    payload: JsonValue,
    headers: z.record(z.string(), z.string()).default({}),
    query: JsonObject.default({}),
  }),
  inputs: JsonObject.default({}),
  /** Path of a step → how it is done. */
  stubs: z.record(z.string().max(500), StepStub).default({}),
  /** A run whose recorded outputs stand in for effects. */
  recordedFrom: RunId.nullable().default(null),
})
export type TestInput = z.infer<typeof TestInput>

export const ReplayLine = z.object({
  deliveryId: DeliveryId.nullable(),
  run: z.object({ id: RunId, number: z.number().int(), state: RunState, at: Instant }),
  /** What the draft would have done with the recorded results of effects. */
  draft: z.object({
    state: z.enum(['succeeded', 'failed', 'cancelled', 'filtered', 'unknown']),
    error: StepError.nullable(),
  }),
  same: z.boolean(),
  /** Steps whose state, input or output differ; at most 100. */
  differences: z.array(
    z.object({
      path: z.string(),
      what: z.enum(['state', 'input', 'output', 'only-before', 'only-draft', 'needs-effect']),
      before: JsonValue,
      draft: JsonValue,
    }),
  ),
})
export type ReplayLine = z.infer<typeof ReplayLine>

const base = '/api/tenant/:tenantId/orchestration/api' as const
export const listActions = route({
  method: 'GET',
  path: `${base}/actions`,
  summary:
    'Lists every action available to steps: built-in actions, actions of installed connectors, and components',
  needs: 'playbook:read',
  reply: z.object({ items: z.array(ActionView) }),
})
export const listPlaybookVersions = route({
  method: 'GET',
  path: `${base}/playbooks/:playbookId/versions`,
  summary: 'Lists published versions, newest first',
  needs: 'playbook:read',
  reply: z.object({ items: z.array(PlaybookVersionView) }),
})
export const getPlaybookVersion = route({
  method: 'GET',
  path: `${base}/playbooks/:playbookId/versions/:number`,
  summary: 'Gets the document of a published version',
  needs: 'playbook:read',
  reply: z.object({ version: PlaybookVersionView, document: JsonObject }),
  on404: 'here',
})
export const playbookUses = route({
  method: 'GET',
  path: `${base}/playbooks/:playbookId/uses`,
  summary: 'Lists the steps that call a playbook and the triggers that react to its failure',
  needs: 'playbook:read',
  reply: z.object({ items: z.array(PlaybookUse) }),
  on404: 'here',
})
export const deletePlaybook = route({
  method: 'DELETE',
  path: `${base}/playbooks/:playbookId`,
  summary: 'Deletes a playbook. Its triggers stop; its runs are retained until they expire.',
  needs: 'playbook:build',
  on404: 'here',
})
/** Who else has the draft open. `seat` names a window; it is taken for a minute, and asked for again meanwhile. */
export const sitAtDraft = route({
  method: 'POST',
  path: `${base}/playbooks/:playbookId/editors`,
  summary: 'Reports that a window has opened or left the draft, and lists the other editors',
  needs: 'playbook:build',
  body: z.strictObject({ seat: z.uuid(), leaving: z.boolean().default(false) }),
  reply: z.object({
    items: z.array(z.object({ id: z.string(), name: Label, since: Instant, own: z.boolean() })),
  }),
})
export const testPlaybook = route({
  method: 'POST',
  path: `${base}/playbooks/:playbookId/test`,
  summary: 'Runs a draft once as a test run. Side effects are stubbed unless requested.',
  needs: 'playbook:build',
  body: TestInput,
  reply: RunSummary,
  status: 201,
  fails: ['playbook.invalid'],
  on404: 'here',
})
export const testStep = route({
  method: 'POST',
  path: `${base}/playbooks/:playbookId/test-step`,
  summary: 'Runs one step of a draft in isolation, using the given outputs of earlier steps',
  needs: 'playbook:build',
  body: TestInput.extend({
    path: z.string().max(500),
    /** Outputs of earlier steps by key, beside those of `recordedFrom`. */
    outputs: z.record(z.string().max(64), JsonValue).default({}),
  }),
  reply: z.object({
    input: JsonValue,
    output: JsonValue,
    error: StepError.nullable(),
    durationMs: z.number(),
    stubbed: z.boolean(),
  }),
  fails: ['playbook.invalid'],
  on404: 'here',
})
export const replayTriggers = route({
  method: 'POST',
  path: `${base}/playbooks/:playbookId/replay`,
  summary: 'Replays the most recent runs with the draft, without side effects, and reports the differences',
  needs: 'run:data',
  body: z.strictObject({ document: JsonObject, last: z.int().min(1).max(50).default(10) }),
  reply: z.object({ items: z.array(ReplayLine) }),
  fails: ['playbook.invalid'],
  on404: 'here',
})
export const rerunFromStep = route({
  method: 'POST',
  path: `${base}/runs/:runId/rerun-from`,
  summary: 'Reruns a finished run from one step. Earlier steps reuse their recorded results.',
  needs: 'playbook:run',
  body: z.strictObject({ path: z.string().min(1).max(500) }),
  reply: RunSummary,
  status: 201,
  fails: ['run.not_over'],
  on404: 'here',
})

/** A playbook that people and Hero AI may run: its card is made of this. */
export const ComponentView = z.object({
  playbookId: PlaybookId,
  key: PlaybookKey,
  title: Label,
  description: z.string().nullable(),
  version: z.number().int(),
  /** JSON Schema of the inputs. */
  inputs: JsonObject,
  heroAi: z.boolean(),
  confirm: z.boolean(),
  /** The types of observables that it looks up; none for most. */
  looksUp: z.array(ObservableKind),
  can: z.object({ run: z.boolean() }),
})
export type ComponentView = z.infer<typeof ComponentView>
export const listComponents = route({
  method: 'GET',
  path: `${base}/components`,
  summary: 'Lists the components of the tenant: published playbooks that other playbooks can call',
  needs: 'playbook:read',
  reply: z.object({ items: z.array(ComponentView) }),
})
export const runComponent = route({
  method: 'POST',
  path: `${base}/components/:componentId/run`,
  summary:
    'Runs a component as the caller. Requires `confirmed` if the component needs confirmation, and `statement` before the first run.',
  needs: 'playbook:run',
  body: z.strictObject({
    inputs: JsonObject,
    confirmed: z.boolean().default(false),
    statement: ConfirmedStatement,
  }),
  reply: RunSummary,
  status: 201,
  fails: ['component.confirm_first', 'statement.confirm_first', 'inputs.invalid'],
  on404: 'here',
})
/** An observable that isn't looked up, and the limit that it exceeds. */
export const SkippedObservable = ObservableName.extend({
  why: AboveCeiling,
  /** The name of the asset with that limit; null for one that the reader has no access to. */
  asset: Label.nullable(),
})
export type SkippedObservable = z.infer<typeof SkippedObservable>

/** Observables that one request can look up, and how many of them a run is given. */
export const MAX_LOOKED_UP = 1_000
export const LOOKED_UP_PER_RUN = 100
export const lookUpObservables = route({
  method: 'POST',
  path: `${base}/components/:componentId/look-up`,
  summary:
    'Runs a component that looks up observables, as the caller, for observables of a record. Those of other types are left out.',
  needs: 'playbook:run',
  body: z.strictObject({
    appId: AppId,
    recordId: RecordId,
    observables: z.array(ObservableName).min(1).max(MAX_LOOKED_UP),
    confirmed: z.boolean().default(false),
    statement: ConfirmedStatement,
  }),
  reply: z.object({
    /** A run for every hundred of them. */
    items: z.array(z.object({ run: RunSummary, observables: z.array(ObservableName) })),
    /** Those that an asset of the component isn't given because of their TLP or PAP, or that of the record. */
    skipped: z.array(SkippedObservable),
  }),
  status: 201,
  fails: ['component.confirm_first', 'statement.confirm_first', 'inputs.invalid'],
  on404: 'here',
})
/** Used by the editor only: the type of its state. */
export type PlaybookDraft = Pick<PlaybookView, 'id' | 'revision' | 'draft'>
