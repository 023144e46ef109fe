import {
  createPlaybook,
  getPlaybook,
  publishPlaybook,
  savePlaybookDraft,
} from '@caseloom/contract/automation'
import type { PlaybookView } from '@caseloom/contract/automation'
import { listAssets } from '@caseloom/contract/assets'
import {
  type ActionView,
  deletePlaybook,
  getPlaybookVersion,
  listActions,
  listPlaybookVersions,
} from '@caseloom/contract/builder'
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

export function publishDraft(tenantId: string, playbookId: string, revision: number) {
  return call(publishPlaybook, { params: { tenantId, playbookId }, body: { revision } })
}

export function makePlaybook(tenantId: string, document: JsonObject) {
  return call(createPlaybook, { params: { tenantId }, body: { document } })
}

export function removePlaybook(tenantId: string, playbookId: string) {
  return call(deletePlaybook, { params: { tenantId, playbookId } })
}

/** The lists of playbooks are read again. */
export function refreshPlaybooks(client: QueryClient, tenantId: string): Promise<void> {
  return client.invalidateQueries({ queryKey: keys.list(tenantId, 'playbooks') })
}

export function versionsQuery(tenantId: string, playbookId: string, published: number | null) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'playbooks', `${playbookId} versions`, published),
    queryFn: async ({ signal }) =>
      (await call(listPlaybookVersions, { params: { tenantId, playbookId }, signal })).items,
  })
}

/** One published version; it never changes. */
export function versionQuery(tenantId: string, playbookId: string, number: number) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'playbooks', `${playbookId} versions`, 'document', number),
    queryFn: ({ signal }) =>
      call(getPlaybookVersion, { params: { tenantId, playbookId, number: String(number) }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
