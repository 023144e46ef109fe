import type { JsonObject } from '@caseloom/contract/kernel/json'
import { fail } from '../../../platform/errors.ts'
import { inputFaults } from '../components/inputs.rules.ts'

/** Refuses what people filled in, each fault at its field; throws inputs.invalid. */
export function checkInputs(document: JsonObject, inputs: JsonObject): void {
  const issues = inputFaults(document, inputs).map((issue) => {
    const place = issue.path.slice(2)
    if (at(inputs, place) === undefined) return { ...issue, code: 'required', message: 'Required' }
    // The form shows the words at the field.
    const prefix = `${place.join('.')}: `
    const { message } = issue
    return { ...issue, message: message.startsWith(prefix) ? message.slice(prefix.length) : message }
  })
  if (issues.length > 0) throw fail('inputs.invalid', { issues })
}

function at(value: unknown, path: readonly (string | number)[]): unknown {
  let here = value
  for (const part of path) {
    if (typeof here !== 'object' || here === null) return undefined
    here = Object.entries(here).find(([key]) => key === String(part))?.[1]
  }
  return here
}
