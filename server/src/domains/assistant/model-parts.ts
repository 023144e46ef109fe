import type { Answerer } from './asking/answerer.ts'
import { createChoosingAnswerer } from './providers/choose-answerer.ts'
import type { ChoicesDeps } from './providers/model-choices.ts'
import type { ModelDeps } from './providers/model-deps.ts'
import type { TestModelDeps } from './providers/test-model.ts'
import type { AssistantTool } from './tools/tool.ts'
import type { AssistantNeeds } from './assistant-needs.ts'
import type { Platform } from '../../platform/foundation/platform.ts'
import { isFailure } from '../../platform/errors.ts'

/** What the settings of language models work with. */
export function modelParts(
  { system, outbound, database }: Platform,
  { secrets, tenancy, identity, apps }: AssistantNeeds,
): TestModelDeps & ChoicesDeps {
  const tenantsIn = async (accountId: string) => (await tenancy.directory([accountId])).tenants
  return {
    system,
    outbound,
    apps,
    secrets,
    async privateNetworks(accountId) {
      for (const { id } of await tenantsIn(accountId)) if (await tenancy.privateNetworks(id)) return true
      return false
    },
    async tenantsOf(accountId, userId) {
      const found = []
      for (const { id } of await tenantsIn(accountId)) {
        const actor = await identity.actorOf(userId, id)
        if (actor !== null) found.push({ scope: database.tenant({ tenantId: id, accountId }), actor })
      }
      return found
    },
  }
}

/** Answers by the account's language model, with these tools; by the built-in answerer where there is none. */
export function modelAnswerer(
  platform: Platform,
  needs: AssistantNeeds,
  { tools, builtIn }: { tools: readonly AssistantTool[]; builtIn: Answerer },
): Answerer {
  const deps: ModelDeps = {
    ...modelParts(platform, needs),
    tools,
    builtIn,
    log: platform.log,
    async recordAt(scope, actor, place) {
      try {
        return (await needs.records.getRecord(scope, actor, place)).trackingId
      } catch (error) {
        if (isFailure(error)) return null
        throw error
      }
    },
  }
  return createChoosingAnswerer(deps)
}
