import type { AppView } from '@caseloom/contract/apps/apps'
import { stem } from '../help/words.rules.ts'

export function wordsIn(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

export function wordsOfApp({ name, key }: Pick<AppView, 'name' | 'key'>): string[] {
  return [...wordsIn(name), ...wordsIn(key)].flatMap((word) => [word, `${word}s`])
}

const EMPTY =
  'a an the it this that them to for and then me by with on in of its is be are also please new one record someone something who which via through from us our so at make makes run should will shall must can into their there automatically every each all any about over using when use uses has have'.split(
    ' ',
  )

/** The words of a text that say something and are not among the known ones. */
export function leftOver(text: string, known: ReadonlySet<string>): string[] {
  return wordsIn(text).filter((word) => !known.has(word) && !EMPTY.includes(word))
}

export function appIn(text: string, apps: readonly AppView[]): AppView | undefined {
  const words = new Set(wordsIn(text).map(stem))
  return apps.find(({ name, key }) => words.has(stem(name.toLowerCase())) || words.has(stem(key)))
}

export function capital(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return `${line.slice(0, 1).toUpperCase()}${line.slice(1)}`
}

export function keyOf(title: string): string {
  const key = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[^a-z]+|-+$/g, '')
    .slice(0, 50)
    .replace(/-+$/, '')
  return key === '' ? 'new-playbook' : key
}
