import type { ApprovalSummary } from '@caseloom/contract/automation/approvals'
import { type RunSummary, RunState } from '@caseloom/contract/automation/automation'
import { type BuiltInDeps, type Inquiry, type Part, plain } from './built-in-deps.ts'
import { inTenant, runSource } from '../tools/places.ts'
import { answerTasks } from './answer-tasks.ts'
import { fits, understoodOf, type Wanted, wantedOf } from './other-lists.ts'
import type { Query } from './query.rules.ts'
import { rangeOf, testsOn } from './time-range.rules.ts'

const ROWS = 10
const PAGE = 100
const MAX_PAGES = 10

/** Runs, tasks, approvals, and playbooks; null where the question asks more than their lists can answer. */
export async function answerOthers(deps: BuiltInDeps, inquiry: Inquiry, query: Query): Promise<Part | null> {
  const isPlain = query.text === '' && query.compare === null && query.step === null && query.measure === null
  const wanted = wantedOf(query)
  if (!isPlain || wanted === null) return null
  switch (query.subject.kind) {
    case 'runs':
      return answerRuns(deps, inquiry, query, wanted)
    case 'tasks':
      return query.group === null ? answerTasks(deps, inquiry, query, wanted) : null
    case 'approvals':
      return query.group === null ? answerApprovals(deps, inquiry, query, wanted) : null
    case 'playbooks':
      return query.group === null && query.picked.length === 0 ? answerPlaybooks(deps, inquiry, query) : null
    case 'app':
      return null
    default:
      return query.subject.kind satisfies never
  }
}

async function runsOf(deps: BuiltInDeps, inquiry: Inquiry, query: Query, wanted: Wanted) {
  const { scope, now, timeZone, actor } = inquiry
  const range = rangeOf(
    testsOn(
      query.picked.map(({ filter }) => filter),
      'created_at',
    ),
    { now, zone: timeZone },
  )
  const states = wanted.in.get('state')
  const state = states?.length === 1 ? RunState.safeParse(states[0]).data : undefined
  const playbooks = wanted.in.get('playbook')
  const starters = wanted.in.get('started_by')
  if (wanted.notIn.has('started_by') || (starters?.length ?? 0) > 1) return null
  const startedBy = starters?.[0] === 'me' ? actor.id : starters?.[0]
  const runs: RunSummary[] = []
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { items, next } = await deps.automation.listRuns(scope, actor, {
      limit: PAGE,
      ...(cursor === undefined ? {} : { cursor }),
      ...(state === undefined ? {} : { state }),
      ...(playbooks?.length === 1 && playbooks[0] !== undefined
        ? { playbookId: playbooks[0] as RunSummary['playbook']['id'] }
        : {}), // an id of the list of playbooks
      ...(startedBy === undefined || startedBy === null ? {} : { startedBy: startedBy as never }), // an id of the list of people
      ...(range.from === null ? {} : { from: range.from.toISOString() }),
      ...(range.until === null ? {} : { to: range.until.toISOString() }),
    })
    runs.push(
      ...items.filter((run) => fits(wanted, 'state', run.state) && fits(wanted, 'playbook', run.playbook.id)),
    )
    if (next === null) return { runs, isAll: true }
    cursor = next
  }
  return { runs, isAll: false }
}

async function answerRuns(
  deps: BuiltInDeps,
  inquiry: Inquiry,
  query: Query,
  wanted: Wanted,
): Promise<Part | null> {
  const { sort, group } = query
  if (
    (sort !== null && sort.field.key !== 'created_at') ||
    (group !== null && group.key !== 'playbook' && group.key !== 'state')
  )
    return null
  const found = await runsOf(deps, inquiry, query, wanted)
  if (
    found === null ||
    (!found.isAll && (query.show === 'count' || sort?.direction === 'asc' || group !== null))
  )
    return null
  const runs = sort?.direction === 'asc' ? found.runs.toReversed() : found.runs
  const list = { kind: 'search' as const, title: 'Runs', to: runsPath(inquiry, wanted) }
  const understood = understoodOf(inquiry, query, '/orchestration/runs')
  const said =
    query.picked.length === 0 ? '' : ` (${query.picked.map(({ label }) => plain(label)).join(', ')})`
  if (group !== null) return { ...groupedRuns(query, runs, said), sources: [list], understood }
  const shown = query.show === 'count' ? [] : runs.slice(0, query.limit ?? ROWS)
  const head = `${found.isAll ? '' : 'More than '}${runs.length === 0 ? 'No' : runs.length.toLocaleString('en')} ${runs.length === 1 ? 'run' : 'runs'}${said}.`
  const rows = shown.map(
    (run) =>
      `- Run ${run.number}: ${plain(run.playbook.title)}, ${run.state}${run.error === null ? '' : `: ${plain(run.error.message)}`}`,
  )
  return {
    text: [head, ...(rows.length === 0 ? [] : ['', ...rows])].join('\n'),
    sources: [list, ...shown.map((run) => runSource(inquiry, run))],
    understood,
  }
}

