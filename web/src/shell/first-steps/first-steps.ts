import type { PlaybookSummary } from '@caseloom/contract/automation/automation'

/** What a new tenant is led through, in this order. */
export const STEPS = ['source', 'alert', 'team', 'automate', 'report'] as const
export type StepKey = (typeof STEPS)[number]

export type KnownPlaybook = Pick<
  PlaybookSummary,
  'id' | 'title' | 'publishedVersion' | 'triggers' | 'lastRun' | 'runsLastDay'
>

/** What the reader may know of the tenant; a step whose facts are absent isn't theirs to take. */
export interface Facts {
  playbooks?: readonly KnownPlaybook[] | undefined
  /** Active users, for those who can invite more. */
  people?: number | undefined
  dashboards?: number | undefined
  /** A run of the source that receives deliveries has ever succeeded, as far as runs are retained. */
  hasSucceeded?: boolean | undefined
}

export interface FirstStep {
  key: StepKey
  done: boolean
  /** The playbook that the step is about. */
  playbook: KnownPlaybook | null
  /** The run that ended without a result, for the step that waits for one. */
  failedRun: string | null
}

const FROM_OUTSIDE = new Set(['webhook', 'poll', 'mail'])
/** An installation brings one along. */
const SHIPPED_DASHBOARDS = 1

const isSource = ({ triggers }: KnownPlaybook) => triggers.some(({ kind }) => FROM_OUTSIDE.has(kind))
const hasResult = ({ lastRun, runsLastDay }: KnownPlaybook) =>
  lastRun?.state === 'succeeded' || runsLastDay.succeeded > 0

/** The steps that the reader can take, each checked against what the tenant has. */
export function firstSteps({ playbooks, people, dashboards, hasSucceeded = false }: Facts): FirstStep[] {
  const steps: FirstStep[] = []
  const add = (key: StepKey, done: boolean, about: Partial<FirstStep> = {}) =>
    steps.push({ key, done, playbook: null, failedRun: null, ...about })
  if (playbooks !== undefined) {
    const published = playbooks.filter(({ publishedVersion }) => publishedVersion !== null)
    const sources = published.filter(isSource)
    const heard = sources.filter(({ lastRun }) => lastRun !== null)
    const working = sources.find(hasResult)
    const failing = heard.find(({ lastRun }) => lastRun?.state === 'failed')
    add('source', heard.length > 0, { playbook: heard[0] ?? sources[0] ?? null })
    const isProven = working !== undefined || hasSucceeded
    add('alert', isProven, {
      playbook: working ?? heard[0] ?? sources[0] ?? null,
      failedRun: isProven ? null : (failing?.lastRun?.id ?? null),
    })
  }
  if (people !== undefined) add('team', people > 1)
  if (playbooks !== undefined) {
    const response = playbooks.find((one) => one.publishedVersion !== null && !isSource(one))
    add('automate', response !== undefined, { playbook: response ?? null })
  }
  if (dashboards !== undefined) add('report', dashboards > SHIPPED_DASHBOARDS)
  return steps
}
