import { readMail } from '@caseloom/contract/records/mail'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../data/call.ts'
import { keys } from '../../../data/keys.ts'
import type { FilesPlace } from '../files/files.queries.ts'

/** An email among the files of a record; a file never changes. */
export function mailQuery(place: FilesPlace, fileId: string) {
  return queryOptions({
    queryKey: keys.one(place.tenantId, 'records', place.recordId, 'mail', fileId),
    queryFn: ({ signal }) => call(readMail, { params: { ...place, fileId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
