import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { TenantExporter } from '../../platform/database/tenant-purge.ts'
import { sharedHomePages } from './read-home-pages.ts'
import { getDashboard } from './read-dashboards.ts'
import type { WorkspacesDoor } from './workspaces.door.ts'

/** Workspaces, dashboards with their widgets, and shared home pages. */
export function workspacesExport(
  workspaces: Pick<WorkspacesDoor, 'listWorkspaces' | 'listDashboards'>,
): TenantExporter {
  return async (scope, reader) => {
    async function* all(): AsyncGenerator<JsonValue> {
      for (const workspace of await workspaces.listWorkspaces(scope, reader)) yield plain(workspace)
    }
    async function* dashboards(): AsyncGenerator<JsonValue> {
      for (const { id } of await workspaces.listDashboards(scope, reader))
        yield plain(await getDashboard(scope, reader, id))
    }
    async function* homePages(): AsyncGenerator<JsonValue> {
      for (const page of await sharedHomePages(scope, reader)) yield plain(page)
    }
    return [
      { path: 'workspaces.jsonl', lines: all },
      { path: 'dashboards.jsonl', lines: dashboards },
      { path: 'homepages.jsonl', lines: homePages },
    ]
  }
}

/** A view as HTTP sends it: without undefined members. */
function plain(view: object): JsonValue {
  return JSON.parse(JSON.stringify(view)) as JsonValue // what JSON.parse answers
}
