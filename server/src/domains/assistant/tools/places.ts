import type { AppView } from '@caseloom/contract/apps/apps'
import type { RunSummary } from '@caseloom/contract/automation/automation'
import type { ComponentView } from '@caseloom/contract/automation/builder'
import type { ChatSource } from '@caseloom/contract/assistant/assistant'
import type { Filter } from '@caseloom/contract/values/filter'
import type { RecordView } from '@caseloom/contract/records/records'
import type { Asking } from '../asking/answerer.ts'

type Here = Pick<Asking, 'scope'>

/** A path inside the asker's tenant. */
export function inTenant({ scope }: Here, rest: string): string {
  return `/account/${scope.accountId}/tenant/${scope.tenantId}${rest}`
}

/** A list as it is opened: what it is narrowed to, ordered by, and shown with. */
export interface ListPlace {
  filter?: Filter | undefined
  text?: string | undefined
  /** `severity`, or `-severity` for descending. */
  sort?: string | undefined
  columns?: readonly string[] | undefined
  /** Beside the list: how many records have each value. */
  facets?: boolean | undefined
}

/** The path of an app's list, with its state as the list reads it from its address. */
export function listPath(here: Here, appId: string, list: ListPlace = {}): string {
  const { filter, text, sort, columns, facets } = list
  const params: [string, string | undefined][] = [
    ['filter', filter === undefined ? undefined : JSON.stringify(plainList(filter))],
    ['q', text === '' ? undefined : text],
    ['sort', sort],
    ['cols', columns === undefined || columns.length === 0 ? undefined : columns.join(',')],
    ['panel', facets === true ? 'facets' : undefined],
  ]
  const search = params.flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  return inTenant(here, `/search/${appId}${search.length === 0 ? '' : `?${search.join('&')}`}`)
}

/** Conditions that must all hold stand in an address as a list: their chips can be taken away one by one. */
function plainList(filter: Filter): unknown {
  return 'all' in filter && filter.all.every((one) => 'field' in one) ? filter.all : filter
}

export function listSource(here: Here, app: Pick<AppView, 'id' | 'name'>, list: ListPlace = {}): ChatSource {
  return { kind: 'search', title: app.name, to: listPath(here, app.id, list) }
}

export function recordSource(
  here: Here,
  { record, title }: { record: Pick<RecordView, 'appId' | 'id' | 'trackingId'>; title: string },
): ChatSource {
  return {
    kind: 'record',
    title: `${record.trackingId} ${title}`.trim(),
    to: inTenant(here, `/record/${record.appId}/${record.id}`),
  }
}

export function runSource(here: Here, run: Pick<RunSummary, 'id' | 'number' | 'playbook'>): ChatSource {
  return {
    kind: 'run',
    title: `Run ${run.number}: ${run.playbook.title}`,
    to: inTenant(here, `/orchestration/run/${run.id}`),
  }
}

export function runsSource(here: Here): ChatSource {
  return { kind: 'search', title: 'Runs', to: inTenant(here, '/orchestration/runs') }
}

export function componentSource(
  here: Here,
  { title, playbookId }: Pick<ComponentView, 'title' | 'playbookId'>,
): ChatSource {
  return { kind: 'component', title, to: inTenant(here, `/orchestration/playbook/${playbookId}`) }
}

/** The value of the title field, as text. */
export function titleOf(app: Pick<AppView, 'titleField'>, record: Pick<RecordView, 'fields'>): string {
  const title = record.fields[app.titleField]
  return typeof title === 'string' ? title : ''
}
