import { type Catalogs, parseFile, readCatalogs, type SourceFile, textOf, walk } from './catalogs.ts'
import { textUses, type TextUse } from './uses.ts'

export interface TextReport {
  faults: string[]
  keys: number
  uses: number
}

const PLURAL = /_(?:zero|one|two|few|many|other)$/

/** Texts that pages ask for and no catalog has. */
export function checkTexts(files: readonly SourceFile[]): TextReport {
  const parsed = files.map(parseFile)
  const catalogs = readCatalogs(parsed)
  const uses = parsed.flatMap((file, at) => textUses(file, files[at]?.text ?? ''))
  const faults = uses
    .filter((use) => !use.optional && !isKnown(use, catalogs))
    .map(({ at, namespace, key }) => `${at}  no text for ${namespace ?? 'any namespace'}:${String(key)}`)
  return {
    faults,
    keys: [...catalogs.values()].reduce((sum, keys) => sum + keys.size, 0),
    uses: uses.length,
  }
}

function isKnown({ namespace, key }: TextUse, catalogs: Catalogs): boolean {
  const [named, bare] = withoutNamespace(key)
  const place = named ?? namespace
  const sets = place === null ? [...catalogs.values()] : [catalogs.get(place) ?? new Map<string, string>()]
  return sets.some((keys) => [...keys.keys()].some((one) => asks(bare, one)))
}

const asks = (key: string | RegExp, one: string) =>
  [one, one.replace(PLURAL, '')].some((text) => (typeof key === 'string' ? key === text : key.test(text)))

/** `ns:key` names another namespace than that of the function. */
function withoutNamespace(key: string | RegExp): [namespace: string | undefined, key: string | RegExp] {
  const source = typeof key === 'string' ? key : key.source
  const [, start = '', namespace, rest = ''] = /^(\^?)(\w+):(.*)$/.exec(source) ?? []
  if (namespace === undefined) return [undefined, key]
  return [namespace, typeof key === 'string' ? rest : new RegExp(`${start}${rest}`)]
}

/**
 * Texts that nothing asks for: no call by key or pattern, and no string of the pages that is the key or its last part, as
 * where keys lie in tables.
 */
export function unusedTexts(files: readonly SourceFile[]): string[] {
  const parsed = files.map(parseFile)
  const uses = parsed.flatMap((file, at) => textUses(file, files[at]?.text ?? ''))
  const literals = new Set(
    uses.flatMap(({ key }) => (typeof key === 'string' ? [withoutNamespace(key)[1]] : [])),
  )
  const patterns = uses.flatMap(({ key }) => {
    const bare = withoutNamespace(key)[1]
    return bare instanceof RegExp ? [bare] : []
  })
  const words = new Set<string>()
  for (const file of parsed.filter(({ path }) => !path.endsWith('.en.ts')))
    walk(file.program, (node) => {
      const text = textOf(node)
      if (text !== undefined) words.add(text)
    })
  return [...readCatalogs(parsed)].flatMap(([namespace, keys]) =>
    [...keys].flatMap(([key, at]) => {
      const bare = key.replace(PLURAL, '')
      const last = bare.split('.').at(-1) ?? bare
      const isAsked =
        literals.has(bare) ||
        literals.has(key) ||
        words.has(bare) ||
        words.has(last) ||
        patterns.some((pattern) => pattern.test(bare) || pattern.test(key))
      return isAsked ? [] : [`${at}  nothing shows ${namespace}:${key}`]
    }),
  )
}
