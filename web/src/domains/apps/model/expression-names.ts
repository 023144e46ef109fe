import type { FieldInput } from '@caseloom/contract/field-types/fields'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import { UNSTEADY_NAMES } from '@caseloom/playbook/function-names'
import { FUNCTIONS } from '../../../ui/expression/functions.ts'
import type { KnownName } from '../../../ui/expression/known-name.ts'

/** What formulas and rules can call: they give the same in the browser and on the server, without clock and chance. */
export const STEADY_FUNCTIONS = FUNCTIONS.filter(({ name }) => !UNSTEADY_NAMES.has(name))

/** A name with a value, at the end of a path. */
export function leafName(path: string, look: Pick<KnownName, 'type' | 'label' | 'typeLabel'>): KnownName {
  const name = path.split('.').at(-1) ?? path
  return { name, path, help: undefined, sample: undefined, parts: () => [], ...look }
}

/** What the value of a field is to an expression. */
export function typeOfField(field: FieldInput | undefined): KnownName['type'] {
  if (field === undefined) return 'text'
  const { several, decimal } = fieldTraits(field)
  return several ? 'list' : decimal ? 'number' : 'text'
}
