import type { Issue } from '@caseloom/contract/kernel/errors'
import { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { checkInputs } from '@caseloom/playbook/inputs'
import { suggestion, valueAt } from '@caseloom/playbook/issues'
import type { TenantTx } from '../../../platform/database/types.ts'
import { allComponents, type ComponentRow } from '../playbooks/component.store.ts'
import { isSharedTo } from '../sharing/sharing.rules.ts'
import { type Call, callsIn } from './calls.rules.ts'

/** Calls of components that don't exist yet, and inputs that theirs don't allow. */
export async function componentWarnings(tx: TenantTx, document: JsonObject, reader: Actor): Promise<Issue[]> {
  const calls = callsIn(document, []).filter(({ key }) => !key.includes('{%'))
  if (calls.length === 0) return []
  const components = (await allComponents(tx)).filter((row) => isSharedTo(reader, row.shared_with))
  return calls.flatMap((call) => {
    const component = components.find(({ key }) => key === call.key)
    if (component !== undefined) return inputWarnings(call, component)
    const keys = components.map(({ key }) => key)
    const message = `No component "${call.key}" is published${suggestion(call.key, keys)}`
    return [{ path: [...call.path, 'component'], code: 'unknown_component', message }]
  })
}

function inputWarnings({ path, inputs }: Call, { key, document }: ComponentRow): Issue[] {
  const schema = JsonObject.safeParse(document['inputs']).data
  if (schema === undefined || inputs === null) return []
  const properties = Object.keys(JsonObject.safeParse(schema['properties']).data ?? {})
  const unknown = Object.keys(inputs)
    .filter((name) => properties.length > 0 && !properties.includes(name))
    .map((name) => ({
      path: [...path, 'inputs', name],
      code: 'unknown_key',
      message: `The component "${key}" has no input "${name}"${suggestion(name, properties)}`,
    }))
  const checked = checkInputs(schema, inputs)
  const faults = checked.ok ? [] : checked.issues
  const wrong = faults
    .filter(({ code }) => code !== 'unknown_key')
    .filter((issue) => !holdsExpression(valueAt(inputs, issue.path)))
    .map((issue) => ({
      path: [...path, 'inputs', ...issue.path],
      code: issue.code,
      message: `${issue.message} for the component "${key}"`,
    }))
  return [...unknown, ...wrong]
}

function holdsExpression(value: unknown): boolean {
  return value !== undefined && JSON.stringify(value).includes('{%')
}
