import type { JsonObject, JsonValue } from '@caseloom/contract/json'
import {
  answerForm,
  answerOpenForm,
  getForm,
  getOpenForm,
  listTriggers,
  rotateTriggerSecret,
  switchTrigger,
  tryTrigger,
} from '@caseloom/contract/triggers'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../data/call.ts'
import { keys } from '../../../data/keys.ts'

const CALM_MS = 5_000

/** Triggers of the published version; their last outcome moves on without an event of its own. */
export function triggersQuery(tenantId: string, playbookId: string) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'playbooks', playbookId, 'triggers'),
    queryFn: async ({ signal }) =>
      (await call(listTriggers, { params: { tenantId, playbookId }, signal })).items,
    refetchInterval: CALM_MS,
  })
}

/** Switches a trigger off or on; answers how it stands then. */
export function setEnabled(tenantId: string, triggerId: string, enabled: boolean) {
  return call(switchTrigger, { params: { tenantId, triggerId }, body: { enabled } })
}

/** Sets a trigger off now; `payload` and `headers` are those of a webhook. */
export function setOff(
  tenantId: string,
  triggerId: string,
  sample: { payload?: JsonValue; headers?: Record<string, string> } = {},
) {
  return call(tryTrigger, { params: { tenantId, triggerId }, body: sample })
}

/** The page of a trigger shows at once what came of it. */
export function refreshTrigger(
  client: QueryClient,
  tenantId: string,
  place: { playbookId: string; id: string },
) {
  return Promise.all([
    client.invalidateQueries({ queryKey: triggersQuery(tenantId, place.playbookId).queryKey }),
    client.invalidateQueries({ queryKey: keys.list(tenantId, 'deliveries', place.id) }),
  ])
}

/** Gives a webhook a new secret; it is answered this once and kept in no cache. */
export function renewSecret(tenantId: string, triggerId: string, keepOldHours: number) {
  return call(rotateTriggerSecret, { params: { tenantId, triggerId }, body: { keepOldHours } })
}

/** What fills in a form sees; read once, so that nothing changes under the hands of who fills it in. */
export function formQuery(tenantId: string, formId: string) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'playbooks', formId, 'form'),
    queryFn: ({ signal }) => call(getForm, { params: { tenantId, formId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function sendForm(tenantId: string, formId: string, inputs: JsonObject) {
  return call(answerForm, { params: { tenantId, formId }, body: { inputs } })
}

/** The same for whoever has the address. */
export function openFormQuery(tenantId: string, formKey: string) {
  return queryOptions({
    queryKey: ['open-form', tenantId, formKey],
    queryFn: ({ signal }) => call(getOpenForm, { params: { tenantId, formKey }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

export function sendOpenForm(tenantId: string, formKey: string, inputs: JsonObject) {
  return call(answerOpenForm, { params: { tenantId, formKey }, body: { inputs } })
}
