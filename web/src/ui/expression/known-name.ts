import type { JsonValue } from '@caseloom/contract/kernel/json'
import { partsOf, type Shape, type TypeName, typeOfShape } from './shape.ts'

/** A name that expressions can use. */
export interface KnownName {
  name: string
  /** As written in expressions: `steps.load.output.title`. */
  path: string
  type: TypeName
  help: string | undefined
  sample: JsonValue | undefined
  parts: () => readonly KnownName[]
  /** It only holds others, and is no value itself. */
  isGroup?: true
  /** Another path to the same names: completed when typed, not offered in menus. */
  isAlias?: true
  /** What people call it, and the type of its values in their words. */
  label?: string
  typeLabel?: string
}

const PLAIN = /^[A-Za-z_][A-Za-z0-9_]*$/

export function quoted(name: string): string {
  return PLAIN.test(name) ? name : `\`${name}\``
}

export function nameOfShape(name: string, path: string, shape: Shape, help?: string): KnownName {
  return {
    name,
    path,
    type: typeOfShape(shape),
    help,
    sample: shape.sample,
    parts: () =>
      partsOf(shape).map((part) => nameOfShape(part.name, `${path}.${quoted(part.name)}`, part, part.help)),
  }
}

/** A name that only holds others. */
export function groupName(name: string, path: string, parts: readonly KnownName[], help?: string): KnownName {
  return { name, path, type: 'object', help, sample: undefined, parts: () => parts, isGroup: true }
}
