import { appDeletion } from './app-deletion.ts'
import { applets } from './applets.ts'
import { appImages } from './app-images.ts'
import { appLifecycle } from './app-lifecycle.ts'
import { approvals } from './approvals.ts'
import { assistant } from './assistant.ts'
import { assistantModels } from './assistant-models.ts'
import { mcp } from './mcp.ts'
import { assets } from './assets.ts'
import { builder } from './builder.ts'
import { connectors } from './connectors.ts'
import { content } from './content.ts'
import { directory } from './directory.ts'
import { attackEvents } from './attack-events.ts'
import { comments } from './comments.ts'
import { files } from './files.ts'
import { home } from './home.ts'
import { jobs } from './jobs.ts'
import { mainJob } from './main-job.ts'
import { merge } from './merge.ts'
import { occurrences } from './occurrences.ts'
import { onCall } from './on-call.ts'
import { promote } from './promote.ts'
import { workflowRuns } from './workflow-runs.ts'
import { reports } from './reports.ts'
import { search } from './search.ts'
import { recordApi } from './record-api.ts'
import { recordLinks } from './record-links.ts'
import { recordRights } from './record-rights.ts'
import { signIn } from './sign-in.ts'
import { sso } from './sso.ts'
import { telemetry } from './telemetry.ts'
import { observableLookups } from './observable-lookups.ts'
import { observables } from './observables.ts'
import { observableLists } from './observable-lists.ts'
import { tables } from './tables.ts'
import { tasks } from './tasks.ts'
import { tenancyAdmin } from './tenancy-admin.ts'
import { triggers } from './triggers.ts'
import type { Area } from './types.ts'
import { warningLists } from './warning-lists.ts'
import { workspaces } from './workspaces.ts'

/** One area per contract module that brings its routes; `aContractWorld` prepares each of them for its residents. */
export const AREAS: readonly Area[] = [
  mainJob,
  appDeletion,
  applets,
  appLifecycle,
  appImages,
  approvals,
  triggers,
  builder,
  // Takes the component of the area before, and the residents as their own users: others name people of theirs.
  assistant,
  assistantModels,
  mcp,
  signIn,
  sso,
  telemetry,
  tenancyAdmin,
  directory,
  workspaces,
  home,
  tasks,
  observables,
  observableLookups,
  warningLists,
  recordRights,
  recordLinks,
  merge,
  occurrences,
  files,
  attackEvents,
  comments,
  search,
  reports,
  assets,
  tables,
  observableLists,
  onCall,
  connectors,
  content,
  // Last: others publish the app without its promotions.
  promote,
  workflowRuns,
  jobs,
  recordApi,
]

export const GOOD: Area['good'] = Object.assign({}, ...AREAS.map((area) => area.good))
export const OTHER_STATUS: Record<string, number[]> = Object.assign(
  {},
  ...AREAS.map((area) => area.otherStatus ?? {}),
)
export const USED_UP = new Set(AREAS.flatMap((area) => area.usedUp ?? []))
