import {
  createPlaybook,
  getPlaybook,
  publishPlaybook,
  savePlaybookDraft,
  listPlaybooks,
} from '@caseloom/contract/automation/automation'
import type { PlaybookView } from '@caseloom/contract/automation/automation'
import { getConversation } from '@caseloom/contract/assistant/assistant'
import { listAssets } from '@caseloom/contract/automation/assets'
import {
  type ActionView,
  deletePlaybook,
  getPlaybookVersion,
  listActions,
  listPlaybookVersions,
  playbookUses,
  sitAtDraft,
} from '@caseloom/contract/automation/builder'
import { JsonObject } from '@caseloom/contract/kernel/json'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../../data/call.ts'
import { keys } from '../../../../data/keys.ts'
import { freePlaybookKey } from './new-playbook.ts'

/** Polling interval for other users' saves while no hub is connected. */
const OTHERS_MS = 4_000
const SELDOM_MS = 60_000
const SEAT_MS = 20_000

/** Refetches so that editors see each other's changes. */
export function editedPlaybookQuery(tenantId: string, playbookId: string, isLive: boolean) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'playbooks', playbookId),
    queryFn: ({ signal }) => call(getPlaybook, { params: { tenantId, playbookId }, signal }),
    refetchInterval: isLive ? SELDOM_MS : OTHERS_MS,
  })
}

/** Who else has the draft open; also renews this window's registration. */
export function editorsQuery(tenantId: string, playbookId: string, seat: string) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'playbooks', `${playbookId} editors`, seat),
    queryFn: async ({ signal }) =>
      (await call(sitAtDraft, { params: { tenantId, playbookId }, body: { seat }, signal })).items,
    refetchInterval: SEAT_MS,
    refetchIntervalInBackground: true,
    gcTime: 0,
  })
}

/** Best effort: registrations expire within a minute. */
export async function leaveDraft(tenantId: string, playbookId: string, seat: string): Promise<void> {
  const params = { tenantId, playbookId }
  await call(sitAtDraft, { params, body: { seat, leaving: true }, keepalive: true }).catch(() => undefined)
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

export function refreshBuilderAssets(client: QueryClient, tenantId: string): Promise<void> {
  return client.invalidateQueries({ queryKey: keys.list(tenantId, 'playbooks', 'assets') })
}

export function saveDraft(
  tenantId: string,
  playbookId: string,
  body: { revision: number; document: JsonObject },
) {
  return call(savePlaybookDraft, { params: { tenantId, playbookId }, body })
}

export function keepPlaybook(client: QueryClient, tenantId: string, playbook: PlaybookView): void {
  client.setQueryData(keys.one(tenantId, 'playbooks', playbook.id), playbook)
}

export function publishDraft(
  tenantId: string,
  playbookId: string,
  body: { revision: number; note?: string; testsReason?: string },
) {
  return call(publishPlaybook, { params: { tenantId, playbookId }, body })
}

/** Warnings for the draft as it will be published: pending changes are sent first. */
export function publishWarnings(tenantId: string, playbookId: string, flush: () => Promise<boolean>) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'playbooks', `${playbookId} warnings`),
    queryFn: async ({ signal }) => {
      await flush()
      return (await call(getPlaybook, { params: { tenantId, playbookId }, signal })).warnings
    },
    gcTime: 0,
    staleTime: 0,
  })
}

export function makePlaybook(tenantId: string, document: JsonObject) {
  return call(createPlaybook, { params: { tenantId }, body: { document } })
}

export function removePlaybook(tenantId: string, playbookId: string) {
  return call(deletePlaybook, { params: { tenantId, playbookId } })
}

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

/** Where the playbook is used; never cached. */
export function playbookUsesQuery(tenantId: string, playbookId: string) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'playbooks', `${playbookId} uses`),
    queryFn: async ({ signal }) =>
      (await call(playbookUses, { params: { tenantId, playbookId }, signal })).items,
    staleTime: 0,
  })
}

export function versionQuery(tenantId: string, playbookId: string, number: number) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'playbooks', `${playbookId} versions`, 'document', number),
    queryFn: ({ signal }) =>
      call(getPlaybookVersion, { params: { tenantId, playbookId, number: String(number) }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** A draft in an assistant conversation: `<message>.<draft index>`. */
export function assistantDraftQuery(tenantId: string, draft: string) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'playbooks', `draft ${draft}`),
    queryFn: async ({ signal }): Promise<JsonObject | null> => {
      const { messages } = await call(getConversation, { params: { tenantId }, signal })
      const [messageId, number] = draft.split('.')
      const found = messages.find(({ id }) => id === messageId)?.drafts[Number(number)]
      const document = JsonObject.safeParse(found?.kind === 'playbook' ? found.value : undefined)
      return document.success ? document.data : null
    },
    // Never changes; refetching after the conversation has ended would discard the user's edits.
    staleTime: 'static',
    retry: false,
  })
}

/** Saves an assistant draft as a playbook; a key in use is replaced by a free one. */
export async function keepAssistantDraft(tenantId: string, document: JsonObject): Promise<PlaybookView> {
  const { items } = await call(listPlaybooks, { params: { tenantId } })
  const taken = new Set(items.map(({ key }) => key))
  const { playbook: key, title } = document
  const isFree = typeof key === 'string' && !taken.has(key)
  const named = isFree ? document : { ...document, playbook: freePlaybookKey(String(title), taken) }
  return makePlaybook(tenantId, named)
}
