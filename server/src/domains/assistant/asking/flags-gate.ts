import type { Actor } from '@caseloom/contract/kernel/permissions'
import { fail } from '../../../platform/errors.ts'
import type { TenantScope } from '../../../platform/database/types.ts'
import type { AssistantDeps } from './assistant-deps.ts'

/** The user who asks. Throws resource.not_found if the assistant is turned off or there is no user. */
export async function asker(
  deps: Pick<AssistantDeps, 'flags'>,
  scope: TenantScope,
  actor: Actor,
): Promise<string> {
  const flags = await deps.flags(scope.accountId)
  if (!flags.HeroAi || actor.kind !== 'user' || actor.id === null) throw fail('resource.not_found')
  return actor.id
}
