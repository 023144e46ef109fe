import { Statement } from '@caseloom/contract/kernel/statements'
import { hasCode } from './api-error.ts'

/** What a refused start asks the person to confirm first; null for any other failure. */
export function openStatement(error: unknown): Statement | null {
  if (!hasCode(error, 'statement.confirm_first')) return null
  return Statement.safeParse(error.problem?.['statement']).data ?? null
}
