import type { DeliveryView, RunState } from '@caseloom/contract/automation/automation'
import { textParam } from '../../../data/search-params.ts'

export type Outcome = DeliveryView['outcome']

// Repeated here because routes load before pages: importing the contract would add its schemas to the first load.
const RUN_STATES = new Set<RunState>(['queued', 'running', 'waiting', 'succeeded', 'failed', 'cancelled'])
const OUTCOMES = new Set<Outcome>(['accepted', 'filtered', 'duplicate', 'refused', 'failed'])

function oneOf<Word extends string>(words: ReadonlySet<Word>, text: string | undefined): Word | undefined {
  return [...words].find((word) => word === text)
}

/** How far back runs are listed; absent = all. */
export const RUN_PERIODS = ['hour', 'day', 'week', 'month'] as const
export type RunPeriod = (typeof RUN_PERIODS)[number]
const PERIODS = new Set<RunPeriod>(RUN_PERIODS)

export interface RunsSearch {
  view?: 'failures' | 'queue'
  playbook?: string
  state?: RunState
  kind?: string
  period?: RunPeriod
  from?: string
  to?: string
  number?: string
  test?: 'true'
  code?: string
  step?: string
  release?: string
  by?: string
  /** Only runs of which a loop was stopped. */
  loop?: 'stopped'
}

const TRUE = new Set<'true'>(['true'])
const STOPPED = new Set<'stopped'>(['stopped'])

function dayParam(search: Record<string, unknown>, name: string): string | undefined {
  const text = textParam(search, name)
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
    ? text
    : undefined
}

const VIEWS = new Set<'failures' | 'queue'>(['failures', 'queue'])

export function readRunsSearch(search: Record<string, unknown>): RunsSearch {
  const known = {
    view: oneOf(VIEWS, textParam(search, 'view')),
    playbook: textParam(search, 'playbook'),
    state: oneOf(RUN_STATES, textParam(search, 'state')),
    kind: textParam(search, 'kind'),
    period: oneOf(PERIODS, textParam(search, 'period')),
    from: dayParam(search, 'from'),
    to: dayParam(search, 'to'),
    number: /^[1-9]\d{0,14}$/.exec(textParam(search, 'number') ?? '')?.[0],
    release: /^[1-9]\d{0,5}$/.exec(textParam(search, 'release') ?? '')?.[0],
    by: textParam(search, 'by'),
    test: oneOf(TRUE, textParam(search, 'test')),
    loop: oneOf(STOPPED, textParam(search, 'loop')),
    code: textParam(search, 'code'),
    step: textParam(search, 'step'),
  }
  // All remaining keys have a value.
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)) as RunsSearch
}

const PLAYBOOK_FILTERS = ['published', 'draft', 'failing'] as const
export type PlaybookFilter = (typeof PLAYBOOK_FILTERS)[number]
const PLAYBOOK_SORTS = ['title', 'last', 'updated'] as const

export interface PlaybooksSearch {
  /** Opens the dialog for a new one; with `app` and an ID, for one that starts when a record of the app is created. */
  new?: string
  q?: string
  is?: PlaybookFilter
  sort?: (typeof PLAYBOOK_SORTS)[number]
  desc?: true
}

export function readPlaybooksSearch(search: Record<string, unknown>): PlaybooksSearch {
  const making = textParam(search, 'new')
  const q = textParam(search, 'q')
  const is = PLAYBOOK_FILTERS.find((name) => name === textParam(search, 'is'))
  const sort = PLAYBOOK_SORTS.find((name) => name === textParam(search, 'sort'))
  return {
    ...(making === undefined ? {} : { new: making }),
    ...(q === undefined ? {} : { q }),
    ...(is === undefined ? {} : { is }),
    ...(sort === undefined ? {} : { sort }),
    ...(textParam(search, 'desc') === 'true' ? { desc: true } : {}),
  }
}

export const PLAYBOOK_VIEWS = ['canvas', 'yaml', 'triggers', 'tests', 'versions', 'runs'] as const
export type PlaybookPageView = (typeof PLAYBOOK_VIEWS)[number]

export interface PlaybookSearch {
  view?: Exclude<PlaybookPageView, 'canvas'>
  version?: 'draft'
  node?: string
  outcome?: Outcome
  delivery?: string
  state?: RunState
}

export function readPlaybookSearch(search: Record<string, unknown>): PlaybookSearch {
  const view = PLAYBOOK_VIEWS.find((name) => name === textParam(search, 'view'))
  const node = textParam(search, 'node')
  const delivery = textParam(search, 'delivery')
  const outcome = oneOf(OUTCOMES, textParam(search, 'outcome'))
  const state = oneOf(RUN_STATES, textParam(search, 'state'))
  return {
    ...(view === undefined || view === 'canvas' ? {} : { view }),
    ...(textParam(search, 'version') === 'draft' ? { version: 'draft' } : {}),
    ...(node === undefined ? {} : { node }),
    ...(delivery === undefined ? {} : { delivery }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(state === undefined ? {} : { state }),
  }
}

export const STEP_TABS = ['values', 'attempts', 'log', 'definition'] as const
export type StepTab = (typeof STEP_TABS)[number]

export interface RunSearch {
  step?: string
  /** The selected loop iteration: `each#3`. */
  turn?: string
  tab?: Exclude<StepTab, 'values'>
}

export function readRunSearch(search: Record<string, unknown>): RunSearch {
  const step = textParam(search, 'step')
  const tab = STEP_TABS.find((name) => name === textParam(search, 'tab'))
  const turn = textParam(search, 'turn')
  return {
    ...(step === undefined ? {} : { step }),
    ...(turn === undefined || !/#\d+$/.test(turn) ? {} : { turn }),
    ...(tab === undefined || tab === 'values' ? {} : { tab }),
  }
}

export function withParam<S extends object, K extends keyof S>(
  search: S,
  key: K,
  value: S[K] | undefined,
): S {
  const { [key]: _old, ...rest } = search
  // With or without the key, the type stays the same.
  return (value === undefined ? rest : { ...rest, [key]: value }) as S
}
