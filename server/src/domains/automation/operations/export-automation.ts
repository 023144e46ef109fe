import type { PlaybookSummary, PlaybookView, RunSummary } from '@caseloom/contract/automation/automation'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import { allPages, type TenantExporter } from '../../../platform/database/tenant-purge.ts'

const PAGE = 200

/** What the export reads, each as the reader may see it. */
export interface ExportedAutomation {
  listPlaybooks(scope: TenantScope, reader: Actor): Promise<PlaybookSummary[]>
  getPlaybook(scope: TenantScope, reader: Actor, playbookId: string): Promise<PlaybookView>
  listRuns(
    scope: TenantScope,
    reader: Actor,
    page: { limit: number; cursor: string | undefined },
  ): Promise<{ items: RunSummary[]; next: string | null }>
}

/** Playbooks with draft and published document, and the runs without the values that went through them. */
export function automationExport(automation: ExportedAutomation): TenantExporter {
  return async (scope, reader) => {
    async function* playbooks(): AsyncGenerator<JsonValue> {
      for (const { id } of await automation.listPlaybooks(scope, reader))
        yield plain(await automation.getPlaybook(scope, reader, id))
    }
    async function* runs(): AsyncGenerator<JsonValue> {
      for await (const run of allPages((cursor) =>
        automation.listRuns(scope, reader, { limit: PAGE, cursor }),
      ))
        yield plain(run)
    }
    return [
      { path: 'playbooks.jsonl', lines: playbooks },
      { path: 'runs.jsonl', lines: runs },
    ]
  }
}

/** A view as sent over HTTP, without undefined members. */
function plain(view: object): JsonValue {
  return JSON.parse(JSON.stringify(view)) as JsonValue // what JSON.parse answers
}
