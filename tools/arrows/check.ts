import { globSync } from 'node:fs'
import { arrowFault } from './allowed.ts'
import { type ArrowException, EXCEPTIONS } from './exceptions.ts'
import { FOLDER_PAIRS, pairFaults } from './folder-pairs.ts'
import { type Edge, findCycles, type Graph, type Module, readGraph } from './graph.ts'
import { impurePackage, packageFault } from './packages.ts'
import { ROOM_ORDER, roomFaults } from './rooms.ts'
import { TESTKIT_INNER_IMPORTS } from './testkit-imports.ts'
import { WORKSPACES, type Zone, zoneOf } from './zones.ts'

export interface Fault {
  at: string
  rule: string
  text: string
}

export interface Report {
  modules: number
  edges: number
  faults: Fault[]
}

/** The house cannot be smaller than this: reading less means that the reader is broken. */
export const LEAST = { modules: 150, edgesPerModule: 1 }

const DOOR_LIMIT = 12

function fault(edge: Edge, rule: string, text: string): Fault {
  return { at: `${edge.from}:${edge.via.line}`, rule, text: `${text} (${edge.via.specifier})` }
}

function workspaceOf(path: string): string {
  return path.split('/')[0] ?? ''
}

/** A file of a domain that only the domain itself knows. */
function isInner({ kind, role }: Zone): boolean {
  return kind === 'domain' && role !== 'door' && role !== 'module' && role !== 'migrations'
}

/** How many imports lead from the testkit past doors and modules; the count only shrinks. */
function testkitFaults(edges: readonly Edge[], allowed: number): Fault[] {
  const inner = edges.filter(({ from, file }) => {
    const to = file === undefined ? undefined : zoneOf(file)
    return (
      zoneOf(from)?.kind === 'testkit' && zoneOf(from)?.role !== 'test' && to !== undefined && isInner(to)
    )
  })
  const at = 'tools/arrows/testkit-imports.ts'
  const rule = 'testkit'
  if (inner.length < allowed)
    return [{ at, rule, text: `allows ${allowed}, there are ${inner.length}: lower it` }]
  if (inner.length === allowed) return []
  const text = `${inner.length} imports of inner files, ${allowed} allowed: use a door, a module, or a port`
  return [{ at, rule, text }]
}

/** Suffix rules: what the name of a file promises about who may import it. */
function roleFault(from: Zone, to: Zone): string | undefined {
  if (from.role === 'test' || from.kind === 'testkit') return undefined
  if (from.kind === 'compose')
    return isInner(to) ? 'composition enters a domain by its module or door' : undefined
  if (to.role === 'test') return 'nothing imports tests'
  if (to.role === 'routes' && from.role !== 'routes' && from.role !== 'module')
    return 'routes are imported by the module of their domain only'
  if (from.role === 'routes' && to.role === 'store') return 'a route calls a use case, never a store'
  if (from.role === 'store' && (to.role === 'routes' || to.role === 'door'))
    return 'a store writes SQL for its own domain only'
  return undefined
}

function fileFaults(edge: Edge, file: string, from: Zone): Fault[] {
  const to = zoneOf(file)
  if (!/\.[cm]?[jt]sx?$/.test(file)) return []
  if (!to) return [fault(edge, 'room', 'points to a file in no room of the house')]
  const faults: Fault[] = []
  const arrow = arrowFault(from, to)
  if (arrow) faults.push(fault(edge, 'arrow', arrow))
  const role = roleFault(from, to)
  if (role) faults.push(fault(edge, 'suffix', role))
  const crosses = workspaceOf(edge.from) !== workspaceOf(file)
  // A worker or a child process is named by its file; only modules have package names.
  if (crosses && !edge.byPackageName && edge.via.kind !== 'url')
    faults.push(fault(edge, 'address', 'another workspace is named by its package'))
  if (!crosses && edge.byPackageName)
    faults.push(fault(edge, 'address', 'one’s own workspace is named by a relative path'))
  return faults
}

function edgeFaults(edge: Edge): Fault[] {
  const from = zoneOf(edge.from)
  if (!from) return []
  if (edge.missing !== undefined) return [fault(edge, 'target', 'points to no file')]
  if (edge.file !== undefined) return fileFaults(edge, edge.file, from)
  const reason = edge.package === undefined ? undefined : packageFault(from, edge.package)
  return reason ? [fault(edge, 'package', reason)] : []
}

function moduleFaults(module: Module): Fault[] {
  const zone = zoneOf(module.path)
  const at = module.path
  const faults: Fault[] = module.errors.map((text) => ({ at, rule: 'syntax', text }))
  if (!zone) return [...faults, { at, rule: 'room', text: 'lies in no room of the house' }]
  if (module.onlyReexports) faults.push({ at, rule: 'barrel', text: 'holds nothing but re-exports' })
  if (zone.role === 'door') {
    if (module.reexports)
      faults.push({ at, rule: 'door', text: 'a door offers functions, it does not re-export' })
    if (module.doorFunctions > DOOR_LIMIT) {
      faults.push({
        at,
        rule: 'door',
        text: `a door has at most ${DOOR_LIMIT} functions, this one ${module.doorFunctions}`,
      })
    }
  }
  if (zone.role !== 'test' && zone.kind !== 'tools') {
    for (const line of module.unknownTargets) {
      faults.push({
        at: `${at}:${line}`,
        rule: 'computed',
        text: 'a computed import cannot be checked: name the file',
      })
    }
  }
  return faults
}

