import type { RunSummary } from '@caseloom/contract/automation'
import { may } from '@caseloom/contract/permissions'
import { isFailure } from '../../../platform/errors.ts'
import { runSource, runsSource } from '../tools/places.ts'
import { type BuiltInDeps, type Inquiry, type Part, plain } from './built-in-deps.ts'

const NUMBER = /\brun\s*(?:no\.?|number|#)?\s*#?(\d[\d,]*)/i
const THIS_RUN = /\b(?:this|the) run\b|\bdid (?:it|this) fail/i
const WHICH_RUNS = /\bruns\b|\bplaybooks? (?:that )?failed\b/i
const MOST_RUNS = 5
const DAY_MS = 86_400_000

/** Explains a run, or lists those that failed; null when the question is not about runs. */
export async function answerAboutRuns(deps: BuiltInDeps, inquiry: Inquiry): Promise<Part | null> {
  const { question, actor, scope, place } = inquiry
  if (!may(actor, 'run:read')) return null
  const number = NUMBER.exec(question)?.[1]?.replaceAll(',', '')
  if (number !== undefined) {
    const { items } = await deps.automation.listRuns(scope, actor, { number: Number(number), limit: 1 })
    if (items[0] !== undefined) return explained(deps, inquiry, items[0].id)
    return {
      text: `There is no run ${number} in this tenant.`,
      sources: [runsSource(inquiry)],
    }
  }
  if (place.runId !== undefined && THIS_RUN.test(question)) return explained(deps, inquiry, place.runId)
  return WHICH_RUNS.test(question) ? listed(deps, inquiry) : null
}

async function explained(deps: BuiltInDeps, inquiry: Inquiry, runId: string): Promise<Part | null> {
  const run = await deps.automation.getRun(inquiry.scope, inquiry.actor, runId).catch((error: unknown) => {
    if (isFailure(error, 'resource.not_found')) return null
    throw error
  })
  if (run === null) return null
  const failed = run.steps.find((step) => step.state === 'failed')
  const lines = [
    `Run ${run.number} of **${plain(run.playbook.title)}** (version ${run.playbook.version}) ${stateText(run)}.`,
    ...(failed === undefined ? [] : [`The step \`${failed.path}\` failed.`]),
    ...(run.error === null ? [] : [`It says: ${plain(run.error.message)} (${plain(run.error.code)}).`]),
    ...(run.state === 'failed' && run.error?.retryable === true ? ['It may work when it is run again.'] : []),
  ]
  return { text: lines.join('\n\n'), sources: [runSource(inquiry, run)] }
}

async function listed(deps: BuiltInDeps, inquiry: Inquiry): Promise<Part> {
  const { question, scope, actor, now } = inquiry
  const state =
    (/\bfail/i.test(question) && 'failed') || (/\bwaiting\b/i.test(question) && 'waiting') || undefined
  const days = /\btoday\b/i.test(question) ? 1 : /\bweek\b/i.test(question) ? 7 : null
  const { items, next } = await deps.automation.listRuns(scope, actor, {
    limit: MOST_RUNS,
    ...(state === undefined ? {} : { state }),
    ...(days === null ? {} : { from: new Date(now.getTime() - days * DAY_MS).toISOString() }),
  })
  const span = days === null ? '' : days === 1 ? ' in the last 24 hours' : ' in the last 7 days'
  const kind = state === undefined ? 'runs' : state === 'failed' ? 'failed runs' : 'runs that wait'
  const list = runsSource(inquiry)
  if (items.length === 0) return { text: `There are no ${kind}${span}.`, sources: [list] }
  const lines = items.map(
    (run) =>
      `- Run ${run.number}: ${plain(run.playbook.title)} ${stateText(run)}${run.error === null ? '' : `: ${plain(run.error.message)}`}`,
  )
  const head = next === null ? `The ${kind}${span}:` : `The newest ${kind}${span}:`
  return {
    text: [head, '', ...lines].join('\n'),
    sources: [list, ...items.map((run) => runSource(inquiry, run))],
  }
}

function stateText({ state }: Pick<RunSummary, 'state'>): string {
  const texts = {
    queued: 'has not begun yet',
    running: 'is running',
    waiting: 'is waiting',
    succeeded: 'succeeded',
    failed: 'failed',
    cancelled: 'was cancelled',
  } satisfies Record<RunSummary['state'], string>
  return texts[state]
}
