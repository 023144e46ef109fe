import type { JsonObject } from '@caseloom/contract/kernel/json'
import { stepsOf, triggersOf } from './places.ts'

const LONGEST = 64

export function takenKeys(document: JsonObject): Set<string> {
  return new Set(stepsOf(document).map(({ key }) => key))
}

export function takenTriggers(document: JsonObject): Set<string> {
  return new Set(triggersOf(document).map(({ key }) => key))
}

/** A unique key from words: "Look up host" becomes `lookUpHost`, `mail.send` becomes `mailSend`. */
export function freshKey(words: string, taken: ReadonlySet<string>): string {
  const parts = words
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9_]+/)
    .filter((part) => part !== '')
  const joined = parts
    .map((part, index) => (index === 0 ? lowered(part) : part.charAt(0).toUpperCase() + part.slice(1)))
    .join('')
    .replace(/^[^A-Za-z]+/, '')
  const base = lowered(joined === '' ? 'step' : joined).slice(0, LONGEST)
  if (!taken.has(base)) return base
  const stem = base.replace(/\d+$/, '') || base
  for (let count = 2; ; count += 1) {
    const next = `${stem.slice(0, LONGEST - String(count).length)}${count}`
    if (!taken.has(next)) return next
  }
}

function lowered(part: string): string {
  return /^[A-Z0-9]+$/.test(part) ? part.toLowerCase() : part.charAt(0).toLowerCase() + part.slice(1)
}

export function playbookKey(title: string): string {
  const plain = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
    .slice(0, 63)
  return plain === '' ? 'playbook' : plain
}