/** Parts of the platform that only compute: a rule may fail with a code and ask for a right. */
const PURE_PLATFORM = new Set(['server/src/platform/errors.ts', 'server/src/platform/rights.ts'])

/** Files whose import makes a `.rules.ts` impure; the shape of a row of one's own domain is no more than a shape. */
function impureFile(edge: Edge, path: string, home: Zone): boolean {
  const zone = zoneOf(path)
  if (!zone) return false
  if (PURE_PLATFORM.has(path)) return false
  if (home.kind === 'domain' && (zone.kind === 'platform' || zone.kind === 'compose')) return true
  if (edge.via.kind === 'type' && zone.name === home.name) return false
  return zone.role === 'store' || zone.role === 'read' || zone.role === 'routes' || zone.role === 'door'
}

function impure(edge: Edge, home: Zone): boolean {
  if (edge.file) return impureFile(edge, edge.file, home)
  return edge.package !== undefined && impurePackage(edge.package, edge.via.names)
}

function ruleFaults(start: Module, home: Zone, outgoing: Map<string, Edge[]>): Fault[] {
  const seen = new Set([start.path])
  const queue = [start.path]
  const faults: Fault[] = []
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    for (const edge of outgoing.get(path) ?? []) {
      if (impure(edge, home)) {
        const text = `rules are pure: reaches ${edge.file ?? edge.package ?? ''} through ${path}`
        faults.push({ at: start.path, rule: 'pure', text })
      } else if (edge.file && edge.via.kind !== 'type' && !seen.has(edge.file)) {
        seen.add(edge.file)
        queue.push(edge.file)
      }
    }
  }
  return faults
}

function pureFaults(graph: Graph): Fault[] {
  const outgoing = Map.groupBy(graph.edges, (edge) => edge.from)
  return [...graph.modules.values()].flatMap((module) => {
    const zone = zoneOf(module.path)
    return zone?.role === 'rules' ? ruleFaults(module, zone, outgoing) : []
  })
}

function sizeFaults(root: string, graph: Graph, least: typeof LEAST): Fault[] {
  const { size } = graph.modules
  const faults: Fault[] = []
  const say = (text: string) => faults.push({ at: 'repository', rule: 'read', text })
  if (size < least.modules)
    say(`read ${size} modules, expected at least ${least.modules}: the reader is broken`)
  if (graph.edges.length < size * least.edgesPerModule)
    say(`read only ${graph.edges.length} imports in ${size} modules`)
  const read = new Set(graph.modules.keys())
  for (const workspace of WORKSPACES) {
    const unread = globSync(`${workspace}/src/**/*.{ts,tsx}`, { cwd: root }).filter(
      (path) => !read.has(path) && !path.includes('/fixtures/') && !path.endsWith('.d.ts'),
    )
    if (unread.length > 0) say(`did not read ${unread.length} files of ${workspace}, such as ${unread[0]}`)
  }
  return faults
}

function excused(edge: Edge, exceptions: readonly ArrowException[]): boolean {
  return exceptions.some((item) => item.from === edge.from && item.to === edge.file)
}

/** An exception that excuses nothing any more has to go. */
function staleFaults(graph: Graph, exceptions: readonly ArrowException[]): Fault[] {
  return exceptions
    .filter((item) => !graph.edges.some((edge) => excused(edge, [item]) && edgeFaults(edge).length > 0))
    .map((item) => ({ at: item.from, rule: 'exception', text: `excuses nothing: remove it (${item.to})` }))
}

/** What the architecture allows today. */
const TODAY = {
  exceptions: EXCEPTIONS,
  rooms: ROOM_ORDER,
  testkit: TESTKIT_INNER_IMPORTS,
  pairs: FOLDER_PAIRS,
}
interface Allowed {
  exceptions: readonly ArrowException[]
  rooms: Readonly<Record<string, readonly string[]>>
  /** Inner files of domains that the testkit imports. */
  testkit: number
  /** Folders that may import each other, with the reason. */
  pairs?: Readonly<Record<string, string>>
}

/** Reads the repository at `root` and lists every import that the architecture does not allow. */
export function checkArrows(
  root: string,
  least: typeof LEAST = LEAST,
  { exceptions, rooms, testkit, pairs = {} }: Allowed = TODAY,
): Report {
  const graph = readGraph(root)
  const cycles = findCycles(graph).map((group) => ({
    at: group[0] ?? '',
    rule: 'cycle',
    text: `files import each other in a circle: ${group.join(' → ')}`,
  }))
  const faults = [
    ...sizeFaults(root, graph, least),
    ...[...graph.modules.values()].flatMap(moduleFaults),
    ...graph.edges.filter((edge) => !excused(edge, exceptions)).flatMap(edgeFaults),
    ...staleFaults(graph, exceptions),
    ...pureFaults(graph),
    ...testkitFaults(graph.edges, testkit),
    ...roomFaults(graph.edges, graph.modules.keys(), rooms),
    ...pairFaults(graph.edges, pairs),
    ...cycles,
  ]
  return { modules: graph.modules.size, edges: graph.edges.length, faults }
}
