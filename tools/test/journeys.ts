/**
 * What each journey is about, as names of folders and files of the sources. Every journey starts the whole product, so the graph
 * leads from everything to all of them: a change runs those first that are about it.
 */
const ABOUT: Record<string, readonly string[]> = {
  accessibility: ['ui', 'theme', 'frame', 'grid'],
  accounts: ['accounts', 'tenancy', 'admin'],
  administration: ['admin', 'directory', 'tenancy', 'licensing', 'audit', 'quotas'],
  'app-builder': ['apps', 'builder', 'app-file'],
  'app-setup': ['setup', 'promote', 'archive', 'lifecycle', 'record-templates'],
  applets: ['applets', 'linking', 'three-way'],
  approvals: ['approvals', 'waits', 'statements', 'statement'],
  assets: ['assets', 'connectors', 'openapi', 'mcp', 'secrets'],
  'attack-events': ['attack', 'attack-events'],
  observables: ['observables', 'verdicts', 'lookups'],
  'observable-lists': ['observables', 'tables', 'arrivals', 'assets', 'components', 'lookups'],
  canvas: ['canvas', 'content', 'flags'],
  catalog: ['catalog', 'library', 'content'],
  board: ['board', 'groups', 'quick', 'reports'],
  'case-fields': ['case', 'case-fields', 'observables', 'tasks', 'clocks'],
  'cold-cache': ['shell', 'frame'],
  'computed-fields': ['computed', 'computed-fields', 'fields'],
  crash: ['durable', 'engine', 'runs', 'launch'],
  content: ['content'],
  dashboards: ['reporting', 'workspaces', 'dashboards'],
  'demo-activity': ['installer', 'activity'],
  'every-type': ['fields', 'every-type', 'formats', 'types'],
  'field-saves': ['saving', 'quick', 'records', 'editors'],
  'field-types': ['fields', 'formats', 'filter', 'filters', 'types'],
  'files-and-comments': ['files', 'comments', 'rich-text'],
  'first-load': ['shell', 'telemetry'],
  'form-expressions': ['expression', 'workflow'],
  'form-logic': ['workflow', 'logic', 'trial'],
  'hero-ai-more': ['assistant', 'questions', 'built-in'],
  'hero-ai': ['assistant', 'tools', 'components'],
  'hero-models': ['assistant', 'providers', 'mcp'],
  home: ['home', 'my-work'],
  homepages: ['home', 'home-pages'],
  jobs: ['jobs', 'merge', 'promote', 'archive'],
  layouts: ['layout', 'blocks', 'trial', 'formats', 'builder'],
  license: ['licensing', 'licensing-admin', 'license-file'],
  lists: ['grid', 'filter', 'filters', 'views', 'search', 'reading', 'indexing', 'reports'],
  'longer-texts': ['text', 'ui', 'frame', 'theme'],
  mail: ['mail', 'mail-file', 'files'],
  'main-job': ['records', 'installer', 'writing', 'runs'],
  notifications: ['notices', 'notifications', 'user'],
  'on-call': ['on-call', 'home-pages', 'writing', 'installer'],
  'planted-secrets': ['secrets', 'gate', 'assets'],
  'playbook-builder': ['builder', 'canvas', 'graph', 'playbooks', 'yaml'],
  'playbook-panel': ['panel', 'expression', 'expressions', 'schema-form'],
  'playbook-tests': ['saved-tests', 'testing', 'builder', 'canvas'],
  'record-rights': ['permissions', 'record-rights', 'rights', 'sharing'],
  references: ['links', 'record-links', 'reference'],
  restore: ['operate', 'embedded', 'backup'],
  'run-control': ['runs', 'operations', 'run-control', 'gate', 'bulk-reruns'],
  shell: ['shell', 'frame', 'installer', 'home', 'guards', 'data'],
  'sign-in': ['identity', 'sign-in', 'user', 'notifications', 'password-tokens'],
  'similar-alerts': ['correlation', 'occurrences', 'similar', 'reading'],
  'single-sign-on': ['sso'],
  'table-conditions': ['tables', 'workflow', 'logic', 'trial'],
  'table-rows': ['tables'],
  tables: ['tables'],
  timeline: ['timeline', 'history'],
  tracing: ['telemetry', 'tracing'],
  triage: ['quick', 'shortcuts', 'pick', 'list'],
  'connect-source': ['sources', 'source-mapping'],
  triggers: ['triggers', 'mail', 'scheduling', 'causes'],
  vulnerability: ['apps', 'workflow', 'applets', 'logic', 'runs', 'builder'],
}

/** Where no journey is about a changed file, or several are: those of its domain come before all others. */
const OF_DOMAIN: Record<string, readonly string[]> = {
  identity: ['sign-in', 'notifications', 'single-sign-on', 'accounts', 'administration'],
  tenancy: ['accounts', 'administration'],
  licensing: ['license', 'administration'],
  apps: [
    'app-builder',
    'vulnerability',
    'form-logic',
    'form-expressions',
    'table-conditions',
    'app-setup',
    'applets',
    'layouts',
    'every-type',
    'field-types',
  ],
  records: [
    'main-job',
    'lists',
    'triage',
    'record-rights',
    'references',
    'case-fields',
    'attack-events',
    'computed-fields',
    'files-and-comments',
    'jobs',
    'every-type',
    'field-types',
    'field-saves',
  ],
  automation: [
    'run-control',
    'triggers',
    'connect-source',
    'approvals',
    'assets',
    'playbook-builder',
    'playbook-panel',
    'playbook-tests',
    'planted-secrets',
    'crash',
  ],
  reporting: ['dashboards', 'lists'],
  workspaces: ['dashboards', 'home', 'homepages', 'shell'],
  content: ['content', 'catalog', 'accessibility', 'longer-texts'],
  assistant: ['hero-ai', 'hero-ai-more', 'hero-models'],
  installer: ['main-job', 'demo-activity', 'shell'],
}

/** Journeys that have a line above. */
export const JOURNEYS = Object.keys(ABOUT)

/** Journeys that a domain names. */
export const JOURNEYS_OF_DOMAINS = [...new Set(Object.values(OF_DOMAIN).flat())]

/** How close a journey (`e2e/src/jobs.e2e.ts`) is to what one of these files holds; `product` if only by starting it all. */
export function closeness(journey: string, changed: readonly string[]): 'about' | 'domain' | 'product' {
  const name = /([\w-]+)\.e2e\.ts$/.exec(journey)?.[1] ?? ''
  const words = new Set(changed.flatMap((path) => path.split(/[/.]/)))
  if ([name, ...(ABOUT[name] ?? [])].some((word) => words.has(word))) return 'about'
  const domains = Object.keys(OF_DOMAIN).filter((domain) => words.has(domain))
  return domains.some((domain) => OF_DOMAIN[domain]?.includes(name)) ? 'domain' : 'product'
}
