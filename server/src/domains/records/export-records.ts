import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { AppView } from '@caseloom/contract/apps/apps'
import { wholeWorkflow } from '@caseloom/workflow/applets/whole-workflow'
import type { TenantScope } from '../../platform/database/types.ts'
import { allPages, type ExportFile, type TenantExporter } from '../../platform/database/tenant-purge.ts'
import type { AppsDoor } from '../apps/apps.door.ts'
import type { RecordsDoor } from './records.door.ts'

const PAGE = 200

interface Deps {
  apps: Pick<AppsDoor, 'listApps' | 'applets' | 'lifecycle'>
  records: Pick<RecordsDoor, 'searchRecords' | 'recordHistory'>
  /** The workflow runs of a record, newest first. */
  workflowRuns(
    scope: TenantScope,
    reader: Actor,
    place: { appId: string; recordId: string; limit: number; cursor?: string | undefined },
  ): Promise<{ items: readonly object[]; next: string | null }>
}

/** Definitions of apps and applets, and per app the records that the reader may see, with their history and workflow runs. */
export function recordsExport({ apps, ...deps }: Deps): TenantExporter {
  return async (scope, reader) => {
    const all = await apps.listApps(scope, reader)
    const files = all.flatMap((app) => filesOf(deps, scope, reader, app))
    const applets = await apps.applets.list(scope, reader)
    const illustrated = all.filter(showsImages)
    async function* images(): AsyncGenerator<JsonValue> {
      for (const app of illustrated)
        for (const one of await apps.lifecycle.images(scope, reader, app)) yield plain(one)
    }
    return [
      { path: 'apps.jsonl', lines: () => each(all) },
      ...(illustrated.length === 0 ? [] : [{ path: 'app-images.jsonl', lines: images }]),
      { path: 'applets.jsonl', lines: () => each(applets) },
      ...files,
    ]
  }
}

function showsImages({ layout, layouts = [] }: AppView): boolean {
  const sections = [...layout, ...layouts.flatMap((one) => one.sections)]
  return sections.some(({ blocks = [] }) => blocks.some(({ kind }) => kind === 'image'))
}

function filesOf(
  { records, workflowRuns }: Omit<Deps, 'apps'>,
  scope: TenantScope,
  reader: Actor,
  app: AppView,
): ExportFile[] {
  const { id: appId, key } = app
  const rows = () =>
    allPages((cursor) =>
      records.searchRecords(scope, reader, {
        appId,
        limit: PAGE,
        ...(cursor === undefined ? {} : { cursor }),
      }),
    )
  async function* history(): AsyncGenerator<JsonValue> {
    for await (const { id: recordId, trackingId } of rows()) {
      const entries = allPages((cursor) =>
        records.recordHistory(scope, reader, { appId, recordId, limit: PAGE, cursor }),
      )
      for await (const entry of entries) yield plain({ recordId, trackingId, ...entry })
    }
  }
  async function* runs(): AsyncGenerator<JsonValue> {
    for await (const { id: recordId, trackingId } of rows()) {
      const entries = allPages((cursor) =>
        workflowRuns(scope, reader, { appId, recordId, limit: PAGE, cursor }),
      )
      for await (const entry of entries) yield plain({ recordId, trackingId, ...entry })
    }
  }
  const files = [
    { path: `records/${key}.jsonl`, lines: () => each(rows()) },
    { path: `history/${key}.jsonl`, lines: history },
  ]
  return wholeWorkflow(app) === undefined
    ? files
    : [...files, { path: `workflow-runs/${key}.jsonl`, lines: runs }]
}

async function* each(items: Iterable<object> | AsyncIterable<object>): AsyncGenerator<JsonValue> {
  for await (const item of items) yield plain(item)
}

/** A view as serialized over HTTP, without undefined members. */
function plain(view: object): JsonValue {
  return JSON.parse(JSON.stringify(view)) as JsonValue // what JSON.parse answers
}
