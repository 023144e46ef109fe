import type { Issue } from '@caseloom/contract/kernel/errors'
import { JsonObject } from '@caseloom/contract/kernel/json'
import { checkInputs, fillDefaults } from '@caseloom/playbook/inputs'

type Read = { ok: true; inputs: JsonObject } | { ok: false; issues: Issue[] }

/** The inputs that a caller gives to a playbook, with its defaults, or what is wrong with them. */
export function readInputs(document: JsonObject, inputs: JsonObject): Read {
  const schema = JsonObject.safeParse(document['inputs'])
  if (!schema.success) return { ok: true, inputs }
  const checked = checkInputs(schema.data, inputs)
  if (checked.ok) return { ok: true, inputs: JsonObject.parse(checked.value) }
  return {
    ok: false,
    issues: checked.issues.map(({ path, ...issue }) => ({ ...issue, path: ['body', 'inputs', ...path] })),
  }
}

/** The inputs of a run that no one was asked for: what is given, and the playbook's defaults. */
export function inputsAtStart(document: JsonObject, given: JsonObject = {}): JsonObject {
  const schema = JsonObject.safeParse(document['inputs'])
  return schema.success ? fillDefaults(schema.data, given) : given
}

/** Only what is wrong with them. */
export function inputFaults(document: JsonObject, inputs: JsonObject): Issue[] {
  const read = readInputs(document, inputs)
  return read.ok ? [] : read.issues
}
