import { RecordId } from '@caseloom/contract/kernel/ids'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { listRecordButtons, pressButton, pressButtonOnMany } from '@caseloom/contract/automation/triggers'
import type { RouteBodyInput } from '@caseloom/contract/kernel/route'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../data/call.ts'
import { keys } from '../../../data/keys.ts'

/** Returns the outcome of the run. */
export function press(
  tenantId: string,
  buttonId: string,
  given: { recordId: string; inputs: JsonObject; statement?: string | undefined },
) {
  return call(pressButton, {
    params: { tenantId, buttonId },
    body: { recordId: RecordId.parse(given.recordId), inputs: given.inputs, statement: given.statement },
  })
}

/** The buttons of a record as rules offer them now. */
export function recordButtonsQuery(tenantId: string, appId: string, recordId: string) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'records', recordId, 'buttons'),
    queryFn: async ({ signal }) =>
      (await call(listRecordButtons, { params: { tenantId, appId, recordId }, signal })).items,
    staleTime: 0,
  })
}

/** Returns the job. */
export function pressOnMany(
  tenantId: string,
  buttonId: string,
  body: RouteBodyInput<typeof pressButtonOnMany>,
) {
  return call(pressButtonOnMany, { params: { tenantId, buttonId }, body })
}
