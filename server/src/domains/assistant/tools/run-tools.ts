import { RunState, type RunSummary, type RunView } from '@caseloom/contract/automation/automation'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { z } from 'zod'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import type { Asking } from '../asking/answerer.ts'
import { stepNamed } from './decisions.rules.ts'
import { recordSource, runSource, runsSource, titleOf } from './places.ts'
import { MAX_ROWS, recordOf } from './record-tools.ts'
import { decisionsIn, runOf } from './runs.ts'
import type { AssistantTool, ToolResult } from './tool.ts'
import type { ToolDeps } from './tool-deps.ts'

const RunName = z.union([z.string().min(1).max(60), z.int().min(1)])
const ListRuns = z.strictObject({
  state: RunState.optional(),
  playbook: z.string().max(100).optional().describe('Key or title of the playbook'),
  hours: z.int().min(1).max(2_200).optional().describe('Only runs started within this many hours'),
  limit: z.int().min(1).max(MAX_ROWS).default(10),
})
const ExplainRun = z.strictObject({
  run: RunName.describe('Number of the run, for example 18442, or its id'),
})
const ExplainDecision = z.strictObject({
  run: RunName.optional().describe('Number or ID of the run to explain'),
  step: z
    .string()
    .max(200)
    .optional()
    .describe('Key or title of one step; without it, the decisions of the run'),
  record: z.string().max(30).optional().describe('Tracking ID, to explain permissions on a record instead'),
  action: z
    .enum(['read', 'update', 'delete', 'restrict', 'unlock'])
    .default('update')
    .describe('With `record`: the action to explain'),
})

/** Tools that list and explain runs, and why something went as it did. */
export function runTools(deps: ToolDeps): readonly AssistantTool[] {
  const list: AssistantTool<typeof ListRuns> = {
    name: 'list_runs',
    title: 'List runs',
    description:
      'Lists runs of playbooks, newest first, with state, times and the error of those that failed. Use it for which runs failed, what ran today, what waits.',
    input: ListRuns,
    step: 'Reading runs',
    run: (asking, input) => listRuns(deps, asking, input),
  }
  const explain: AssistantTool<typeof ExplainRun> = {
    name: 'explain_run',
    title: 'Explain a run',
    description:
      'Describes a run: its steps with their states, what failed, where, after how many attempts, and with which error, and which records it touched. Use it for why a run failed or what a run did.',
    input: ExplainRun,
    step: 'Reading a run',
    async run(asking, { run: said }) {
      const run = await runOf(deps, asking, said)
      return { content: runContent(run), sources: [runSource(asking, run)] }
    },
  }
  const decide: AssistantTool<typeof ExplainDecision> = {
    name: 'explain_decision',
    title: 'Explain a decision',
    description:
      'Explains why a run took a path: why a step ran or was skipped, which case a switch chose, and which condition was true, with the deciding values the user can read. With `record`, explains instead which rules allow or deny the user an action on that record.',
    input: ExplainDecision,
    step: 'Looking for the reason',
    run: (asking, input) => explainDecision(deps, asking, input),
  }
  return [list, explain, decide]
}

async function listRuns(
  deps: ToolDeps,
  asking: Asking,
  { state, playbook, hours, limit }: z.output<typeof ListRuns>,
): Promise<ToolResult> {
  allow(asking.actor, 'run:read')
  const playbookId = playbook === undefined ? undefined : await playbookNamed(deps, asking, playbook)
  const { items, next } = await deps.automation.listRuns(asking.scope, asking.actor, {
    limit,
    ...(state === undefined ? {} : { state }),
    ...(playbookId === undefined ? {} : { playbookId }),
    ...(hours === undefined ? {} : { from: new Date(Date.now() - hours * 3_600_000).toISOString() }),
  })
  return {
    content: { runs: items.map(summaryContent), more: next !== null },
    sources: [runsSource(asking), ...items.map((run) => runSource(asking, run))],
  }
}

async function playbookNamed(deps: ToolDeps, { scope, actor }: Asking, said: string) {
  allow(actor, 'playbook:read')
  const wanted = said.trim().toLowerCase()
  const playbooks = await deps.automation.listPlaybooks(scope, actor)
  const found = playbooks.find(({ key, title }) => key === wanted || title.toLowerCase() === wanted)
  if (found === undefined) throw fail('resource.not_found', { detail: `Unknown playbook "${said}"` })
  return found.id
}

function summaryContent(run: RunSummary): JsonObject {
  const { number, state, playbook, trigger, startedAt, endedAt, error } = run
  return {
    number,
    playbook: playbook.title,
    version: playbook.version,
    state,
    trigger: trigger.kind,
    startedAt,
    endedAt,
    ...(error === null ? {} : { error: { code: error.code, message: error.message } }),
  }
}

const MAX_STEPS = 40

function runContent(run: RunView): JsonObject {
  const failed = run.steps.filter(({ error }) => error !== null)
  const rest = run.steps.filter(({ error }) => error === null)
  return {
    ...summaryContent(run),
    failedSteps: failed.slice(0, 10).map(({ path, title, action, attempts, error }) => ({
      step: path,
      title,
      action,
      attempts: attempts.length,
      error:
        error === null
          ? null
          : { code: error.code, message: error.message, mayWorkAgain: error.retryable ?? false },
    })),
    steps: [...failed, ...rest].slice(0, MAX_STEPS).map(({ path, title, action, state, durationMs }) => ({
      step: path,
      title,
      action,
      state,
      ...(durationMs === null ? {} : { ms: Math.round(durationMs) }),
    })),
    stepsInAll: run.steps.length,
    records: run.records.slice(0, MAX_ROWS).map(({ trackingId }) => trackingId),
    ...(run.cancel === null ? {} : { cancelledBy: run.cancel.by }),
    ...(run.rerunOf === null ? {} : { repeats: run.rerunOf.number }),
    repeatedBy: run.reruns.map(({ number, state }) => ({ number, state })),
  }
}

async function explainDecision(
  deps: ToolDeps,
  asking: Asking,
  { run: said, step, record: trackingId, action }: z.output<typeof ExplainDecision>,
): Promise<ToolResult> {
  if (trackingId !== undefined) {
    const { app, record } = await recordOf(deps, asking, trackingId)
    const place = { appId: app.id, recordId: record.id }
    const why = await deps.why(asking.scope, asking.actor, { ...place, action })
    return {
      content: {
        record: record.trackingId,
        action,
        allowed: why.allowed,
        rules: why.rules.map(({ rule, passed, because, field }) => ({
          rule,
          passed,
          because,
          ...(field === undefined ? {} : { field }),
        })),
      },
      sources: [recordSource(asking, { record, title: titleOf(app, record) })],
    }
  }
  if (said === undefined) throw fail('request.invalid', { detail: 'Specify a run or a record' })
  const run = await runOf(deps, asking, said)
  const key = step === undefined ? undefined : stepNamed(run, step)
  if (key === null)
    throw fail('resource.not_found', {
      detail: `Run ${run.number} has no step "${step}". Steps: ${run.steps
        .slice(0, 50)
        .map((one) => one.key)
        .join(', ')}`,
    })
  const decisions = await decisionsIn(deps, asking, { run, ...(key === undefined ? {} : { keys: [key] }) })
  return {
    content: {
      run: run.number,
      playbook: run.playbook.title,
      decisions: decisions.map(({ step: at, title, state, because, values }) => ({
        step: at,
        title,
        state,
        because,
        ...(Object.keys(values).length === 0 ? {} : { values }),
      })),
    },
    sources: [runSource(asking, run)],
  }
}
