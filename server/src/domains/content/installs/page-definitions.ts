import { HomePageFile, KeyedHomePage } from '@caseloom/contract/workspaces/home-page-file'
import { KeyedReport, ReportFile } from '@caseloom/contract/workspaces/report-file'
import { KeyedWorkspace, WorkspaceFile } from '@caseloom/contract/workspaces/workspace-file'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { fail } from '../../../platform/errors.ts'
import type { PackageItem } from '../format/package-file.ts'
import type { HomePageInput, NewPage, ReportInput, WorkspaceInput } from '../ports/content-deps.ts'
import { found, type IdsByKey, type Importer, onlyFor } from './definitions.ts'

type Ids = Pick<IdsByKey, 'app' | 'dashboard'>

/** A workspace as the package has it; a limited one is open to the importer alone. */
export function newWorkspace({ document, limits }: PackageItem, ids: Ids, importer: Importer) {
  const { apps, dashboards, ...shape } = WorkspaceFile.parse(document).workspace
  return {
    ...shape,
    apps: apps.map((key) => found(key, ids.app)),
    dashboards: dashboards.map((key) => found(key, ids.dashboard)),
    sharing: limits.sharing === true ? onlyFor(importer) : null,
  } as NewPage<WorkspaceInput> // IDs of what the actor sees
}

/** The next revision of a workspace that is here; its sharing stays. */
export function nextWorkspace(input: NewPage<WorkspaceInput>, here: KeyedWorkspace) {
  const { key: _key, ...shape } = input
  const { id, revision, sharing } = here
  return { ...shape, id, revision, sharing }
}

export function formerWorkspace(before: JsonObject, here: KeyedWorkspace) {
  const { key, name, description, icon, apps, dashboards, sharing } = KeyedWorkspace.parse(before)
  const shown = dashboards.map(({ id }) => id)
  return nextWorkspace({ key, name, description, icon, apps, dashboards: shown, sharing }, here)
}

/** A saved view as the package has it, shared with everyone who reads its app or, if it was limited, open to the importer alone. */
export function newReport({ document, limits }: PackageItem, ids: Ids, importer: Importer) {
  const { app, ...shape } = ReportFile.parse(document).report
  const sharing = limits.sharing === true ? onlyFor(importer) : null
  return { ...shape, appId: found(app, ids.app), sharing } as NewPage<ReportInput> // as above
}

/** The next revision of a view that is here; its sharing stays. @throws request.invalid for one of another app */
export function nextReport(input: NewPage<ReportInput>, here: KeyedReport) {
  const { key: _key, appId, ...shape } = input
  if (appId !== here.appId) throw fail('request.invalid', { detail: 'Here it is a view of another app' })
  const { id, revision, sharing } = here
  return { ...shape, id, revision, sharing }
}

export function formerReport(before: JsonObject, here: KeyedReport) {
  const { key, appId, name, description, ...view } = KeyedReport.parse(before)
  const { filter, text, sort, columns, groupBy, show, sharing } = view
  const shape = { filter, text, sort, columns, groupBy, show }
  return nextReport({ key, appId, name, description, ...shape, sharing }, here)
}

/** A home page as the package has it, owned by the importer and no role's default. */
export function newHomePage({ document, limits }: PackageItem, ids: Ids, importer: Importer) {
  const { widgets, ...shape } = HomePageFile.parse(document).homepage
  const placed = widgets.map((widget) => {
    if (widget.kind !== 'dashboard') return widget
    const { dashboard, ...rest } = widget
    return { ...rest, dashboardId: found(dashboard, ids.dashboard) }
  })
  const sharing = limits.sharing === true ? onlyFor(importer) : null
  return { ...shape, widgets: placed, sharing, defaultFor: [] } as NewPage<HomePageInput> // as above
}

/** The next revision of a home page that is here; its sharing and the roles whose default it is stay. */
export function nextHomePage(
  { name, widgets }: Pick<HomePageInput, 'name' | 'widgets'>,
  here: KeyedHomePage,
) {
  const { id, revision, sharing, defaultFor } = here
  return { name, widgets, id, revision, sharing, defaultFor }
}

export function formerHomePage(before: JsonObject, here: KeyedHomePage) {
  return nextHomePage(KeyedHomePage.parse(before), here)
}
