// Lists of the home page: what waits for its reader, in all apps.
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import type { RecordPage } from '@caseloom/contract/records/records'
import type { ClockList, WorkList } from '@caseloom/contract/workspaces/my-work'
import type { TenantScope } from '../../platform/database/types.ts'
import { isFailure } from '../../platform/errors.ts'
import { allow } from '../../platform/rights.ts'
import { inLanes } from '../../platform/scheduling/in-lanes.ts'
import { type HomeDeps, needFlag, userOf } from './home-page.ts'
import {
  byRisk,
  byUrgency,
  mayTake,
  type Ranked,
  type RankedClock,
  searchesOfClocks,
  searchOfWork,
  severityRank,
  titleOf,
  type Whose,
  workApp,
  type WorkApp,
} from './my-work.rules.ts'

type Deps = Pick<HomeDeps, 'apps' | 'records' | 'flags'>
type Search = Parameters<Deps['records']['searchRecords']>[2]

/** Apps searched at the same time for one list: a home page has several lists. */
const LANES = 3

/** Open records assigned to the reader; throws resource.not_found while home pages are switched off, right.missing. */
export function listMyQueue(deps: Deps, scope: TenantScope, actor: Actor, limit: number): Promise<WorkList> {
  return listWork(deps, scope, actor, { whose: 'mine', limit })
}

/** Open records without an assignee; throws as listMyQueue does. */
export function listUnassigned(
  deps: Deps,
  scope: TenantScope,
  actor: Actor,
  limit: number,
): Promise<WorkList> {
  return listWork(deps, scope, actor, { whose: 'unassigned', limit })
}

async function listWork(
  deps: Deps,
  scope: TenantScope,
  actor: Actor,
  { whose, limit }: { whose: Whose; limit: number },
): Promise<WorkList> {
  const found: Ranked[] = []
  const total = { value: 0, capped: false }
  await inLanes(await workApps(deps, scope, actor), LANES, async (place) => {
    const search = searchOfWork(place, whose)
    if (search === null) return
    const page = await pageOf(deps, scope, actor, { appId: place.app.id, limit, ...search })
    add(total, page)
    for (const record of page.items) {
      const can = { take: whose === 'unassigned' && mayTake(place, record) }
      found.push({
        item: { record, title: titleOf(place.app, record), can },
        rank: severityRank(place, record),
      })
    }
  })
  const items = found.toSorted(byUrgency).slice(0, limit)
  return { items: items.map(({ item }) => item), total }
}

/** Clocks near their target or beyond it; throws as listMyQueue does. */
export async function listClocksAtRisk(
  deps: Deps,
  scope: TenantScope,
  actor: Actor,
  limit: number,
): Promise<ClockList> {
  const found = new Map<string, RankedClock>()
  const total = { value: 0, capped: false }
  const places = await workApps(deps, scope, actor)
  // Both risks are of one moment: no clock is in two of them.
  const at = await scope.read(async (tx) => tx.now)
  const searches = places.flatMap((place) => searchesOfClocks(place).map((search) => ({ place, ...search })))
  await inLanes(searches, LANES, async ({ place, clock, risk, ...search }) => {
    const page = await pageOf(deps, scope, actor, { appId: place.app.id, limit, at, ...search })
    add(total, page)
    const { key, label } = clock
    for (const record of page.items) {
      const item = { record, title: titleOf(place.app, record), clock: { key, label } }
      found.set(`${record.id} ${key}`, { item, risk })
    }
  })
  const items = [...found.values()].toSorted(byRisk).slice(0, limit)
  return { items: items.map(({ item }) => item), total }
}

/** Apps in use whose records the reader may see. */
async function workApps(deps: Deps, scope: TenantScope, actor: Actor): Promise<WorkApp[]> {
  allow(actor, 'record:read')
  await needFlag(deps, scope)
  userOf(actor)
  if (!may(actor, 'app:read')) return []
  const apps = await deps.apps.listApps(scope, actor)
  return apps.filter(({ archived }) => archived !== true).map(workApp)
}

/** An app or field that the reader lost since the apps were listed has nothing for them. */
async function pageOf(
  { records }: Deps,
  scope: TenantScope,
  actor: Actor,
  search: Search,
): Promise<RecordPage> {
  try {
    return await records.searchRecords(scope, actor, { ...search, count: 'capped' })
  } catch (error) {
    if (isFailure(error, 'resource.not_found') || isFailure(error, 'field.unknown'))
      return { items: [], next: null }
    throw error
  }
}

function add(total: WorkList['total'], { total: more }: RecordPage): void {
  total.value += more?.value ?? 0
  total.capped ||= more?.capped === true
}
