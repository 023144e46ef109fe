import type { ActionView } from '@caseloom/contract/automation/builder'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { type ActionSpec, builtInActions, DEFAULT_TIMEOUT_MS } from '@caseloom/playbook/actions'
import { inputSchema } from '@caseloom/playbook/step-input'

const own = new Map<string, ActionView>()

/** The tenant's action; the built-in one until the tenant's have loaded. */
export function actionOf(actions: ReadonlyMap<string, ActionView>, name: string): ActionView | undefined {
  const known = actions.get(name) ?? own.get(name)
  if (known !== undefined) return known
  const spec = builtInActions.get(name)
  if (spec === undefined) return undefined
  const view = viewOf(spec)
  own.set(name, view)
  return view
}

function viewOf(spec: ActionSpec): ActionView {
  return {
    name: spec.name,
    title: spec.title,
    description: spec.description ?? null,
    kind: spec.kind,
    connector: null,
    input: inputSchema(spec) as JsonObject,
    output: (spec.output as JsonObject | undefined) ?? null,
    lazy: [...(spec.lazy ?? [])],
    required: [...(spec.required ?? [])],
    local: spec.local ?? null,
    asset: spec.asset ?? null,
    timeoutMs: spec.timeoutMs ?? DEFAULT_TIMEOUT_MS,
  }
}
