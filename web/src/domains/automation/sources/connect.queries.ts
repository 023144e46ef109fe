import type { PlaybookView } from '@caseloom/contract/automation/automation'
import { getPlaybook, listPlaybooks } from '@caseloom/contract/automation/automation'
import { isJsonObject, type JsonObject, type JsonValue } from '@caseloom/contract/kernel/json'
import { queryOptions } from '@tanstack/react-query'
import { hasCode } from '../../../data/api-error.ts'
import { call } from '../../../data/call.ts'
import { keys } from '../../../data/keys.ts'
import { evaluateInBrowser } from '../builder/expression/evaluator.ts'
import { makePlaybook, publishDraft, saveDraft } from '../builder/model/builder.queries.ts'
import { freePlaybookKey } from '../builder/model/new-playbook.ts'

/** What a value of an expression is for the shown event. */
export type Result = { ok: true; value: JsonValue | undefined } | { ok: false; message: string }

/** The values that the mapping gives for an event, by field. */
export function resultsQuery(tenantId: string, values: JsonObject, event: JsonObject) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'playbooks', 'mapping results', values, event),
    queryFn: async ({ signal }) => {
      const results: Record<string, Result> = {}
      // One after another: each has a limited time.
      for (const [key, value] of Object.entries(values)) {
        signal.throwIfAborted()
        results[key] = await resultOf(value, event)
      }
      return results
    },
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

async function resultOf(value: JsonValue, event: JsonObject): Promise<Result> {
  const answer = await evaluateInBrowser(value, { item: event })
  return answer.ok ? { ok: true, value: answer.value } : { ok: false, message: answer.message }
}

/** A key for a new playbook that no other playbook has. */
export async function freeKey(tenantId: string, title: string): Promise<string> {
  const { items } = await call(listPlaybooks, { params: { tenantId } })
  return freePlaybookKey(title, new Set(items.map(({ key }) => key)))
}

interface Connection {
  document: JsonObject
  key: string
  /** Null until it has been created. */
  playbookId: string | null
  onMade: (playbookId: string) => void
}

/** Creates the playbook, or changes the one that an earlier attempt created, and publishes it. */
export async function publishIntake(tenantId: string, connection: Connection): Promise<PlaybookView> {
  const draft = await savedDraft(tenantId, connection)
  connection.onMade(draft.id)
  return publishDraft(tenantId, draft.id, { revision: draft.revision })
}

async function savedDraft(tenantId: string, { document, key, playbookId }: Connection) {
  const params = (id: string) => ({ params: { tenantId, playbookId: id } })
  if (playbookId === null) {
    try {
      return await makePlaybook(tenantId, document)
    } catch (error) {
      // The answer of an earlier attempt was lost: the draft under this key is ours.
      const found = hasCode(error, 'playbook.key_taken') ? await neverPublished(tenantId, key) : undefined
      if (found === undefined) throw error
      return savedDraft(tenantId, { document, key, playbookId: found, onMade: () => undefined })
    }
  }
  const { revision } = await call(getPlaybook, params(playbookId))
  return saveDraft(tenantId, playbookId, { revision, document })
}

async function neverPublished(tenantId: string, key: string): Promise<string | undefined> {
  const { items } = await call(listPlaybooks, { params: { tenantId } })
  return items.find((one) => one.key === key && one.publishedVersion === null)?.id
}

/** A record that a run returned. */
export interface MadeRecord {
  id: string
  appId: string
  trackingId: string
}

/** The records in the output of a run: one, or a list. */
export function recordsIn(output: JsonValue | undefined): MadeRecord[] {
  if (Array.isArray(output)) return output.flatMap(recordsIn)
  if (!isJsonObject(output)) return []
  const { id, appId, trackingId } = output
  const isRecord = typeof id === 'string' && typeof appId === 'string' && typeof trackingId === 'string'
  return isRecord ? [{ id, appId, trackingId }] : []
}
