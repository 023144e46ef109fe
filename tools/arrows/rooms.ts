import type { Edge } from './graph.ts'

/**
 * The rooms inside the contract and the larger domains, lowest first: a room imports those before it. Files that lie directly in a domain's folder
 * (doors, routes, migrations) come last.
 */
export const ROOM_ORDER: Readonly<Record<string, readonly string[]>> = {
  'contract/src': [
    'kernel',
    'values',
    'field-types',
    'filters',
    'records',
    'workspaces',
    'apps',
    'automation',
    'content',
    'assistant',
    'identity',
    'tenancy',
    'system',
  ],
  'server/src/domains/records': [
    'model',
    'filters',
    'computed',
    'versions',
    'warning-lists',
    'case-fields',
    'indexing',
    'reference-fields',
    'file-fields',
    'workflow',
    'correlation',
    'writing',
    'reading',
    'case',
    'lookups',
    'links',
    'files',
    'mail',
    'permissions',
    'comments',
    'attack-events',
    'presence',
    'history',
    'workflow-runs',
    'merge',
    'occurrences',
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
    'arrivals',
    'triggers',
    'tables',
    'actions',
    'operations',
    'saved-tests',
    'publishing',
    'bulk-reruns',
    'testing',
  ],
  'server/src/domains/identity': [
    'people',
    'sessions',
    'permissions',
    'notices',
    'lockout',
    'directory',
    'sign-in',
    'sso',
    'my-account',
  ],
  'server/src/domains/apps': ['definition', 'catalog', 'tables', 'reading', 'changes', 'applets'],
  'server/src/domains/assistant': [
    'asking',
    'help',
    'tools',
    'questions',
    'built-in',
    'providers',
    'mcp',
    'chat',
  ],
  'web/src/domains/identity': ['proofs', 'user', 'admin'],
  'web/src/domains/apps': [
    'model',
    'warning-lists',
    'draft',
    'linking',
    'workflow',
    'setup',
    'builder',
    'applets',
  ],
  'web/src/domains/apps/workflow': ['model', 'trial'],
  'web/src/domains/records': [
    'model',
    'presence',
    'runs',
    'logic',
    'testing',
    'files',
    'computed',
    'comments',
    'verdicts',
    'search',
    'permissions',
    'list',
    'split',
    'editors',
    'groups',
    'similar',
    'links',
    'case',
    'observables',
    'mail',
    'attack',
    'timeline',
    'filter',
    'promote',
    'rail',
    'buttons',
    'merge',
    'views',
    'quick',
    'saving',
    'board',
    'jobs',
  ],
  'web/src/domains/automation/builder': [
    'model',
    'expression',
    'samples',
    'parts',
    'canvas',
    'saved-tests',
    'test',
    'panel',
    'yaml',
  ],
  'web/src/domains/automation': [
    'shared',
    'graph',
    'approvals',
    'runs',
    'triggers',
    'assets',
    'tables',
    'connectors',
    'builder',
    'sources',
    'playbooks',
  ],
}

export interface RoomFault {
  at: string
  rule: 'rooms'
  text: string
}

const LOBBY = '(top)'

function roomOf(domain: string, path: string): string | undefined {
  if (!path.startsWith(`${domain}/`) || /\.(test|deep|fixture)\.tsx?$/.test(path)) return undefined
  const [first = '', ...rest] = path.slice(domain.length + 1).split('/')
  return rest.length > 0 ? first : LOBBY
}

/** Imports of higher rooms, and rooms that no order knows. */
export function roomFaults(
  edges: readonly Edge[],
  paths: Iterable<string>,
  order: Readonly<Record<string, readonly string[]>> = ROOM_ORDER,
): RoomFault[] {
  const files = [...paths]
  return Object.entries(order).flatMap(([domain, rooms]) => [
    ...unknownRooms(domain, rooms, files),
    ...edges.flatMap((edge) => upwardFault(domain, rooms, edge) ?? []),
  ])
}

function unknownRooms(domain: string, rooms: readonly string[], files: readonly string[]): RoomFault[] {
  return [...new Set(files.flatMap((path) => roomOf(domain, path) ?? []))]
    .filter((room) => room !== LOBBY && !rooms.includes(room))
    .map((room) => ({ at: `${domain}/${room}`, rule: 'rooms', text: 'has no place in the order of rooms' }))
}

function upwardFault(domain: string, rooms: readonly string[], edge: Edge): RoomFault | undefined {
  const rank = (room: string) => (room === LOBBY ? rooms.length : rooms.indexOf(room))
  const from = roomOf(domain, edge.from)
  const to = edge.file === undefined ? undefined : roomOf(domain, edge.file)
  if (from === undefined || to === undefined || rank(to) <= rank(from)) return undefined
  const text = `imports a higher room (${from} > ${to}): ${edge.file ?? ''}`
  return { at: `${edge.from}:${edge.via.line}`, rule: 'rooms', text }
}
