import type { TableQuestion } from '@caseloom/contract/apps/table-answers'
import { lookUpValues } from '@caseloom/contract/apps/table-lookups'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { keys } from './keys.ts'

/** What tables say about values, for those who build apps; `asked` is the questions as JSON. */
export function lookupsQuery(tenantId: string, asked: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'playbooks', 'lookups', asked),
    queryFn: async ({ signal }) => {
      // Written by the callers.
      const body = { lookups: JSON.parse(asked) as TableQuestion[] }
      return (await call(lookUpValues, { params: { tenantId }, body, signal })).lookups
    },
  })
}
