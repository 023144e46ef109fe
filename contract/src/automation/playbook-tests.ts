import { z } from 'zod'
import { RunId } from '../kernel/ids.ts'
import { JsonObject, JsonValue } from '../kernel/json.ts'
import { route } from '../kernel/route.ts'
import { StepError } from './automation.ts'

/** Where a test differs from what it expects. `given`: something that the test needs isn't given. */
export const PlaybookTestDifference = z.object({
  /** `state`, `output.count`, `steps.last.output`, `given.call`. */
  at: z.string(),
  kind: z.enum(['changed', 'missing', 'added', 'given']),
  expected: JsonValue,
  got: JsonValue,
})
export type PlaybookTestDifference = z.infer<typeof PlaybookTestDifference>

export const PlaybookTestResult = z.object({
  key: z.string(),
  title: z.string(),
  passed: z.boolean(),
  /** `stopped`: something that it needs isn't given, or it takes too long. */
  state: z.enum(['succeeded', 'failed', 'cancelled', 'waiting', 'filtered', 'stopped']),
  error: StepError.nullable(),
  durationMs: z.number(),
  differences: z.array(PlaybookTestDifference),
  /** How often steps (by key, triggers as `trigger/<key>`) ran, and edges (`<key>#<index among its edges>`) held. */
  reached: z.object({
    steps: z.record(z.string(), z.number().int()),
    edges: z.record(z.string(), z.number().int()),
  }),
  /** What a new test would expect of this run, and what this test would if its differences are accepted. */
  fresh: JsonObject,
  accepted: JsonObject,
  /** Outputs of steps by key, as far as they are short enough to be expected. */
  outputs: z.record(z.string(), JsonValue),
})
export type PlaybookTestResult = z.infer<typeof PlaybookTestResult>

const base = '/api/tenant/:tenantId/orchestration/api' as const
export const runPlaybookTests = route({
  method: 'POST',
  path: `${base}/playbooks/:playbookId/run-tests`,
  summary: 'Runs the saved tests of a draft, or only those named by `keys`. Nothing is done outside.',
  needs: 'playbook:build',
  body: z.strictObject({ document: JsonObject, keys: z.array(z.string().max(64)).max(50).optional() }),
  reply: z.object({ items: z.array(PlaybookTestResult) }),
  fails: ['playbook.invalid'],
  on404: 'here',
})
export const makePlaybookTest = route({
  method: 'POST',
  path: `${base}/playbooks/:playbookId/make-test`,
  summary:
    'Makes a test of a run that has ended: its trigger data, what its steps gave, and what the draft makes of them. Saves nothing.',
  needs: 'playbook:build',
  body: z.strictObject({
    document: JsonObject,
    runId: RunId,
    /** The run whose trigger data was the sample of a try; it has to be readable in the same way. */
    sampleOf: RunId.nullable().default(null),
    key: z.string().regex(/^[a-z][A-Za-z0-9_]{0,63}$/),
    title: z.string().trim().min(1).max(200),
  }),
  /** `test` is a test of the document `caseloom.playbook/1`. */
  reply: z.object({ test: JsonObject, result: PlaybookTestResult }),
  fails: ['playbook.invalid', 'playbook.test_refused', 'run.not_over'],
  on404: 'here',
})
