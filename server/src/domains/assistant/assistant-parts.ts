import { may } from '@caseloom/contract/kernel/permissions'
import { fileURLToPath } from 'node:url'
import type { SystemScope } from '../../platform/database/types.ts'
import { createThrottle } from '../../platform/http/throttle.ts'
import type { Platform } from '../../platform/foundation/platform.ts'
import { QUESTIONS } from './chat/ask.ts'
import type { AssistantDeps } from './asking/assistant-deps.ts'
import type { AssistantNeeds } from './assistant-needs.ts'
import { createBuiltInAnswerer } from './built-in/built-in-answerer.ts'
import { readHelp } from './help/help-pages.ts'
import { modelAnswerer } from './model-parts.ts'
import { assistantTools } from './tools/assistant-tools.ts'
import type { ToolDeps } from './tools/tool-deps.ts'
import type { AssistantTool } from './tools/tool.ts'

const HELP = fileURLToPath(new URL('../../../../docs/help', import.meta.url))
/** Of a record's thread so many comments are read; the newest of them are shown. */
const MAX_COMMENTS = 100

/** What the assistant works with: the doors, each asked as the person who asks. */
export function assistantParts(
  platform: Platform,
  needs: AssistantNeeds,
): AssistantDeps & { system: SystemScope; tools: readonly AssistantTool[] } {
  const { system, log } = platform
  const deps = toolDeps(needs)
  const tools = assistantTools(deps)
  const builtIn = createBuiltInAnswerer(deps)
  return {
    tools,
    answerer: modelAnswerer(platform, needs, { tools, builtIn }),
    questions: createThrottle(system, QUESTIONS),
    flags: needs.flags,
    runComponent: needs.automation.runComponent,
    runState: needs.automation.runState,
    emailOf: needs.directory.emailOf,
    system,
    log,
  }
}

function toolDeps(needs: AssistantNeeds): ToolDeps {
  const { directory, workspaces, reporting } = needs
  return {
    ...needs,
    help: readHelp(HELP),
    comments: (scope, actor, place) => needs.comments(scope, actor, { ...place, limit: MAX_COMMENTS }),
    names: directory.names,
    directory: async (actor, place) => ({
      people: await directory.users(actor, place),
      groups: (await directory.principals(place)).groups,
    }),
    places: async (scope, actor) => ({
      dashboards: may(actor, 'dashboard:read') ? await needs.dashboardsWithWidgets(scope, actor) : [],
      workspaces: may(actor, 'workspace:read') ? await workspaces.listWorkspaces(scope, actor) : [],
      views: may(actor, 'report:read') ? await reporting.listReports(scope, actor) : [],
    }),
  }
}
