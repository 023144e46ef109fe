import type { RunSummary } from '@caseloom/contract/automation/automation'
import { may } from '@caseloom/contract/kernel/permissions'
import { isFailure } from '../../../platform/errors.ts'
import { runSource, runsSource } from '../tools/places.ts'
import { type BuiltInDeps, type Inquiry, type Part, plain } from '../questions/built-in-deps.ts'

const NUMBER = /\brun\s*(?:no\.?|number|#)?\s*#?(\d[\d,]*)/i
const THIS_RUN = /\b(?:this|the) run\b|\bdid (?:it|this) fail/i
/** Only what is known of one run may stand around its number: other words would be left out of the answer. */
const EXPLAINS =
  /^\s*(?:please )?(?:why (?:did|has|was)|what (?:did|happened (?:to|in|with)|went wrong (?:in|with))|explain|show(?: me)?|open|how did|tell me about)?\s*(?:this |the )?(?:run\s*(?:no\.?|number|#)?\s*#?[\d,]*|it|this)\s*(?:fail(?:ed)?|go(?: wrong)?|do|stop(?:ped)?|end(?:ed)?|broke|break)?[\s?.!]*$/i
const LAST_FAILED =
  /^\s*why (?:did|has) (?:the )?(?:last|latest|newest|most recent) run (?:fail(?:ed)?|break|stop)[\s?.!]*$/i

/** Explains a run, or lists those that failed; null when the question is not about runs. */
export async function answerAboutRuns(deps: BuiltInDeps, inquiry: Inquiry): Promise<Part | null> {
  const { question, actor, scope, place } = inquiry
  if (!may(actor, 'run:read')) return null
  const number = NUMBER.exec(question)?.[1]?.replaceAll(',', '')
  if (number !== undefined) {
    const { items } = await deps.automation.listRuns(scope, actor, { number: Number(number), limit: 1 })
    // For an existing run, only what was asked is answered; that there is none answers any question.
    if (items[0] !== undefined) return EXPLAINS.test(question) ? explained(deps, inquiry, items[0].id) : null
    return {
      text: `There is no run ${number} in this tenant.`,
      sources: [],
    }
  }
  if (place.runId !== undefined && THIS_RUN.test(question) && EXPLAINS.test(question))
    return explained(deps, inquiry, place.runId)
  if (!LAST_FAILED.test(question)) return null
  const { items } = await deps.automation.listRuns(scope, actor, { state: 'failed', limit: 1 })
  const [last] = items
  const part =
    last === undefined
      ? { text: 'No run has failed.', sources: [runsSource(inquiry)] }
      : await explained(deps, inquiry, last.id)
  return part === null ? null : { ...part, understood: lastFailed(inquiry) }
}

/** Failed runs, newest first. */
function lastFailed(inquiry: Inquiry): NonNullable<Part['understood']> {
  const filter = { field: 'state', op: 'in' as const, value: ['failed'] }
  return {
    subject: { key: '$run', name: 'Runs', to: runsSource(inquiry).to },
    chips: [
      { kind: 'filter', text: 'State is Failed', filter, value: null },
      { kind: 'sort', text: 'Started, descending', filter: null, value: '-created_at' },
      { kind: 'limit', text: 'First 1', filter: null, value: '1' },
    ],
    unknown: [],
  }
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
    ...(run.state === 'failed' && run.error?.retryable === true ? ['A rerun may succeed.'] : []),
  ]
  return { text: lines.join('\n\n'), sources: [runSource(inquiry, run)] }
}

function stateText({ state }: Pick<RunSummary, 'state'>): string {
  const texts = {
    queued: 'hasn’t started yet',
    running: 'is running',
    waiting: 'is waiting',
    succeeded: 'succeeded',
    failed: 'failed',
    cancelled: 'was canceled',
  } satisfies Record<RunSummary['state'], string>
  return texts[state]
}
