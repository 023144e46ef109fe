import type { AppView } from '@caseloom/contract/apps/apps'
import type { Why } from '@caseloom/contract/records/record-rights'
import { may } from '@caseloom/contract/kernel/permissions'
import { isFailure } from '../../../platform/errors.ts'
import { trackingIdIn } from '../tools/app-of.ts'
import { recordSource, runSource, titleOf } from '../tools/places.ts'
import { recordOf } from '../tools/record-tools.ts'
import { stepNamed } from '../tools/decisions.rules.ts'
import { decisionsIn, runOf } from '../tools/runs.ts'
import { type BuiltInDeps, type Inquiry, type Part, plain } from '../questions/built-in-deps.ts'

const RIGHTS =
  /\bwhy\b.*\b(?:can|may|allowed|able|permitted)|^(?:may|can|am) i\b|\bam i allowed\b|\bdo i have the right\b/i
const DEEDS: readonly [RegExp, Why['action']][] = [
  [/\b(?:delete|remove|erase)\b/i, 'delete'],
  [/\brestrict\b/i, 'restrict'],
  [/\bunlock\b/i, 'unlock'],
  [/\b(?:see|read|open|view)\b/i, 'read'],
]
const DECISION =
  /\b(?:branch|decid\w*|decision|skipped|left out|this way|that way|condition|which case|not run|chose|choose)\b/i
const RUN = /\brun\s*(?:no\.?|number|#)?\s*#?(\d[\d,]*)/i
const STEP = /\bstep\s+[“"'`]?([\w -]{1,60}?)[”"'`]?(?=\s+(?:of|in|was|is|did|run|skipped|not)\b|[?.!]|$)/i
const MAX_LISTED = 6

/** Why the asker may or may not do something to a record; null when that is not the question. */
export async function answerAboutRights(
  deps: BuiltInDeps,
  inquiry: Inquiry,
  apps: readonly AppView[],
): Promise<Part | null> {
  const { question, scope, actor } = inquiry
  const named = trackingIdIn(question)
  if (named === null || !RIGHTS.test(question) || !may(actor, 'record:read')) return null
  if (!apps.some(({ acronym }) => acronym === named.acronym)) return null
  const found = await recordOf(deps, inquiry, named.trackingId).catch(missing)
  if (found === null) return null
  const { app, record } = found
  const action = DEEDS.find(([form]) => form.test(question))?.[1] ?? 'update'
  const why = await deps.why(scope, actor, { appId: app.id, recordId: record.id, action })
  const verb = action === 'update' ? 'change' : action
  const rules = why.rules.filter(({ rule, passed }) => rule !== 'field' || !passed)
  return {
    text: [
      `You ${why.allowed ? 'may' : 'may not'} ${verb} **${record.trackingId}**:`,
      '',
      ...rules.map(({ passed, because }) => `- ${passed ? '' : 'No: '}${plain(because)}`),
    ].join('\n'),
    sources: [recordSource(inquiry, { record, title: titleOf(app, record) })],
  }
}

/** Why a run went the way it did; null when that is not the question. */
export async function answerAboutDecisions(deps: BuiltInDeps, inquiry: Inquiry): Promise<Part | null> {
  const { question, actor, place } = inquiry
  const said = RUN.exec(question)?.[1] ?? place.runId
  if (said === undefined || !DECISION.test(question) || !may(actor, 'run:read')) return null
  const run = await runOf(deps, inquiry, said).catch(missing)
  if (run === null) return null
  const name = STEP.exec(question)?.[1]
  const key = name === undefined ? null : stepNamed(run, name)
  const decisions = await decisionsIn(deps, inquiry, { run, ...(key === null ? {} : { keys: [key] }) })
  const head = `Run ${run.number} of **${plain(run.playbook.title)}**`
  const lines = decisions
    .slice(0, MAX_LISTED)
    .flatMap(({ title, state, because, values }) => [
      `- **${plain(title)}** (${state}): ${because.map(plain).join(' ')}`,
      ...Object.entries(values).map(
        ([reference, value]) => `  - ${plain(reference)} was ${plain(String(value))}`,
      ),
    ])
  return {
    text:
      lines.length === 0
        ? `${head} made no decisions: each step follows the previous one.`
        : [`${head} took this path:`, '', ...lines].join('\n'),
    sources: [runSource(inquiry, run)],
  }
}

function missing(error: unknown): null {
  if (isFailure(error, 'resource.not_found')) return null
  throw error
}
