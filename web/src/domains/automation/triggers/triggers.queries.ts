import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { deliveryPayload, redeliver } from '@caseloom/contract/automation/redelivery'
import {
  answerForm,
  answerOpenForm,
  getForm,
  getOpenForm,
  listTriggers,
  rotateTriggerSecret,
  switchTrigger,
  tryTrigger,
} from '@caseloom/contract/automation/triggers'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../data/call.ts'
import { keys } from '../../../data/keys.ts'

const CALM_MS = 5_000

/** Refetches: the last outcome changes without an event. */
export function triggersQuery(tenantId: string, playbookId: string) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'playbooks', playbookId, 'triggers'),
    queryFn: async ({ signal }) =>
      (await call(listTriggers, { params: { tenantId, playbookId }, signal })).items,
    refetchInterval: CALM_MS,
  })
}

export function setEnabled(tenantId: string, triggerId: string, enabled: boolean) {
  return call(switchTrigger, { params: { tenantId, triggerId }, body: { enabled } })
}

export function setOff(
  tenantId: string,
  triggerId: string,
  sample: { payload?: JsonValue; headers?: Record<string, string> } = {},
) {
  return call(tryTrigger, { params: { tenantId, triggerId }, body: sample })
}

/** What a stored delivery brought; it never changes. */
export function payloadQuery(tenantId: string, deliveryId: string) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'deliveries', deliveryId, 'payload'),
    queryFn: async ({ signal }) =>
      (await call(deliveryPayload, { params: { tenantId, deliveryId }, signal })).value,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
}

/** Gives a stored delivery to its trigger again; `statement` confirms what happens with the person's permissions. */
export function redeliverStored(tenantId: string, deliveryId: string, statement: string | undefined) {
  return call(redeliver, { params: { tenantId, deliveryId }, body: { statement } })
}

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

/** Returns the new secret once; never cached. */
export function renewSecret(
  tenantId: string,
  triggerId: string,
  body: { keepOldHours: number; secret?: string },
) {
  return call(rotateTriggerSecret, { params: { tenantId, triggerId }, body })
}

/** Fetched once, so that nothing changes while someone fills in the form. */
export function formQuery(tenantId: string, formId: string) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'playbooks', formId, 'form'),
    queryFn: ({ signal }) => call(getForm, { params: { tenantId, formId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Sends a form; `statement` confirms what its playbook does with the person's permissions. */
export function sendForm(
  tenantId: string,
  formId: string,
  body: { inputs: JsonObject; statement: string | undefined },
) {
  return call(answerForm, { params: { tenantId, formId }, body })
}

/** The same for anyone with the link. */
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