function groupedRuns(query: Query, runs: readonly RunSummary[], said: string): Pick<Part, 'text'> {
  const byPlaybook = query.group?.key === 'playbook'
  const counts = Map.groupBy(runs, (run) => (byPlaybook ? run.playbook.title : run.state))
  const rows = [...counts]
    .map(([name, own]) => ({ name, count: own.length }))
    .toSorted((one, other) => other.count - one.count)
  const ordered = query.most === 'asc' ? rows.toReversed() : rows
  const [first] = ordered
  const head =
    first === undefined
      ? [`No runs${said}.`]
      : query.most === null
        ? []
        : [`**${plain(first.name)}**: ${first.count}.`, '']
  const table = ordered
    .slice(0, query.limit ?? ROWS)
    .map(({ name, count }) => `| ${plain(name)} | ${count} |`)
  const lines =
    first === undefined
      ? []
      : [
          `Runs by ${byPlaybook ? 'playbook' : 'state'}${said}:`,
          '',
          '| Name | Runs |',
          '| --- | --- |',
          ...table,
        ]
  return { text: [...head, ...lines].join('\n') }
}

/** The page of runs with what of the question it can be narrowed to. */
function runsPath(inquiry: Inquiry, { in: given }: Wanted): string {
  const params = [
    ['state', given.get('state')],
    ['playbook', given.get('playbook')],
  ] as const
  const search = params.flatMap(([name, values]) =>
    values?.length === 1 && values[0] !== undefined ? [`${name}=${encodeURIComponent(values[0])}`] : [],
  )
  return inTenant(inquiry, `/orchestration/runs${search.length === 0 ? '' : `?${search.join('&')}`}`)
}

async function answerApprovals(
  deps: BuiltInDeps,
  inquiry: Inquiry,
  query: Query,
  wanted: Wanted,
): Promise<Part | null> {
  const boxes = wanted.in.get('box') ?? ['mine']
  const states = wanted.in.get('state') ?? (boxes[0] === 'mine' ? ['open'] : [])
  const [box] = boxes
  if (boxes.length > 1 || wanted.notIn.size > 0 || states.length > 1 || query.sort !== null) return null
  if (box !== 'mine' && box !== 'answered' && box !== 'started') return null
  const items: ApprovalSummary[] = []
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { items: own, next } = await deps.approvals(inquiry.scope, inquiry.actor, {
      box,
      limit: PAGE,
      ...(states[0] === 'open' || states[0] === 'over' ? { state: states[0] } : {}),
      ...(cursor === undefined ? {} : { cursor }),
    })
    items.push(...own)
    if (next === null) break
    cursor = next
  }
  const said = { mine: 'wait for you', answered: 'were answered by you', started: 'were asked by your runs' }[
    box
  ]
  const rows =
    query.show === 'count'
      ? []
      : items.slice(0, ROWS).map(({ title, playbook }) => `- ${plain(title)} (${plain(playbook.title)})`)
  return {
    text: [
      `${items.length === 0 ? 'No' : items.length} ${items.length === 1 ? 'approval' : 'approvals'} that ${said}${states[0] === 'open' && box !== 'mine' ? ' and are open' : ''}.`,
      ...(rows.length === 0 ? [] : ['', ...rows]),
    ].join('\n'),
    sources: [{ kind: 'search', title: 'Inbox', to: inTenant(inquiry, '/orchestration/inbox') }],
    understood: understoodOf(inquiry, query, '/orchestration/inbox'),
  }
}

async function answerPlaybooks(deps: BuiltInDeps, inquiry: Inquiry, query: Query): Promise<Part> {
  const playbooks = await deps.automation.listPlaybooks(inquiry.scope, inquiry.actor)
  const rows = query.show === 'count' ? [] : playbooks.slice(0, ROWS).map(({ title }) => `- ${plain(title)}`)
  return {
    text: [
      `${playbooks.length === 0 ? 'No' : playbooks.length} ${playbooks.length === 1 ? 'playbook' : 'playbooks'}.`,
      ...(rows.length === 0 ? [] : ['', ...rows]),
    ].join('\n'),
    sources: [{ kind: 'playbook', title: 'Playbooks', to: inTenant(inquiry, '/orchestration') }],
    understood: understoodOf(inquiry, query, '/orchestration'),
  }
}
