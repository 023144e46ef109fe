import type { RunSummary, RunView } from '@caseloom/contract/automation/automation'
import type { ActionView, ComponentView } from '@caseloom/contract/automation/builder'
import type { FeatureFlags } from '@caseloom/contract/identity/identity'
import { PlaybookId, RunId } from '@caseloom/contract/kernel/ids'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { builtInActions } from '@caseloom/playbook/actions'
import { validatePlaybook } from '@caseloom/playbook/validate'
import { type HelpIndex, readHelp } from '@caseloom/server/domains/assistant/help/help-pages'
import type { NamedPlaces, ToolDeps } from '@caseloom/server/domains/assistant/tools/tool-deps'
import { explainAccess } from '@caseloom/server/domains/records/permissions/explain-access'
import { fail } from '@caseloom/server/platform/errors'
import { newId } from '@caseloom/server/platform/uuid'
import { fileURLToPath } from 'node:url'
import { findEverywhere } from './find-everywhere.ts'
import type { RecordsFixture } from './records-fixture.ts'

export const FLAGS: FeatureFlags = {
  HomePage: true,
  ClassicContent: true,
  SolutionBuilder: true,
  MultiTenant: true,
  AiComponentExecution: true,
  OnPremInstall: true,
  HeroAi: true,
}

let help: HelpIndex | undefined
function helpPages(): HelpIndex {
  help ??= readHelp(fileURLToPath(new URL('../../docs/help', import.meta.url)))
  return help
}

/** What automation would give. */
export interface StandIn {
  components?: readonly ComponentView[]
  run?: RunSummary | RunView
  /** Outputs of the run's steps by path. */
  outputs?: ReadonlyMap<string, JsonValue>
  /** Comments under every record. */
  comments?: readonly string[]
  flags?: Partial<FeatureFlags>
  /** Dashboards, workspaces and saved views. */
  places?: Partial<NamedPlaces>
  /** People of the tenant. */
  people?: readonly { id: string; name: string }[]
}

/** What tools and the built-in answerer ask: real apps and records, and a stand-in for automation. */
export function toolDeps(
  { apps, records }: Pick<RecordsFixture, 'apps' | 'records'>,
  given: StandIn = {},
): ToolDeps {
  const { components = [], run, outputs, comments = [], people = [] } = given
  return {
    help: helpPages(),
    flags: async () => ({ ...FLAGS, ...given.flags }),
    apps,
    records,
    automation: {
      listComponents: async () => [...components],
      listPlaybooks: async () => [],
      listRuns: async () => ({ items: run === undefined ? [] : [run], next: null }),
      getRun: async () => {
        if (run === undefined) throw fail('resource.not_found')
        return wholeRun(run)
      },
    },
    findEverywhere: findEverywhere(apps),
    comments: async () => ({ items: comments.map((body) => commentOf(body)), total: comments.length }),
    why: (scope, actor, command) =>
      explainAccess(
        {
          apps,
          people: {
            principals: async () => ({ users: [], groups: [], roles: [] }),
            actors: async () => [],
          },
        },
        scope,
        actor,
        command,
      ),
    names: async () => new Map(people.map(({ id, name }) => [id, name])),
    directory: async () => ({ people: [...people], groups: [] }),
    tasks: async () => ({ items: [], next: null }),
    approvals: async () => ({ items: [], next: null }),
    places: async () => ({ dashboards: [], workspaces: [], views: [], ...given.places }),
    actions: async () => [...ACTIONS],
    problems: async (_scope, document) => {
      const verdict = validatePlaybook(document)
      return verdict.ok ? [] : verdict.issues
    },
    stepOutput: async (_scope, _actor, { path }) => {
      const value = outputs?.get(path)
      if (value === undefined) throw fail('resource.not_found')
      return { value }
    },
  }
}

function commentOf(body: string) {
  return {
    body,
    at: new Date(0).toISOString(),
    by: { kind: 'user' as const, id: null, name: 'Someone' },
  } as Awaited<ReturnType<ToolDeps['comments']>>['items'][number] // the tools look at nothing else
}

/** The run with nothing on its page besides the summary. */
export function wholeRun(run: RunSummary | RunView): RunView {
  if ('steps' in run) return run
  const can = { data: true, cancel: false, rerun: false }
  const over = {
    document: {},
    steps: [],
    records: [],
    output: null,
    cancel: null,
    keptUntil: null,
    databaseWait: null,
    cause: null,
    loopStops: [],
    reruns: [],
    redelivery: null,
    can,
  }
  return { ...run, ...over }
}

const ACTIONS: readonly ActionView[] = [...builtInActions.values()].map((spec) => ({
  name: spec.name,
  title: spec.title,
  description: spec.description ?? null,
  kind: spec.kind,
  connector: null,
  input: {},
  output: null,
  lazy: [],
  required: [...(spec.required ?? [])],
  local: spec.local ?? null,
  asset: spec.asset ?? null,
  timeoutMs: 60_000,
}))

export function aComponent(title: string, over: Partial<ComponentView> = {}): ComponentView {
  return {
    playbookId: PlaybookId.parse(newId()),
    key: 'some',
    title,
    description: null,
    version: 1,
    inputs: {
      type: 'object',
      properties: { host: { type: 'string', title: 'Host name' } },
      required: ['host'],
    },
    heroAi: true,
    confirm: false,
    looksUp: [],
    can: { run: true },
    ...over,
  }
}

/** A run that failed with this message. */
export function aFailedRun(message: string): RunSummary {
  return {
    id: RunId.parse(newId()),
    number: 7,
    playbook: { id: PlaybookId.parse(newId()), key: 'p', title: message, version: 1 },
    state: 'failed',
    trigger: { key: 'hook', kind: 'webhook', deliveryId: null },
    startedAt: new Date(0).toISOString(),
    endedAt: null,
    error: { code: 'x', message },
    test: false,
    rerunOf: null,
    loopStopped: false,
  }
}
