import type { Answerer } from '../domains/assistant/answerer.ts'
import { createChoosingAnswerer } from '../domains/assistant/providers/choose-answerer.ts'
import type { ChoicesDeps } from '../domains/assistant/providers/model-choices.ts'
import type { ModelDeps } from '../domains/assistant/providers/model-deps.ts'
import type { TestModelDeps } from '../domains/assistant/providers/test-model.ts'
import type { AssistantTool } from '../domains/assistant/tools/tool.ts'
import type { Services } from '../services.ts'
import { isFailure } from '../platform/errors.ts'

/** What the settings of language models work with. */
export function modelServices(house: Services): TestModelDeps & ChoicesDeps {
  const { system, outbound, identityDeps, tenancy, identity, database, apps } = house
  const tenantsIn = async (accountId: string) => (await tenancy.directory([accountId])).tenants
  return {
    system,
    outbound,
    apps,
    secrets: identityDeps.secrets,
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
  house: Services,
  { tools, builtIn }: { tools: readonly AssistantTool[]; builtIn: Answerer },
): Answerer {
  const deps: ModelDeps = {
    ...modelServices(house),
    tools,
    builtIn,
    log: house.log,
    async recordAt(scope, actor, place) {
      try {
        return (await house.records.getRecord(scope, actor, place)).trackingId
      } catch (error) {
        if (isFailure(error)) return null
        throw error
      }
    },
  }
  return createChoosingAnswerer(deps)
}
