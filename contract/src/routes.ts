import * as accounts from './identity/accounts.ts'
import * as appDeletion from './apps/app-deletion.ts'
import * as appImages from './apps/app-images.ts'
import * as applets from './apps/applets.ts'
import * as appLifecycle from './apps/app-lifecycle.ts'
import * as appMembers from './apps/app-members.ts'
import * as apps from './apps/apps.ts'
import * as approvals from './automation/approvals.ts'
import * as assets from './automation/assets.ts'
import * as observableLists from './automation/observable-lists.ts'
import * as tables from './automation/tables.ts'
import * as assistant from './assistant/assistant.ts'
import * as assistantModels from './assistant/assistant-models.ts'
import * as canvas from './content/canvas.ts'
import * as catalog from './content/catalog.ts'
import * as packages from './content/packages.ts'
import * as mcp from './assistant/mcp.ts'
import * as attackEvents from './records/attack-events.ts'
import * as automation from './automation/automation.ts'
import * as hooks from './automation/hooks.ts'
import * as builder from './automation/builder.ts'
import * as comments from './records/comments.ts'
import * as connectors from './automation/connectors.ts'
import * as directory from './identity/directory.ts'
import * as factorExemption from './identity/factor-exemption.ts'
import * as fieldChange from './apps/field-change.ts'
import * as files from './records/files.ts'
import * as home from './workspaces/home.ts'
import * as homePages from './workspaces/home-pages.ts'
import * as myWork from './workspaces/my-work.ts'
import * as identity from './identity/identity.ts'
import * as installer from './identity/installer.ts'
import * as jobs from './records/jobs.ts'
import * as licensing from './tenancy/licensing.ts'
import * as licensingAdmin from './tenancy/licensing-admin.ts'
import * as mails from './identity/mails.ts'
import * as notificationChannels from './identity/notification-channels.ts'
import * as notifications from './identity/notifications.ts'
import * as observableLookups from './records/observable-lookups.ts'
import * as observables from './records/observables.ts'
import * as passwordTokens from './identity/password-tokens.ts'
import * as quotas from './tenancy/quotas.ts'
import * as recordLinks from './records/record-links.ts'
import * as recordApi from './records/record-api.ts'
import * as recordRights from './records/record-rights.ts'
import * as merge from './records/merge.ts'
import * as occurrences from './records/occurrences.ts'
import * as promote from './records/promote.ts'
import * as onCall from './tenancy/on-call.ts'
import * as playbookTests from './automation/playbook-tests.ts'
import * as records from './records/records.ts'
import * as redelivery from './automation/redelivery.ts'
import * as reports from './workspaces/reports.ts'
import type { AnyRoute } from './kernel/route.ts'
import * as runControl from './automation/run-control.ts'
import * as runCounts from './automation/run-counts.ts'
import * as search from './records/search.ts'
import * as signIn from './identity/sign-in.ts'
import * as sso from './identity/sso.ts'
import * as system from './system/system.ts'
import * as tasks from './records/tasks.ts'
import * as telemetry from './system/telemetry.ts'
import * as tenancy from './tenancy/tenancy.ts'
import * as tenancyAdmin from './tenancy/tenancy-admin.ts'
import * as timeline from './records/timeline.ts'
import * as triggers from './automation/triggers.ts'
import * as tableLookups from './apps/table-lookups.ts'
import * as warningLists from './records/warning-lists.ts'
import * as workflowRuns from './apps/workflow-runs.ts'
import * as workspaces from './workspaces/workspaces.ts'

/** Every route of the product by its name. A route that isn’t listed here isn’t served. */
export const ROUTES = {
  ...routesOf(system),
  ...routesOf(telemetry),
  ...routesOf(identity),
  ...routesOf(signIn),
  ...routesOf(directory),
  ...routesOf(mails),
  ...routesOf(notificationChannels),
  ...routesOf(notifications),
  ...routesOf(passwordTokens),
  ...routesOf(sso),
  ...routesOf(tenancy),
  ...routesOf(tenancyAdmin),
  ...routesOf(quotas),
  ...routesOf(onCall),
  ...routesOf(accounts),
  ...routesOf(licensing),
  ...routesOf(licensingAdmin),
  ...routesOf(installer),
  ...routesOf(apps),
  ...routesOf(appDeletion),
  ...routesOf(appImages),
  ...routesOf(applets),
  ...routesOf(appLifecycle),
  ...routesOf(appMembers),
  ...routesOf(factorExemption),
  ...routesOf(fieldChange),
  ...routesOf(files),
  ...routesOf(comments),
  ...routesOf(attackEvents),
  ...routesOf(records),
  ...routesOf(timeline),
  ...routesOf(observables),
  ...routesOf(observableLookups),
  ...routesOf(warningLists),
  ...routesOf(tasks),
  ...routesOf(merge),
  ...routesOf(occurrences),
  ...routesOf(promote),
  ...routesOf(tableLookups),
  ...routesOf(workflowRuns),
  ...routesOf(recordLinks),
  ...routesOf(recordRights),
  ...routesOf(search),
  ...routesOf(jobs),
  ...routesOf(recordApi),
  ...routesOf(automation),
  ...routesOf(hooks),
  ...routesOf(runCounts),
  ...routesOf(runControl),
  ...routesOf(redelivery),
  ...routesOf(assets),
  ...routesOf(tables),
  ...routesOf(observableLists),
  ...routesOf(connectors),
  ...routesOf(builder),
  ...routesOf(playbookTests),
  ...routesOf(approvals),
  ...routesOf(triggers),
  ...routesOf(reports),
  ...routesOf(workspaces),
  ...routesOf(home),
  ...routesOf(homePages),
  ...routesOf(myWork),
  ...routesOf(canvas),
  ...routesOf(catalog),
  ...routesOf(packages),
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
