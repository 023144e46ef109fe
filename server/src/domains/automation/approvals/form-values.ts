import type { Issue } from '@caseloom/contract/kernel/errors'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { checkInputs, checkInputsSchema } from '@caseloom/playbook/inputs'
import { fail } from '../../../platform/errors.ts'

type Fault = Parameters<typeof checkInputsSchema>[2][number]

/** Why a schema cannot stand behind a form; null when it can. Publishing has checked it, other ways in have not. */
export function schemaFault(schema: JsonObject): string | null {
  const faults: Fault[] = []
  checkInputsSchema(schema, ['schema'], faults)
  return faults[0]?.message ?? null
}

/** What was filled in, with the schema's defaults; throws inputs.invalid with every fault at its field. */
export function checkedValues(schema: JsonObject, values: JsonObject): JsonObject {
  const checked = checkInputs(schema, values)
  if (!checked.ok) throw fail('inputs.invalid', { issues: checked.issues.map(issueOf) })
  const { value } = checked
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}

/** The fault at its path in the request. The message of a missing value omits the key, which people never see. */
function issueOf({ path, code, message }: Fault): Issue {
  return {
    path: ['body', 'values', ...path],
    code: code === 'missing' ? 'required' : code,
    message: code === 'missing' ? 'Required' : message,
  }
}
