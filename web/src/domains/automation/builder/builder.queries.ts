import {
  createPlaybook,
  getPlaybook,
  publishPlaybook,
  savePlaybookDraft,
  listPlaybooks,
} from '@caseloom/contract/automation'
import type { PlaybookView } from '@caseloom/contract/automation'
import { getConversation } from '@caseloom/contract/assistant'
import { listAssets } from '@caseloom/contract/assets'
import {
  type ActionView,
  deletePlaybook,
  getPlaybookVersion,
  listActions,
  listPlaybookVersions,
  playbookUses,
  sitAtDraft,
} from '@caseloom/contract/builder'
import { JsonObject } from '@caseloom/contract/json'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../data/call.ts'
import { keys } from '../../../data/keys.ts'
import { freePlaybookKey } from './new-playbook.ts'

/** While a draft is open and no hub tells of it, how often it is asked whether somebody else saved. */
const OTHERS_MS = 4_000
const SELDOM_MS = 60_000
/** How often a window says that it still has a draft open. */
const SEAT_MS = 20_000

/** A playbook that is being edited: read again and again, so that two editors see each other's changes. */
export function editedPlaybookQuery(tenantId: string, playbookId: string, told: boolean) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'playbooks', playbookId),
    queryFn: ({ signal }) => call(getPlaybook, { params: { tenantId, playbookId }, signal }),
    refetchInterval: told ? SELDOM_MS : OTHERS_MS,
  })
}

/** Who else has the draft open; asking keeps this window's own seat. */
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

/** Gives the seat up; who cannot be told is gone within a minute anyway. */
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

/** Assets that somebody added meanwhile can be chosen. */
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

/** Everything that shows this playbook shows it as it is now. */
export function keepPlaybook(client: QueryClient, tenantId: string, playbook: PlaybookView): void {
  client.setQueryData(keys.one(tenantId, 'playbooks', playbook.id), playbook)
}

export function publishDraft(
  tenantId: string,
  playbookId: string,
  body: { revision: number; note?: string },
) {
  return call(publishPlaybook, { params: { tenantId, playbookId }, body })
}

/** Warnings of the draft as it will be published: what is still on its way is sent first. */
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

/** Where the playbook is used; asked for anew each time that somebody looks. */
export function playbookUsesQuery(tenantId: string, playbookId: string) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'playbooks', `${playbookId} uses`),
    queryFn: async ({ signal }) =>
      (await call(playbookUses, { params: { tenantId, playbookId }, signal })).items,
    staleTime: 0,
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

/** A playbook that stands in the conversation with the assistant: `<message>.<which of its drafts>`. */
export function assistantDraftQuery(tenantId: string, draft: string) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'playbooks', `draft ${draft}`),
    /** Null when the conversation has ended meanwhile. */
    queryFn: async ({ signal }): Promise<JsonObject | null> => {
      const { messages } = await call(getConversation, { params: { tenantId }, signal })
      const [messageId, number] = draft.split('.')
      const found = messages.find(({ id }) => id === messageId)?.drafts[Number(number)]
      const document = JsonObject.safeParse(found?.kind === 'playbook' ? found.value : undefined)
      return document.success ? document.data : null
    },
    // It never changes; read again after the conversation has ended, it would take away what is being changed.
    staleTime: 'static',
    retry: false,
  })
}

/** Saves a draft of the assistant as a playbook of its own; a key that is in use becomes a free one. */
export async function keepAssistantDraft(tenantId: string, document: JsonObject): Promise<PlaybookView> {
  const { items } = await call(listPlaybooks, { params: { tenantId } })
  const taken = new Set(items.map(({ key }) => key))
  const { playbook: key, title } = document
  const isFree = typeof key === 'string' && !taken.has(key)
  const named = isFree ? document : { ...document, playbook: freePlaybookKey(String(title), taken) }
  return makePlaybook(tenantId, named)
}
