// The canvas: everything that a person sees of a tenant, as one picture.
import type { CanvasView } from '@caseloom/contract/content/canvas'
import { Instant } from '@caseloom/contract/kernel/ids'
import { isJsonObject, type JsonObject } from '@caseloom/contract/kernel/json'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import type { CanvasDeps, SolutionPort } from '../ports/canvas-deps.ts'
import type { StoredPlaybook } from '../ports/content-deps.ts'
import { addApps, addDashboards } from './app-pieces.rules.ts'
import { CanvasMap } from './canvas-map.ts'
import { addPlaybooks } from './playbook-pieces.rules.ts'
import { problemsOf } from './problems.rules.ts'
import type { Seen, SeenPlaybook, SeenTrigger } from './seen.ts'

/** Everything that the actor can see, with its connections; throws resource.not_found while the flag is off. */
export async function readCanvas(deps: CanvasDeps, scope: TenantScope, actor: Actor): Promise<CanvasView> {
  if (!(await deps.flags(scope.accountId)).SolutionBuilder) throw fail('resource.not_found')
  allow(actor, 'app:read')
  const seen = await readSeen(deps, scope, actor)
  const map = new CanvasMap()
  addApps(map, seen)
  addPlaybooks(map, seen)
  addDashboards(map, seen)
  const { nodes, edges } = map
  return {
    nodes,
    edges,
    problems: problemsOf(nodes, edges, seen),
    since: seen.activity === null ? null : Instant.parse(seen.activity.since),
    partial: seen.activity?.partial === true,
  }
}

async function readSeen(deps: CanvasDeps, scope: TenantScope, actor: Actor): Promise<Seen> {
  const { solution } = deps
  const seesPlaybooks = may(actor, 'playbook:read')
  const [apps, applets, stored, off, tables] = await Promise.all([
    deps.apps.listApps(scope, actor),
    deps.apps.applets.list(scope, actor),
    deps.playbooks.playbooks(scope, actor),
    solution.triggersOff(scope),
    seesPlaybooks ? deps.tables.list(scope, actor) : [],
  ])
  const [assets, connectors, dashboards, workspaces, principals, activity] = await Promise.all([
    solution.assets(scope, actor),
    solution.connectors(scope, actor),
    may(actor, 'dashboard:read') ? deps.dashboards.list(scope, actor) : [],
    may(actor, 'workspace:read') ? deps.workspaces.list(scope, actor) : [],
    deps.principals(scope),
    seesPlaybooks ? solution.activity(scope, actor) : null,
  ])
  const switched = new Set(off.map(({ playbookId, key }) => `${playbookId} ${key}`))
  return {
    apps,
    applets,
    playbooks: stored.map((one) => seenPlaybook(one, solution, switched)),
    tables,
    assets,
    connectors,
    dashboards,
    workspaces,
    principals,
    activity,
    sees: { assets: may(actor, 'asset:use') || may(actor, 'asset:manage') },
  }
}

function seenPlaybook(
  { id, key, title, isOff, draft, published }: StoredPlaybook,
  { usesOf }: Pick<SolutionPort, 'usesOf'>,
  switched: ReadonlySet<string>,
): SeenPlaybook {
  const document = published ?? draft
  return {
    id,
    key,
    title,
    isOff,
    isPublished: published !== null,
    isComponent: isJsonObject(document['component']),
    triggers: triggersIn(document, (trigger) => switched.has(`${id} ${trigger}`)),
    uses: usesOf(document),
  }
}

/** Drafts may hold anything: only what parses as a trigger is shown. */
function triggersIn(document: JsonObject, isOff: (key: string) => boolean): SeenTrigger[] {
  const list = document['triggers']
  return (Array.isArray(list) ? list : []).flatMap((value) => {
    if (!isJsonObject(value)) return []
    const { key, kind, title } = value
    if (typeof key !== 'string' || typeof kind !== 'string') return []
    return [{ key, kind, title: typeof title === 'string' ? title : key, isOff: isOff(key) }]
  })
}
