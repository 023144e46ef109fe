import type { Principals } from '@caseloom/contract/identity/identity'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import type { ItemNote } from '../local/local-item.ts'

/** Forms that credentials of well-known services have. */
const SECRETS: readonly RegExp[] = [
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bgh[pousr]_[A-Za-z0-9]{30,}/,
  /\bglpat-[A-Za-z0-9_-]{20,}/,
  /\bxox[abprs]-[A-Za-z0-9-]{10,}/,
  /\bsk-[A-Za-z0-9_-]{20,}/,
  /\bAIza[0-9A-Za-z_-]{35}\b/,
  /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\./,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /\b(?:Bearer|Basic)\s+[A-Za-z0-9+/_.=-]{16,}/i,
  /:\/\/[^\s/:@{}]+:[^\s/:@{}]+@/,
]
/** Members that hold a secret by their name, where they hold a text and no expression. */
const SECRET_MEMBER =
  /^(?:password|passwd|passphrase|secret|client_?secret|api_?key|apikey|token|access_?token|private_?key|authorization|x-api-key)$/i
const ADDRESS = /[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}/
const MAX_NOTES = 50

/** People, secrets, and addresses that stand in a definition as they are. */
export function literalsIn(document: JsonObject, { users }: Pick<Principals, 'users'>): ItemNote[] {
  const people = new Set(users.flatMap(({ id, name }) => [id.toLowerCase(), name.toLowerCase()]))
  const ids = new Set<string>(users.map(({ id }) => id.toLowerCase()))
  const notes: ItemNote[] = []
  const visit = (value: JsonValue, path: readonly string[]): void => {
    if (notes.length >= MAX_NOTES) return
    if (typeof value === 'string') {
      const note = noteOn(value, path, { people, ids })
      if (note !== null) notes.push(note)
    } else if (Array.isArray(value)) value.forEach((one, at) => visit(one, [...path, String(at)]))
    else if (value !== null && typeof value === 'object')
      for (const [name, part] of Object.entries(value)) visit(part, [...path, name])
  }
  visit(document, [])
  return notes
}

interface Known {
  people: ReadonlySet<string>
  ids: ReadonlySet<string>
}

function noteOn(text: string, path: readonly string[], { people, ids }: Known): ItemNote | null {
  const place = path.join('.')
  const name = path.findLast((part) => !/^\d+$/.test(part)) ?? ''
  const isExpression = text.includes('{%')
  const isNamedSecret =
    SECRET_MEMBER.test(name) && text.trim() !== '' && !isExpression && path.includes('with')
  if (isNamedSecret || SECRETS.some((secret) => secret.test(text)))
    return { severity: 'error', code: 'secret', place }
  const lower = text.trim().toLowerCase()
  // A name counts only where people are named: a text may say it for another reason.
  if (ids.has(lower) || (name === 'users' && people.has(lower)) || mentions(text, ids))
    return { severity: 'error', code: 'person', place }
  return ADDRESS.test(text) && !isExpression ? { severity: 'warning', code: 'address', place } : null
}

const GUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

/** An expression may name a user by ID. */
function mentions(text: string, ids: ReadonlySet<string>): boolean {
  return (text.match(GUIDS) ?? []).some((id) => ids.has(id.toLowerCase()))
}
