const PATH = /^[a-zA-Z_]\w*(?:\.(?:[a-zA-Z_]\w*|`[^`]+`))+$/
const MAX_QUOTED = 200

/**
 * Why an expression returns nothing, as the end of a sentence: the first part of a plain path that is missing or empty.
 * Names only what the expression itself says, never what the values hold.
 */
export function whatIsMissing(source: string, scope: object): string {
  const quoted = `"${source.length <= MAX_QUOTED ? source : `${source.slice(0, MAX_QUOTED - 1)}…`}"`
  const reason = PATH.test(source) ? missingPart(source, scope) : null
  return `${quoted} returns nothing${reason === null ? '' : `: ${reason}`}`
}

function missingPart(source: string, scope: object): string | null {
  const parts = source.match(/`[^`]+`|\w+/g) ?? []
  let value: unknown = scope
  for (const [index, part] of parts.entries()) {
    const before = parts.slice(0, index).join('.')
    // A list is searched item by item: which of them lacks the part is not one answer.
    if (Array.isArray(value)) return value.length === 0 ? `${before} is an empty list` : null
    const name = part.startsWith('`') ? part.slice(1, -1) : part
    const next =
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? Reflect.get(value, name)
        : undefined
    if (next === undefined) return index === 0 ? `${part} isn’t available here` : `${before} has no ${part}`
    if (next === null || next === '') return `${parts.slice(0, index + 1).join('.')} is empty`
    value = next
  }
  return null
}
