import { normaliseGuid } from '@caseloom/contract/ids'
import { fail } from '../../../platform/errors.ts'

/** The id after which a page goes on; throws request.invalid for a cursor that no page gave out. */
export function pageAfter(cursor: string | undefined): string | null {
  if (cursor === undefined) return null
  const id = normaliseGuid(cursor)
  if (id !== null) return id
  const issue = { path: ['query', 'cursor'], code: 'invalid_format', message: 'Invalid cursor' }
  throw fail('request.invalid', { issues: [issue] })
}
