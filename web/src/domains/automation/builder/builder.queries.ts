import { getPlaybook, savePlaybookDraft } from '@caseloom/contract/automation'
import type { PlaybookView } from '@caseloom/contract/automation'
import { listAssets } from '@caseloom/contract/assets'
import { type ActionView, listActions } from '@caseloom/contract/builder'
import type { JsonObject } from '@caseloom/contract/json'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../data/call.ts'
import { keys } from '../../../data/keys.ts'

/** While a draft is open, how often it is asked whether somebody else saved. */
const OTHERS_MS = 4_000

/** A playbook that is being edited: read again and again, so that two editors see each other's changes. */
export function editedPlaybookQuery(tenantId: string, playbookId: string) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'playbooks', playbookId),
    queryFn: ({ signal }) => call(getPlaybook, { params: { tenantId, playbookId }, signal }),
    refetchInterval: OTHERS_MS,
  })
}

export function actionsQuery(tenantId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'playbooks', 'actions'),
    queryFn: async ({ signal }): Promise<ActionView[]> =>
      (await call(listActions, { params: { tenantId }, signal })).items,
    staleTime: 60_000,
  })
}

export function assetsQuery(tenantId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'playbooks', 'assets'),
    queryFn: async ({ signal }) => (await call(listAssets, { params: { tenantId }, signal })).items,
    staleTime: 60_000,
  })
}

export function saveDraft(
  tenantId: string,
  playbookId: string,
  body: { revision: number; document: JsonObject },
) {
  return call(savePlaybookDraft, { params: { tenantId, playbookId }, body })
}

/** Everything that shows this playbook shows it as it is now. */
export function keepPlaybook(client: QueryClient, tenantId: string, playbook: PlaybookView): void {
  client.setQueryData(keys.one(tenantId, 'playbooks', playbook.id), playbook)
}
