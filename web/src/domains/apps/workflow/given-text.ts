import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { TriedExpression } from '@caseloom/workflow/try-expression'
import type { KnownName } from '../../../ui/expression/known-name.ts'
import { knownPaths } from '../../../ui/expression/path-pills.ts'
import { glimpse } from '../../../ui/expression/shape.ts'

/** An expression with the values that it read of the record in place of their names; nothing for a mere name. */
export function givenText(
  source: string,
  names: readonly KnownName[],
  tried: Extract<TriedExpression, { value: JsonValue }>,
): string | undefined {
  const paths = knownPaths(source, names).flatMap(({ from, to, name }) => {
    const [root = '', key = ''] = name.path.split('.')
    if (root !== 'record' && root !== 'before') return []
    const values = tried[root]
    return [{ from, to, value: Object.hasOwn(values, key) ? (values[key] ?? null) : null }]
  })
  const [first] = paths
  if (first === undefined || first.to - first.from === source.length) return undefined
  let text = ''
  let end = 0
  for (const { from, to, value } of paths) {
    text += source.slice(end, from) + literal(value)
    end = to
  }
  return (text + source.slice(end)).replace(/\s+/g, ' ')
}

function literal(value: JsonValue): string {
  return typeof value === 'string' ? `"${glimpse(value)}"` : glimpse(value)
}
