import { referencesOf } from '@caseloom/playbook/references'
import { expressionTree } from '@caseloom/playbook/expression'
import { ExpressionError } from '@caseloom/playbook/expression-error'

const MAX_KEY = 32
const MAX_ID = 40

/** How keys of an applet are called in an app. */
export interface Names {
  prefix: string
  /** Keys of the applet's fields; others are fields of the app. */
  own: ReadonlySet<string>
  /** ID of the section in the applet; in the app it is the prefix. */
  section: string | undefined
  /** IDs of its blocks. */
  blocks?: ReadonlySet<string>
}

export function prefixedKey(prefix: string, key: string): string {
  return `${prefix}_${key}`
}

/** The key in the applet of a key that begins with the prefix; null for another one. */
export function unprefixedKey(prefix: string, key: string): string | null {
  return key.startsWith(`${prefix}_`) ? key.slice(prefix.length + 1) : null
}

export function isTooLong(prefix: string, key: string): boolean {
  return prefixedKey(prefix, key).length > MAX_KEY
}

export function renamed(key: string, { prefix, own }: Names): string {
  return own.has(key) ? prefixedKey(prefix, key) : key
}

/** The ID of an item of the workflow in the app; one that gets too long ends in a digest of the whole. */
export function prefixedId(prefix: string, id: string): string {
  const whole = `${prefix}_${id}`
  if (whole.length <= MAX_ID) return whole
  const digest = digestOf(whole)
  return `${whole.slice(0, MAX_ID - digest.length - 1)}-${digest}`
}

/** FNV-1a over 53 bits as two halves: short, and the same everywhere. */
function digestOf(text: string): string {
  let low = 0x811c9dc5
  let high = 0x01000193
  for (let at = 0; at < text.length; at += 1) {
    low = Math.imul(low ^ text.charCodeAt(at), 0x01000193)
    high = Math.imul(high ^ text.charCodeAt(at), 0x5bd1e995)
  }
  return (low >>> 0).toString(36) + (high >>> 0).toString(36)
}

/**
 * An expression with the names of the app. `roots` are names such as `record` below which fields are read; with
 * `bare`, fields are also read by their key alone. What is no expression stays as it is.
 */
export function renameExpression(
  source: string,
  names: Names,
  { roots, bare }: { roots: readonly string[]; bare: boolean },
): string {
  const ends = new Map<number, string>()
  for (const { name, part, position } of rootsOf(source)) {
    if (position === undefined) continue
    if (part !== undefined && roots.includes(name)) {
      const after = /^`?\s*\.\s*`?/.exec(source.slice(position))
      if (after !== null && names.own.has(part)) ends.set(position + after[0].length + part.length, part)
    } else if (bare && names.own.has(name)) ends.set(position - (source[position - 1] === '`' ? 1 : 0), name)
  }
  return [...ends]
    .sort(([one], [other]) => other - one)
    .reduce(
      (text, [end, key]) =>
        text.slice(end - key.length, end) === key
          ? text.slice(0, end - key.length) + prefixedKey(names.prefix, key) + text.slice(end)
          : text,
      source,
    )
}

function rootsOf(source: string) {
  try {
    return referencesOf(expressionTree(source)).flatMap((one) => (one.kind === 'root' ? [one] : []))
  } catch (error) {
    if (error instanceof ExpressionError) return []
    throw error
  }
}
