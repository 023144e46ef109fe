import * as accounts from './accounts.ts'
import * as appDeletion from './app-deletion.ts'
import * as applets from './applets.ts'
import * as appLifecycle from './app-lifecycle.ts'
import * as apps from './apps.ts'
import * as approvals from './approvals.ts'
import * as assets from './assets.ts'
import * as assistant from './assistant.ts'
import * as assistantModels from './assistant-models.ts'
import * as mcp from './mcp.ts'
import * as automation from './automation.ts'
import * as builder from './builder.ts'
import * as comments from './comments.ts'
import * as connectors from './connectors.ts'
import * as directory from './directory.ts'
import * as factorExemption from './factor-exemption.ts'
import * as fieldChange from './field-change.ts'
import * as files from './files.ts'
import * as home from './home.ts'
import * as identity from './identity.ts'
import * as installer from './installer.ts'
import * as jobs from './jobs.ts'
import * as licensing from './licensing.ts'
import * as licensingAdmin from './licensing-admin.ts'
import * as mails from './mails.ts'
import * as notifications from './notifications.ts'
import * as observables from './observables.ts'
import * as passwordTokens from './password-tokens.ts'
import * as quotas from './quotas.ts'
import * as recordLinks from './record-links.ts'
import * as recordApi from './record-api.ts'
import * as recordRights from './record-rights.ts'
import * as merge from './merge.ts'
import * as promote from './promote.ts'
import * as records from './records.ts'
import * as reports from './reports.ts'
import type { AnyRoute } from './route.ts'
import * as runControl from './run-control.ts'
import * as search from './search.ts'
import * as signIn from './sign-in.ts'
import * as sso from './sso.ts'
import * as system from './system.ts'
import * as tasks from './tasks.ts'
import * as telemetry from './telemetry.ts'
import * as tenancy from './tenancy.ts'
import * as tenancyAdmin from './tenancy-admin.ts'
import * as triggers from './triggers.ts'
import * as workflowRuns from './workflow-runs.ts'
import * as workspaces from './workspaces.ts'

/** Every route of the product by its name. A route that isn’t listed here isn’t served. */
export const ROUTES = {
  ...routesOf(system),
  ...routesOf(telemetry),
  ...routesOf(identity),
  ...routesOf(signIn),
  ...routesOf(directory),
  ...routesOf(mails),
  ...routesOf(notifications),
  ...routesOf(passwordTokens),
  ...routesOf(sso),
  ...routesOf(tenancy),
  ...routesOf(tenancyAdmin),
  ...routesOf(quotas),
  ...routesOf(accounts),
  ...routesOf(licensing),
  ...routesOf(licensingAdmin),
  ...routesOf(installer),
  ...routesOf(apps),
  ...routesOf(appDeletion),
  ...routesOf(applets),
  ...routesOf(appLifecycle),
  ...routesOf(factorExemption),
  ...routesOf(fieldChange),
  ...routesOf(files),
  ...routesOf(comments),
  ...routesOf(records),
  ...routesOf(observables),
  ...routesOf(tasks),
  ...routesOf(merge),
  ...routesOf(promote),
  ...routesOf(workflowRuns),
  ...routesOf(recordLinks),
  ...routesOf(recordRights),
  ...routesOf(search),
  ...routesOf(jobs),
  ...routesOf(recordApi),
  ...routesOf(automation),
  ...routesOf(runControl),
  ...routesOf(assets),
  ...routesOf(connectors),
  ...routesOf(builder),
  ...routesOf(approvals),
  ...routesOf(triggers),
  ...routesOf(reports),
  ...routesOf(workspaces),
  ...routesOf(home),
  ...routesOf(assistant),
  ...routesOf(assistantModels),
  ...routesOf(mcp),
} satisfies Record<string, AnyRoute>

function routesOf(module: object): Record<string, AnyRoute> {
  return Object.fromEntries(
    Object.entries(module).filter((entry): entry is [string, AnyRoute] => isRoute(entry[1])),
  )
}

function isRoute(value: unknown): value is AnyRoute {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'summary' in value
  )
}
