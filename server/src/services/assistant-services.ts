import { fileURLToPath } from 'node:url'
import { QUESTIONS } from '../domains/assistant/ask.ts'
import type { AssistantDeps } from '../domains/assistant/assistant-deps.ts'
import { createBuiltInAnswerer } from '../domains/assistant/built-in/built-in-answerer.ts'
import { readHelp } from '../domains/assistant/built-in/help-pages.ts'
import { assistantTools } from '../domains/assistant/tools/assistant-tools.ts'
import type { AssistantTool } from '../domains/assistant/tools/tool.ts'
import type { ToolDeps } from '../domains/assistant/tools/tool-deps.ts'
import { readStepValue } from '../domains/automation/runs/get-run.ts'
import { listApprovals } from '../domains/automation/approvals/approvals.read.ts'
import { problemsOf } from '../domains/automation/publishing/playbooks.read.ts'
import { principalsIn } from '../domains/identity/list-principals.ts'
import { listTenantUsers } from '../domains/identity/list-tenant-users.ts'
import { getPerson } from '../domains/identity/person.store.ts'
import { listTasks } from '../domains/records/case/list-tasks.ts'
import { listComments } from '../domains/records/comments/list-comments.ts'
import { explainAccess } from '../domains/records/permissions/explain-access.ts'
import { searchEverywhere } from '../domains/records/search/search-everywhere.ts'
import { dashboardsWithWidgets } from '../domains/workspaces/read-dashboards.ts'
import { may } from '@caseloom/contract/permissions'
import { modelAnswerer } from './model-services.ts'
import type { Services } from '../services.ts'
import type { SystemScope } from '../platform/database/types.ts'
import { createThrottle } from '../platform/http/throttle.ts'

const HELP = fileURLToPath(new URL('../../../docs/help', import.meta.url))
/** Of a record's thread so many comments are read, of which the newest are told. */
const MAX_COMMENTS = 100

/** What the tools of the assistant ask: the doors, and use cases that no domain but the assistant needs. */
function toolDeps(house: Services): ToolDeps {
  const { automationParts: parts, tenancy, system } = house
  const isDone = (name: string) => parts.actions.has(name) || parts.listens?.has(name) === true
  return {
    ...house,
    flags: tenancy.flags,
    help: readHelp(HELP),
    findEverywhere: (scope, actor, command) => searchEverywhere(house, scope, actor, command),
    comments: (scope, actor, place) => listComments(house, scope, actor, { ...place, limit: MAX_COMMENTS }),
    why: (scope, actor, command) => explainAccess(house, scope, actor, command),
    directory: async (actor, place) => ({
      people: await listTenantUsers({ system }, actor, place),
      groups: (await principalsIn({ system }, place)).groups,
    }),
    tasks: (scope, actor, command) => listTasks(house, scope, actor, command),
    approvals: (scope, actor, query) => listApprovals(house, scope, actor, query),
    places: async (scope, actor) => ({
      dashboards: may(actor, 'dashboard:read') ? await dashboardsWithWidgets(scope, actor) : [],
      workspaces: may(actor, 'workspace:read') ? await house.workspaces.listWorkspaces(scope, actor) : [],
      views: may(actor, 'report:read') ? await house.reporting.listReports(scope, actor) : [],
    }),
    actions: async (scope) => (await parts.connectors?.catalogue.list(scope, isDone)) ?? [],
    problems: (scope, document) => problemsOf(parts, scope, document),
    stepOutput: (scope, actor, wanted) => readStepValue(parts, scope, actor, { ...wanted, side: 'output' }),
  }
}

/** What the assistant works with: the doors, each asked as the person who asks. */
export function assistantServices(
  house: Services,
): AssistantDeps & { system: SystemScope; tools: readonly AssistantTool[] } {
  const { automation, tenancy, system, log } = house
  const deps = toolDeps(house)
  const tools = assistantTools(deps)
  return {
    tools,
    answerer: modelAnswerer(house, {
      tools,
      builtIn: createBuiltInAnswerer(deps),
    }),
    questions: createThrottle(system, QUESTIONS),
    flags: tenancy.flags,
    runComponent: automation.runComponent,
    runState: automation.runState,
    emailOf: async (personId) => (await system.read((tx) => getPerson(tx, personId)))?.email ?? '',
    system,
    log,
  }
}
