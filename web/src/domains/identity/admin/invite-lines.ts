import { Email } from '@caseloom/contract/identity/identity'

export const MAX_ADDRESSES = 100

export interface Invited {
  email: string
  name: string
  /** As it was typed, to leave it in the field when it fails. */
  line: string
}

export type LineFault = { kind: 'bad' | 'twice'; line: number; text: string }

/** Commas and semicolons separate addresses like new lines, but not inside a quoted name. */
const SEPARATOR = /[,;](?=(?:[^"]*"[^"]*")*[^"]*$)/

/** Accepts addresses with or without a name: `Maren Holt <maren@example.com>`. Faults name the line. */
export function readLines(text: string): { people: Invited[]; faults: LineFault[] } {
  const people: Invited[] = []
  const faults: LineFault[] = []
  const parts = text
    .split(/\r?\n/)
    .flatMap((whole, index) => whole.split(SEPARATOR).map((part) => ({ line: part.trim(), index })))
  for (const { line, index } of parts) {
    if (line === '') continue
    const named = /^(.*?)\s*<([^<>]+)>$/.exec(line)
    const email = (named?.[2] ?? line).trim()
    if (!Email.safeParse(email).success) {
      faults.push({ kind: 'bad', line: index + 1, text: line })
      continue
    }
    if (people.some((one) => one.email.toLowerCase() === email.toLowerCase())) {
      faults.push({ kind: 'twice', line: index + 1, text: email })
      continue
    }
    const name = (named?.[1] ?? '').replace(/^["']|["']$/g, '').trim()
    people.push({ email, name: (name === '' ? nameOf(email) : name).slice(0, 100), line })
  }
  return { people, faults }
}

/** A name guessed from an address: `maren.holt@example.com` is Maren Holt. The person can change it. */
export function nameOf(email: string): string {
  const local = email.split('@')[0] ?? email
  const words = local
    .replace(/\+.*$/, '')
    .split(/[._-]+/)
    .filter((word) => word !== '' && !/^\d+$/.test(word))
  if (words.length === 0) return local
  return words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join(' ')
}
