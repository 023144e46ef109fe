import type { RunView } from '@caseloom/contract/automation/automation'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { may } from '@caseloom/contract/kernel/permissions'
import { fail, isFailure } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import type { Asking } from '../asking/answerer.ts'
import { type Decision, decidingSteps, decisionOf, turningPoints } from './decisions.rules.ts'
import type { ToolDeps } from './tool-deps.ts'

type RunDeps = Pick<ToolDeps, 'automation' | 'stepOutput'>
const MAX_OUTPUTS = 12
const MAX_DECISIONS = 25

/** The run of a number or an id. Throws resource.not_found. */
export async function runOf(
  { automation }: Pick<ToolDeps, 'automation'>,
  { scope, actor }: Pick<Asking, 'scope' | 'actor'>,
  said: string | number,
): Promise<RunView> {
  allow(actor, 'run:read')
  const text = String(said).trim().replace(/^#/, '').replaceAll(',', '')
  if (!/^\d{1,9}$/.test(text)) return automation.getRun(scope, actor, text)
  const { items } = await automation.listRuns(scope, actor, { number: Number(text), limit: 1 })
  if (items[0] === undefined)
    throw fail('resource.not_found', { detail: `There is no run ${text} in this tenant` })
  return automation.getRun(scope, actor, items[0].id)
}

/** Why the steps of a run ran or were left out; without keys those at which it turned. */
export async function decisionsIn(
  deps: RunDeps,
  { scope, actor }: Pick<Asking, 'scope' | 'actor'>,
  { run, keys }: { run: RunView; keys?: readonly string[] },
): Promise<Decision[]> {
  const wanted = (keys ?? turningPoints(run)).slice(0, MAX_DECISIONS)
  const outputs = new Map<string, JsonValue>()
  if (run.can.data && may(actor, 'run:data')) {
    for (const key of decidingSteps(run, wanted).slice(0, MAX_OUTPUTS)) {
      const path = run.steps.find((step) => step.key === key)?.path
      // Of a step inside a loop there is not one result but one for each turn.
      if (path === undefined || path.includes('#')) continue
      const output = await outputOf(deps, { scope, actor }, { runId: run.id, path })
      if (output !== null) outputs.set(key, output.value)
    }
  }
  return wanted.flatMap((key) => decisionOf(run, key, outputs) ?? [])
}

async function outputOf(
  deps: RunDeps,
  { scope, actor }: Pick<Asking, 'scope' | 'actor'>,
  wanted: { runId: string; path: string },
): Promise<{ value: JsonValue } | null> {
  try {
    return await deps.stepOutput(scope, actor, wanted)
  } catch (error) {
    if (isFailure(error)) return null
    throw error
  }
}
