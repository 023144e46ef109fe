/** The one list of domains, lowest first: a domain imports only those before it. */
export const DOMAIN_ORDER = [
  'identity',
  'tenancy',
  'licensing',
  'apps',
  'records',
  'automation',
  'reporting',
  'workspaces',
  'content',
  'assistant',
  'installer',
] as const

export const WORKSPACES = [
  'contract',
  'playbook',
  'workflow',
  'connectors',
  'server',
  'web',
  'cli',
  'testkit',
  'e2e',
  'bench',
] as const

export type Role =
  | 'routes'
  | 'store'
  | 'read'
  | 'rules'
  | 'events'
  | 'door'
  | 'module'
  | 'queries'
  | 'migrations'
  | 'test'
  | 'plain'

export type ZoneKind =
  | 'contract'
  | 'playbook'
  | 'workflow'
  | 'connectors-kit'
  | 'connector'
  | 'compose'
  | 'launch'
  | 'platform'
  | 'field-types'
  | 'domain'
  | 'web-root'
  | 'web-shell'
  | 'web-data'
  | 'web-ui'
  | 'web-field-types'
  | 'web-domain'
  | 'web-gallery'
  | 'cli'
  | 'testkit'
  | 'e2e'
  | 'bench'
  | 'tools'

/** Where a file lives: its room, the room's name (domain, connector, platform part) and its role. */
export interface Zone {
  kind: ZoneKind
  name: string
  role: Role
}

const ROLES: readonly Role[] = [
  'routes',
  'store',
  'read',
  'rules',
  'events',
  'door',
  'module',
  'queries',
  'migrations',
]

function roleOf(file: string): Role {
  if (/\.(test|e2e|deep|fixture)\.tsx?$/.test(file)) return 'test'
  const suffix = /\.([a-z]+)\.tsx?$/.exec(file)?.[1]
  return ROLES.find((role) => role === suffix) ?? 'plain'
}

function serverRoom(parts: string[]): [ZoneKind, string] | undefined {
  const [first = '', second = ''] = parts
  if (first === 'platform') return ['platform', parts.length > 2 ? second : '']
  if (first === 'domains') return isDomain(second) && parts.length > 2 ? ['domain', second] : undefined
  if (first === 'field-types') return ['field-types', '']
  // Both work on a data folder as a whole, beside the product itself.
  if (first === 'launch' || first === 'operate') return ['launch', '']
  return parts.length === 1 || first === 'services' ? ['compose', ''] : undefined
}

function webRoom(parts: string[]): [ZoneKind, string] | undefined {
  const [first = '', second = ''] = parts
  if (parts.length === 1) return ['web-root', '']
  if (first === 'shell' || first === 'data' || first === 'ui' || first === 'gallery')
    return [`web-${first}`, '']
  if (first === 'field-types') return ['web-field-types', '']
  if (first === 'domains') return isDomain(second) && parts.length > 2 ? ['web-domain', second] : undefined
  return undefined
}

function room(path: string): [ZoneKind, string] | undefined {
  const [workspace = '', folder = '', ...parts] = path.split('/')
  if (workspace === 'tools') return ['tools', '']
  if (folder !== 'src') return workspace === 'web' ? ['web-root', ''] : undefined
  if (workspace === 'server') return serverRoom(parts)
  if (workspace === 'web') return webRoom(parts)
  if (workspace === 'connectors') {
    const [name = ''] = parts
    return parts.length > 1 && name !== 'kit' ? ['connector', name] : ['connectors-kit', '']
  }
  const flat = (['contract', 'playbook', 'workflow', 'cli', 'testkit', 'e2e', 'bench'] as const).find(
    (w) => w === workspace,
  )
  return flat ? [flat, ''] : undefined
}

export function isDomain(name: string): boolean {
  return DOMAIN_ORDER.some((domain) => domain === name)
}

/** The zone of a repository-relative path, or undefined when no room of the house holds it. */
export function zoneOf(path: string): Zone | undefined {
  const found = room(path)
  return found && { kind: found[0], name: found[1], role: roleOf(path) }
}
