import type { JsonValue } from '@caseloom/contract/json'
import { allPages, type TenantExporter } from '../../../platform/tenant-purge.ts'
import type { AutomationDoor } from '../automation.door.ts'

const PAGE = 200

/** Playbooks with draft and published document, and the runs without the values that went through them. */
export function automationExport(
  automation: Pick<AutomationDoor, 'listPlaybooks' | 'getPlaybook' | 'listRuns'>,
): TenantExporter {
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

/** A view as what it is over HTTP; undefined members fall away. */
function plain(view: object): JsonValue {
  return JSON.parse(JSON.stringify(view)) as JsonValue // what JSON.parse answers
}
