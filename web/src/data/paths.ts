/**
 * The addresses of the pages inside a tenant, in one place: web domains never import each other, but link to each
 * other. Use with `<Link to={paths.record(scope, appId, recordId)}>` or `navigate({ to: … })`.
 */
interface Place {
  accountId: string
  tenantId: string
}

function inside({ accountId, tenantId }: Place, rest: string): string {
  return `/account/${accountId}/tenant/${tenantId}${rest}`
}

export const paths = {
  /** The account administration; without a section the first one that the person may open. */
  admin: (accountId: string, section?: string) =>
    `/account/${accountId}/account-admin${section === undefined ? '' : `/${section}`}`,
  /** One's own user page; sections are chosen by the search parameter `section`. */
  user: (accountId: string, userId: string) => `/account/${accountId}/user/${userId}`,
  tenant: (place: Place) => inside(place, ''),
  welcome: (place: Place) => inside(place, '/welcome'),
  recordList: (place: Place, appId: string) => inside(place, `/search/${appId}`),
  search: (place: Place) => inside(place, '/search'),
  /** One observable, which the search parameters `kind` and `value` name. */
  observable: (place: Place) => inside(place, '/search/observable'),
  reports: (place: Place) => inside(place, '/reports'),
  report: (place: Place, appId: string, reportId: string) => inside(place, `/search/${appId}/${reportId}`),
  newRecord: (place: Place, appId: string) => inside(place, `/record/${appId}/new`),
  importRecords: (place: Place, appId: string) => inside(place, `/record/${appId}/import`),
  record: (place: Place, appId: string, recordId: string) => inside(place, `/record/${appId}/${recordId}`),
  apps: (place: Place) => inside(place, '/apps'),
  workflows: (place: Place) => inside(place, '/workflow'),
  workflow: (place: Place, appId: string) => inside(place, `/workflow/${appId}`),
  /** One evaluation of a record's workflow, at the address that links from outside use. */
  workflowRun: (
    place: Place,
    recordId: string,
    run: { runId: string; sequence: number; workflowId: string; workflowVersion: number },
  ) =>
    inside(
      place,
      `/workflow/${run.workflowId}/record/${recordId}/run/${run.runId}/sequence/${run.sequence}/workflowId/${run.workflowId}/workflowVersion/${run.workflowVersion}`,
    ),
  applets: (place: Place) => inside(place, '/apps/applets'),
  warningLists: (place: Place) => inside(place, '/apps/warning-lists'),
  appletBuilder: (place: Place, appletId: string) => inside(place, `/applet-builder/${appletId}`),
  appletUpdate: (place: Place, appletId: string) => inside(place, `/applet-builder/${appletId}/update`),
  appletWorkflow: (place: Place, appletId: string) => inside(place, `/workflow/applet/${appletId}`),
  appBuilder: (place: Place, appId: string) => inside(place, `/app-builder/${appId}`),
  onCall: (place: Place) => inside(place, '/on-call'),
  home: (place: Place) => inside(place, '/home'),
  homePages: (place: Place) => inside(place, '/homepages'),
  homePage: (place: Place, homePageId: string) => inside(place, `/homepages/${homePageId}`),
  workspaces: (place: Place) => inside(place, '/workspaces'),
  workspace: (place: Place, workspaceId: string, dashboardId?: string) =>
    inside(place, `/workspace/${workspaceId}${dashboardId === undefined ? '' : `/${dashboardId}`}`),
  dashboards: (place: Place) => inside(place, '/dashboards'),
  dashboard: (place: Place, dashboardId: string) => inside(place, `/dashboard/${dashboardId}`),
  canvas: (place: Place) => inside(place, '/canvas'),
  content: (place: Place) => inside(place, '/content'),
  contentExport: (place: Place) => inside(place, '/content/export'),
  contentInstall: (place: Place, installId: string) => inside(place, `/content/${installId}`),
  /** The catalog of a product line. */
  catalog: (place: Place, lineKey: string) => inside(place, `/${lineKey}content`),
  orchestration: (place: Place) => inside(place, '/orchestration'),
  connect: (place: Place) => inside(place, '/orchestration/connect'),
  playbook: (place: Place, playbookId: string) => inside(place, `/orchestration/playbook/${playbookId}`),
  runs: (place: Place) => inside(place, '/orchestration/runs'),
  inbox: (place: Place) => inside(place, '/orchestration/inbox'),
  question: (place: Place, approvalId: string) => inside(place, `/orchestration/inbox/${approvalId}`),
  assets: (place: Place) => inside(place, '/orchestration/assets'),
  tables: (place: Place) => inside(place, '/orchestration/tables'),
  connectors: (place: Place) => inside(place, '/orchestration/connectors'),
  connector: (place: Place, connectorKey: string) =>
    inside(place, `/orchestration/connectors/${connectorKey}`),
  run: (place: Place, runId: string) => inside(place, `/orchestration/run/${runId}`),
}
