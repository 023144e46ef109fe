import { normalizeGuid } from '@caseloom/contract/kernel/ids'
import { fail } from '../../../platform/errors.ts'

/** The id that a page continues after; throws request.invalid for a malformed cursor. */
export function pageAfter(cursor: string | undefined): string | null {
  if (cursor === undefined) return null
  const id = normalizeGuid(cursor)
  if (id !== null) return id
  const issue = { path: ['query', 'cursor'], code: 'invalid_format', message: 'Invalid cursor' }
  throw fail('request.invalid', { issues: [issue] })
}
