import { listLines } from '@caseloom/contract/content/catalog'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { keys } from './keys.ts'

/** The product lines of the tenant, for those who may import content. */
export function linesQuery(tenantId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'content', 'lines'),
    queryFn: ({ signal }) => call(listLines, { params: { tenantId }, signal }),
  })
}
