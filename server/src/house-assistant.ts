import { fileURLToPath } from 'node:url'
import type { AssistantDeps } from './domains/assistant/assistant-deps.ts'
import { createBuiltInAnswerer } from './domains/assistant/built-in/built-in-answerer.ts'
import { readHelp } from './domains/assistant/built-in/help-pages.ts'
import { getPerson } from './domains/identity/person.store.ts'
import { searchEverywhere } from './domains/records/search/search-everywhere.ts'
import type { House } from './house.ts'
import type { SystemScope } from './platform/database/types.ts'

const HELP = fileURLToPath(new URL('../../docs/help', import.meta.url))

/** What the assistant works with: the doors, each asked as the person who asks. */
export function houseAssistant(house: House): AssistantDeps & { system: SystemScope } {
  const { automation, tenancy, system, log } = house
  return {
    answerer: createBuiltInAnswerer({
      ...house,
      flags: tenancy.flags,
      help: readHelp(HELP),
      findEverywhere: (scope, actor, command) => searchEverywhere(house, scope, actor, command),
    }),
    flags: tenancy.flags,
    runComponent: automation.runComponent,
    runState: automation.runState,
    emailOf: async (personId) => (await system.read((tx) => getPerson(tx, personId)))?.email ?? '',
    system,
    log,
  }
}
