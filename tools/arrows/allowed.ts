import { DOMAIN_ORDER, type Zone, type ZoneKind } from './zones.ts'

const WEB: readonly ZoneKind[] = [
  'web-root',
  'web-shell',
  'web-data',
  'web-ui',
  'web-field-types',
  'web-domain',
  'web-gallery',
]

/** Rooms that a room may look into, apart from itself; the finer cases are below. */
const REACH: Record<ZoneKind, readonly ZoneKind[]> = {
  contract: [],
  playbook: ['contract'],
  workflow: ['contract', 'playbook'],
  'connectors-kit': ['contract'],
  connector: ['contract', 'connectors-kit'],
  platform: ['contract'],
  // What a type of field is knows no database, no clock, and no domain.
  'field-types': ['contract'],
  domain: ['platform', 'field-types', 'contract', 'playbook', 'workflow'],
  compose: [
    'contract',
    'playbook',
    'workflow',
    'connectors-kit',
    'connector',
    'platform',
    'field-types',
    'domain',
    'launch',
  ],
  launch: ['contract', 'platform'],
  'web-data': ['contract'],
  'web-ui': ['contract'],
  'web-field-types': ['web-data', 'web-ui', 'contract'],
  'web-domain': ['web-data', 'web-ui', 'web-field-types', 'contract', 'workflow'],
  'web-shell': ['web-data', 'web-ui', 'web-field-types', 'web-domain', 'contract'],
  'web-gallery': [...WEB, 'contract', 'playbook', 'workflow'],
  'web-root': [...WEB, 'contract'],
  cli: ['contract'],
  e2e: ['contract', 'testkit'],
  // Workloads start the product as tests do, and ship with it as little.
  bench: ['contract', 'workflow', 'testkit'],
  testkit: [
    'contract',
    'playbook',
    'workflow',
    'connectors-kit',
    'connector',
    'platform',
    'field-types',
    'domain',
    'compose',
    'launch',
    ...WEB,
  ],
  tools: [],
}

const USES_PLAYBOOK = new Set(['automation', 'apps'])

function rank(domain: string): number {
  return DOMAIN_ORDER.findIndex((name) => name === domain)
}

function domainFault(from: Zone, to: Zone): string | undefined {
  if (rank(to.name) > rank(from.name)) return `${from.name} lies below ${to.name} in the order of domains`
  // A test lays the tables of the domains below before its own.
  if (from.role === 'test' && to.role === 'migrations') return undefined
  return to.role === 'door' ? undefined : `another domain is entered by ${to.name}.door.ts only`
}

function sameRoom(from: Zone, to: Zone): boolean {
  return from.kind === to.kind && (from.name === to.name || from.kind === 'platform')
}

/** The answer of `namedFault` when names do not matter: the table of rooms decides. */
const UNNAMED = 'unnamed'

/** Arrows that the table of rooms cannot say: by name of the domain or the connector. */
function namedFault(from: Zone, to: Zone): string | undefined {
  if (from.kind === 'domain' && to.kind === 'domain') return domainFault(from, to)
  if (from.kind === 'web-domain' && to.kind === 'web-domain')
    return 'a web domain never imports another; the shell composes'
  if (from.kind === 'connector' && to.kind === 'connector') return 'a connector never imports another'
  if (to.kind === 'connectors-kit' && from.kind === 'domain') {
    return from.name === 'automation' ? undefined : 'only automation uses the connectors kit'
  }
  if (to.kind === 'playbook' && from.kind === 'web-domain') {
    return USES_PLAYBOOK.has(from.name)
      ? undefined
      : 'only automation and apps use the playbook package on the web'
  }
  return UNNAMED
}

/** Why a file in `from` may not import a file in `to`, or undefined when it may. */
export function arrowFault(from: Zone, to: Zone): string | undefined {
  if (sameRoom(from, to)) return undefined
  if (to.kind === 'testkit') {
    return from.role === 'test' || from.kind === 'e2e' || from.kind === 'bench'
      ? undefined
      : 'testkit is imported by tests only'
  }
  const named = namedFault(from, to)
  if (named !== UNNAMED) return named
  if (REACH[from.kind].includes(to.kind)) return undefined
  return `${describe(from)} may not import ${describe(to)}`
}

function describe(zone: Zone): string {
  if (zone.kind === 'domain') return `domain ${zone.name}`
  if (zone.kind === 'web-domain') return `web domain ${zone.name}`
  return zone.kind.replace('web-', 'web/')
}
