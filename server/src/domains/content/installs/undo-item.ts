import { AppletView } from '@caseloom/contract/apps/applets'
import { AppView } from '@caseloom/contract/apps/apps'
import { TableView } from '@caseloom/contract/automation/tables'
import type { InstallNote } from '@caseloom/contract/content/packages'
import { KeyedDashboard } from '@caseloom/contract/workspaces/dashboard-file'
import { JsonObject } from '@caseloom/contract/kernel/json'
import { z } from 'zod'
import { isFailure } from '../../../platform/errors.ts'
import type { PageKind } from '../format/normal-page.rules.ts'
import { nameOf } from '../format/package-file.ts'
import { hashOf, type LocalItem } from '../local/local-item.ts'
import { tableInputOf } from '../local/portable-table.rules.ts'
import { readLocal } from '../local/read-local.ts'
import { formerApp, formerApplet, nextDashboard } from './definitions.ts'
import { formerHomePage, formerReport, formerWorkspace } from './page-definitions.ts'
import type { ItemProgress } from './install-shape.ts'
import type { Applying } from './run-item.ts'

const StoredDocuments = z.object({ draft: JsonObject, published: JsonObject.nullable() })

/**
 * Undoes what an import did to one item, unless it was changed or used since; answers why it stays. Doing it again
 * changes nothing.
 */
export async function undoItem(
  at: Applying,
  item: ItemProgress,
  undoing: ReadonlySet<string>,
): Promise<InstallNote | null> {
  const local = await readLocal(at.deps, at.scope, at.actor)
  const here = local.get(nameOf(item))
  if (here === undefined) return item.change === 'add' ? null : stays('stays_changed')
  const hashNow = here.portable === null ? null : hashOf(here.portable.document)
  if (item.change !== 'add' && hashNow === item.hashBefore) return null
  if (hashNow !== item.made?.hash) return stays('stays_changed')
  if (item.change === 'add' && isShown(here, local)) return stays('stays_used')
  return item.change === 'add' ? removeAdded(at, here, undoing) : restoreFormer(at, here, item)
}

/** Whether the form of an app, or a home page, shows a widget of the dashboard. */
function isShown({ kind, id }: LocalItem, local: ReadonlyMap<string, LocalItem>): boolean {
  if (kind !== 'dashboard') return false
  return [...local.values()].some(({ source }) => {
    if (source.kind === 'homepage')
      return source.view.widgets.some((widget) => widget.kind === 'dashboard' && widget.dashboardId === id)
    if (source.kind !== 'app') return false
    const { layout, layouts = [] } = source.view
    const sections = [...layout, ...layouts.flatMap((one) => one.sections)]
    return sections.some(({ blocks = [] }) =>
      blocks.some((block) => block.kind === 'widget' && block.dashboard === id),
    )
  })
}

function stays(code: InstallNote['code'], detail = ''): InstallNote {
  return { code, detail }
}

async function removeAdded(
  { deps, scope, actor }: Applying,
  { source, id, title }: LocalItem,
  undoing: ReadonlySet<string>,
): Promise<InstallNote | null> {
  if (source.kind === 'playbook') {
    await deps.playbooks.remove(scope, actor, { playbookId: id })
    return null
  }
  if (source.kind === 'table') return removeTable({ deps, scope, actor }, source.view)
  if (source.kind === 'dashboard')
    return (await deps.dashboards.remove(scope, actor, id)) ? null : stays('stays_used')
  if (source.kind === 'workspace' || source.kind === 'report' || source.kind === 'homepage')
    return (await pagesOf(deps, source.kind).remove(scope, actor, id)) ? null : stays('stays_used')
  if (source.kind === 'applet') {
    try {
      await deps.apps.applets.remove(scope, actor, id)
      return null
    } catch (error) {
      if (!isFailure(error, 'applet.linked')) throw error
      return stays('stays_used', error.details.detail ?? '')
    }
  }
  if ((await deps.apps.lifecycle.records(scope, actor, id)) > 0) return stays('stays_records')
  const others = await scope.read((tx) => deps.apps.referring(tx, id))
  if (others.some(({ appId }) => appId !== id && !undoing.has(appId))) return stays('stays_used')
  await deps.apps.lifecycle.remove(scope, actor, { appId: id, name: title })
  return null
}

function pagesOf(deps: Applying['deps'], kind: PageKind) {
  switch (kind) {
    case 'workspace':
      return deps.workspaces
    case 'report':
      return deps.reports
    case 'homepage':
      return deps.homePages
    default:
      return kind satisfies never
  }
}

async function removeTable(
  { deps, scope, actor }: Pick<Applying, 'deps' | 'scope' | 'actor'>,
  { id, rows, expired }: TableView,
): Promise<InstallNote | null> {
  if (rows + expired > 0) return stays('stays_rows')
  try {
    await deps.tables.remove(scope, actor, id)
    return null
  } catch (error) {
    if (!isFailure(error, 'table.in_use')) throw error
    return stays('stays_used', error.details.detail ?? '')
  }
}

/** Rows lose nothing: a table that would lose a column stays while it has rows. */
async function restoreTable(
  { deps, scope, actor }: Pick<Applying, 'deps' | 'scope' | 'actor'>,
  { id: tableId, revision, rows, expired, columns }: TableView,
  before: TableView,
): Promise<InstallNote | null> {
  const former = new Set(before.columns.map(({ key }) => key))
  if (rows + expired > 0 && columns.some(({ key }) => !former.has(key))) return stays('stays_rows')
  const input = tableInputOf(before)
  await deps.tables.save(scope, actor, { tableId, revision, input })
  return null
}

/** Publishes the definition that was there before as the next revision or version. */
async function restoreFormer(
  { deps, scope, actor }: Applying,
  { source, id: playbookId }: LocalItem,
  { before }: ItemProgress,
): Promise<InstallNote | null> {
  if (source.kind === 'app')
    await deps.apps.updateApp(scope, actor, {
      ...formerApp(AppView.parse(before), source.view.revision),
      confirmed: true,
    })
  else if (source.kind === 'table')
    return restoreTable({ deps, scope, actor }, source.view, TableView.parse(before))
  else if (source.kind === 'dashboard') {
    const former = nextDashboard(KeyedDashboard.strip().parse(before), source.view)
    await deps.dashboards.save(scope, actor, former)
  } else if (source.kind === 'workspace')
    await deps.workspaces.save(scope, actor, formerWorkspace(before ?? {}, source.view))
  else if (source.kind === 'report')
    await deps.reports.save(scope, actor, formerReport(before ?? {}, source.view))
  else if (source.kind === 'homepage')
    await deps.homePages.save(scope, actor, formerHomePage(before ?? {}, source.view))
  else if (source.kind === 'applet')
    await deps.apps.applets.update(scope, actor, {
      ...formerApplet(AppletView.parse(before), source.view.revision),
      confirmed: true,
    })
  else {
    const { draft, published } = StoredDocuments.parse(before)
    const { playbooks } = deps
    let { revision } = source.view
    if (published !== null) {
      ;({ revision } = await playbooks.save(scope, actor, { playbookId, revision, document: published }))
      // What was published before is published again, whatever its tests say here.
      const testsReason = 'An update of a content package was undone'
      ;({ revision } = await playbooks.publish(scope, actor, { playbookId, revision, testsReason }))
    }
    await playbooks.save(scope, actor, { playbookId, revision, document: draft })
  }
  return null
}
