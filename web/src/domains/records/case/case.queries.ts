import type { NamedValue } from '@caseloom/contract/values/warning-lists'
import { checkObservables, WARNING_LIST_LIMITS } from '@caseloom/contract/records/warning-lists'
import { similarRecords } from '@caseloom/contract/records/observables'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { RecordView } from '@caseloom/contract/records/records'
import {
  addTask,
  changeTask,
  removeTask,
  type TaskCreate,
  type TaskList,
  type TaskUpdate,
} from '@caseloom/contract/records/tasks'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { hasCode } from '../../../data/api-error.ts'
import { call } from '../../../data/call.ts'
import { keys } from '../../../data/keys.ts'
import { keepSaved, recordQuery, saveChanges } from '../model/records.queries.ts'

export interface FieldPlace {
  tenantId: string
  appId: string
  recordId: string
  field: string
}

export function similarQuery({ tenantId, appId, recordId }: Omit<FieldPlace, 'field'>) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'records', recordId, 'similar'),
    queryFn: async ({ signal }) =>
      (await call(similarRecords, { params: { tenantId, appId, recordId }, query: { limit: 20 }, signal }))
        .items,
  })
}

/** Of values those that warning lists name. */
export function warningHitsQuery(tenantId: string, values: readonly NamedValue[]) {
  const observables = values.slice(0, WARNING_LIST_LIMITS.values).map(({ kind, value }) => ({ kind, value }))
  return queryOptions({
    queryKey: keys.list(tenantId, 'settings', 'warning-hits', observables),
    queryFn: async ({ signal }) =>
      (await call(checkObservables, { params: { tenantId }, body: { observables }, signal })).hidden,
    meta: { quiet: true },
  })
}

export type TaskStep =
  | { do: 'add'; task: TaskCreate }
  | { do: 'change'; taskId: string; set: TaskUpdate }
  | { do: 'remove'; taskId: string }

export function takeTaskStep({ field, ...place }: FieldPlace, step: TaskStep): Promise<TaskList> {
  const params = { ...place, taskField: field }
  switch (step.do) {
    case 'add':
      return call(addTask, { params, body: step.task })
    case 'change':
      return call(changeTask, { params: { ...params, taskId: step.taskId }, body: step.set })
    case 'remove':
      return call(removeTask, { params: { ...params, taskId: step.taskId } })
    default:
      return step satisfies never
  }
}

/** Updates the cached list; everything else affected is refetched. */
export function keepTasks(client: QueryClient, place: FieldPlace, { version, tasks }: TaskList): void {
  const key = keys.one(place.tenantId, 'records', place.recordId)
  client.setQueryData<RecordView>(key, (before) =>
    before === undefined || before.version > version
      ? before
      : // Tasks consist of JSON values only.
        { ...before, fields: { ...before.fields, [place.field]: tasks as unknown as JsonValue } },
  )
  void client.invalidateQueries({ queryKey: key })
  void client.invalidateQueries({ queryKey: keys.list(place.tenantId, 'records', place.appId) })
}

/** Changes a list as it is currently stored; when someone else changed it first, the change is applied to theirs. */
export async function changeList(
  client: QueryClient,
  { field, ...place }: FieldPlace,
  change: (stored: JsonValue) => JsonValue,
): Promise<void> {
  const query = recordQuery(place.tenantId, place.appId, place.recordId)
  for (let attempt = 1; ; attempt += 1) {
    const record = await client.fetchQuery({
      ...query,
      staleTime: attempt === 1 ? Number.POSITIVE_INFINITY : 0,
    })
    try {
      const fields = { [field]: change(record.fields[field] ?? null) }
      keepSaved(client, place.tenantId, await saveChanges(place, record.version, fields))
      void client.invalidateQueries({
        queryKey: keys.one(place.tenantId, 'records', place.recordId, 'similar'),
      })
      return
    } catch (error) {
      if (attempt === 3 || !hasCode(error, 'resource.version_conflict')) throw error
    }
  }
}
