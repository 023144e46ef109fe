import type { AppView } from '@caseloom/contract/apps/apps'
import { FieldInput, type Field } from '@caseloom/contract/field-types/fields'
import { AppId, FieldId, RecordId, UserId } from '@caseloom/contract/kernel/ids'
import type { FieldValues, RecordView } from '@caseloom/contract/records/records'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'

export const TENANT = '019a0000-0000-7000-8000-0000000000c1'
export const APP = '019a0000-0000-7000-8000-0000000000a1'

export function aField(key: string, input: object = { type: 'text' }): Field {
  const id = FieldId.parse('0190a000-0000-7000-8000-000000000001')
  return { ...FieldInput.parse({ key, label: key, ...input }), id }
}

/** An app with a title, a number, and a required text; only what forms and lists read of it. */
export function anApp(fields: Field[] = []): AppView {
  const app = { id: AppId.parse(APP), key: 'alerts', name: 'Alerts', titleField: 'title', listColumns: [] }
  const own = [aField('title'), aField('count', { type: 'number' }), aField('note'), ...fields]
  // Tests of forms and lists read nothing else of an app.
  return { ...app, fields: own } as unknown as AppView
}

/** The number makes the ID and the tracking ID. */
export function aRecord(number: number, fields: FieldValues = {}, version = 1): RecordView {
  const by = {
    kind: 'user' as const,
    id: UserId.parse(`019a0000-0000-7000-8000-0000000000b1`),
    name: 'Alice',
  }
  const at = '2026-11-23T10:00:00.000Z'
  return {
    id: RecordId.parse(`019a0000-0000-7000-8000-${String(number).padStart(12, '0')}`),
    appId: AppId.parse(APP),
    trackingId: `ALR-${number}`,
    version,
    createdAt: at,
    createdBy: by,
    updatedAt: at,
    updatedBy: by,
    fields,
    restricted: false,
    lock: null,
    can: { update: true, delete: true, restrict: true, lock: true, unlock: true },
  }
}

export function withQueries(client: QueryClient) {
  return (children: ReactNode) => createElement(QueryClientProvider, { client }, children)
}

/** A reply of the server, to the request it is made for. */
export function answer(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
}

/** What a request sent. */
export function bodyOf(request: readonly [unknown, (RequestInit | undefined)?] | undefined): unknown {
  return JSON.parse(String(request?.[1]?.body))
}
