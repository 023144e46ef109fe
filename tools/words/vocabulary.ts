/**
 * Where a banned term may not occur: `text` what people read, `comment`, `name` a file, function, type, constant of a
 * module, property, method, or parameter, `local` a variable inside a function, `docs` a page in Markdown.
 */
export const PLACES = ['text', 'comment', 'name', 'local', 'docs'] as const
export type Kind = (typeof PLACES)[number]

export interface BannedTerm {
  term: string
  instead: string
  kinds: ReadonlySet<Kind>
}

export interface Vocabulary {
  /** Terms of the product and of the code, lower case. */
  known: ReadonlySet<string>
  banned: BannedTerm[]
}

function cellsOf(line: string): string[] | undefined {
  if (!line.startsWith('|') || /^\|[\s:|-]+\|$/.test(line)) return undefined
  return line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim())
}

function kindsOf(cell: string): ReadonlySet<Kind> {
  if (cell === 'everywhere') return new Set(PLACES)
  const wanted = cell.split(', ')
  const unknown = wanted.filter((kind) => !PLACES.some((place) => place === kind))
  if (unknown.length > 0)
    throw new Error(`docs/words.md bans a term in "${unknown.join(', ')}", which is no place`)
  return new Set(PLACES.filter((kind) => wanted.includes(kind)))
}

/**
 * Reads `docs/words.md`: the first column of each table is a term; the table under "Banned" has the columns
 * term, what to say instead, and where. Throws when it finds neither, so that a moved heading is noticed.
 */
export function readVocabulary(page: string): Vocabulary {
  const known = new Set<string>()
  const banned: BannedTerm[] = []
  let heading = ''
  for (const line of page.split('\n')) {
    if (line.startsWith('## ')) heading = line.slice(3).trim()
    const cells = cellsOf(line)
    const first = cells?.[0]
    if (!cells || !first || first === 'term') continue
    if (heading === 'Banned')
      for (const term of first.split(', '))
        banned.push({ term: term.toLowerCase(), instead: cells[1] ?? '', kinds: kindsOf(cells[2] ?? '') })
    else for (const term of first.split(', ')) known.add(term.toLowerCase())
  }
  if (banned.length === 0 || known.size === 0) throw new Error('docs/words.md holds no vocabulary')
  return { known, banned }
}
