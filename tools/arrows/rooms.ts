import type { Edge } from './graph.ts'

/**
 * The rooms inside the large domains, lowest first: a room imports those before it. Files that lie directly in a domain's folder
 * (doors, routes, migrations) come last.
 */
export const ROOM_ORDER: Readonly<Record<string, readonly string[]>> = {
  'server/src/domains/records': [
    'model',
    'filters',
    'computed',
    'versions',
    'case-fields',
    'indexing',
    'reference-fields',
    'file-fields',
    'writing',
    'reading',
    'case',
    'links',
    'files',
    'permissions',
    'comments',
    'history',
    'merge',
    'promote',
    'search',
    'feed',
    'steps',
    'tables',
    'job-state',
    'archive',
    'jobs',
  ],
  'server/src/domains/automation': [
    'gate',
    'sharing',
    'directory',
    'notices',
    'registry',
    'expressions',
    'playbooks',
    'run-model',
    'causes',
    'intake',
    'assets',
    'effects',
    'connectors',
    'state',
    'statements',
    'waits',
    'runs',
    'components',
    'approvals',
    'deliveries',
    'hooks',
    'schedules',
    'polls',
    'mail',
    'triggers',
    'actions',
    'operations',
    'publishing',
    'bulk-reruns',
    'testing',
  ],
}

/** Imports against the order that exist today, counted as `room > room`. Counts shrink or go; none grows. */
export type UpwardImports = Readonly<Record<string, Readonly<Record<string, number>>>>

export interface RoomFault {
  at: string
  rule: 'rooms'
  text: string
}

const LOBBY = '(top)'

function roomOf(domain: string, path: string): string | undefined {
  if (!path.startsWith(`${domain}/`) || /\.(test|deep)\.tsx?$/.test(path)) return undefined
  const [first = '', ...rest] = path.slice(domain.length + 1).split('/')
  return rest.length > 0 ? first : LOBBY
}

function upward(domain: string, rooms: readonly string[], edges: readonly Edge[]) {
  const rank = (room: string) => (room === LOBBY ? rooms.length : rooms.indexOf(room))
  return edges.flatMap((edge) => {
    const from = roomOf(domain, edge.from)
    const to = edge.file === undefined ? undefined : roomOf(domain, edge.file)
    if (from === undefined || to === undefined || rank(to) <= rank(from)) return []
    return [{ pair: `${from} > ${to}`, at: `${edge.from}:${edge.via.line}`, to: edge.file ?? '' }]
  })
}

/** Rooms that no order knows, more upward imports than allowed, and allowances that are higher than needed. */
export function roomFaults(
  edges: readonly Edge[],
  paths: Iterable<string>,
  allowed: UpwardImports,
  order: Readonly<Record<string, readonly string[]>> = ROOM_ORDER,
): RoomFault[] {
  const files = [...paths]
  return Object.entries(order).flatMap(([domain, rooms]) => {
    const unknown = new Set(files.flatMap((path) => roomOf(domain, path) ?? []))
    const strangers = [...unknown]
      .filter((room) => room !== LOBBY && !rooms.includes(room))
      .map((room) => ({
        at: `${domain}/${room}`,
        rule: 'rooms' as const,
        text: 'has no place in the order of rooms',
      }))
    const found = Map.groupBy(upward(domain, rooms, edges), ({ pair }) => pair)
    const limits = allowed[domain] ?? {}
    const over = [...found].flatMap(([pair, items]) =>
      items.length <= (limits[pair] ?? 0)
        ? []
        : items.map(({ at, to }) => ({
            at,
            rule: 'rooms' as const,
            text: `imports a higher room (${pair}, ${items.length} of ${limits[pair] ?? 0} allowed): ${to}`,
          })),
    )
    const stale = Object.entries(limits)
      .filter(([pair, count]) => count > (found.get(pair)?.length ?? 0))
      .map(([pair, count]) => ({
        at: domain,
        rule: 'rooms' as const,
        text: `allows ${count} imports ${pair}, there are ${found.get(pair)?.length ?? 0}: lower it`,
      }))
    return [...strangers, ...over, ...stale]
  })
}

/** The upward imports of each domain, counted as the allowances are. */
export function countUpward(
  edges: readonly Edge[],
  order: Readonly<Record<string, readonly string[]>> = ROOM_ORDER,
): Record<string, Record<string, number>> {
  return Object.fromEntries(
    Object.entries(order).map(([domain, rooms]) => {
      const counts: Record<string, number> = {}
      for (const { pair } of upward(domain, rooms, edges)) counts[pair] = (counts[pair] ?? 0) + 1
      return [domain, Object.fromEntries(Object.entries(counts).toSorted(([a], [b]) => a.localeCompare(b)))]
    }),
  )
}
