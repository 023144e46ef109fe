import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { compileTemplate, expressionTree } from './expression.ts'
import { ExpressionError } from './expression-error.ts'
import type { Issue, IssuePath } from './issues.ts'
import { referencesOf } from './references.ts'
import { type Shape, unknownName } from './trigger-shape.ts'

/**
 * Warns about paths below `trigger` that no trigger of the document brings. `shapes` has one entry per trigger in
 * order, null where nothing is known of it. A playbook without triggers is started by others and gets no warnings.
 */
export function triggerPathWarnings(document: JsonObject, shapes: readonly (Shape | null)[]): Issue[] {
  if (shapes.length === 0) return []
  const { triggers, ...rest } = document
  const known = shapes.filter((shape) => shape !== null)
  const inSteps = known.length === shapes.length ? warningsIn(rest, [], known) : []
  const list = Array.isArray(triggers) ? triggers : []
  const inTriggers = list.flatMap((trigger, at) => {
    const shape = shapes[at]
    return shape ? warningsIn(trigger, ['triggers', at], [shape]) : []
  })
  return [...inTriggers, ...inSteps]
}

function warningsIn(value: JsonValue, path: IssuePath, shapes: readonly Shape[]): Issue[] {
  if (typeof value === 'string') return value.includes('trigger') ? warningsOf(value, path, shapes) : []
  if (Array.isArray(value)) return value.flatMap((item, at) => warningsIn(item, [...path, at], shapes))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => warningsIn(inner, [...path, key], shapes))
}

function warningsOf(text: string, path: IssuePath, shapes: readonly Shape[]): Issue[] {
  try {
    return compileTemplate(text).expressions.flatMap(({ source, offset }) =>
      referencesOf(expressionTree(source)).flatMap((reference) => {
        if (reference.kind !== 'root' || reference.name !== 'trigger') return []
        const unknown = unknownName(reference.below, shapes)
        if (unknown === undefined) return []
        const { parent, name, near } = unknown
        const hint = near === undefined ? '' : `; did you mean "${near}"?`
        const message = `${parent} has no "${name}"${hint}`
        const issue: Issue = { path, code: 'unknown_trigger_path', message }
        const { position } = reference
        return [position === undefined ? issue : { ...issue, position: offset + position }]
      }),
    )
  } catch (error) {
    // What does not parse is a problem already.
    if (error instanceof ExpressionError) return []
    throw error
  }
}
