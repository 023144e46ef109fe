import type { ActionView } from '@caseloom/contract/automation/builder'
import { type ActionSpec, builtInActions, type SpecCatalog } from '@caseloom/playbook/actions'
import { z } from 'zod'

const ANYTHING = z.record(z.string(), z.unknown())

/** Actions to validate a draft against: built-in ones, then the tenant's. */
export function catalogOf(actions: readonly ActionView[]): SpecCatalog {
  const all = new Map(builtInActions)
  for (const action of actions) if (!all.has(action.name)) all.set(action.name, specOf(action))
  return all
}

function specOf({ name, title, kind, input, lazy, required, asset, timeoutMs }: ActionView): ActionSpec {
  const spec = { name, title, kind, input: schemaOf(input), lazy, required, timeoutMs }
  return asset === null ? spec : { ...spec, asset }
}

// A schema Zod cannot express is not an error in the playbook: the server validates it when publishing.
function schemaOf(input: ActionView['input']): z.ZodType {
  try {
    return z.fromJSONSchema(input)
  } catch {
    return ANYTHING
  }
}
