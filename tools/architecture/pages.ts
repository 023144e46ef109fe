import type { DomainFacts } from './facts.ts'

const BEGIN = '<!-- from the code: npm run architecture -->'
const END = '<!-- end -->'

/** Replaces the part between the markers of a page; null when the page lacks them. */
export function withBlock(page: string, block: string): string | null {
  const from = page.indexOf(BEGIN)
  const to = page.indexOf(END)
  if (from < 0 || to < from) return null
  return `${page.slice(0, from)}${BEGIN}\n\n${block}\n\n${page.slice(to)}`
}

const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')
const row = (label: string, names: readonly string[]) =>
  `| ${label} | ${names.length > 0 ? code(names) : 'none'} |`

/** The table of a domain's page. */
export function domainBlock({ uses, rooms, tables, doors, events }: DomainFacts): string {
  return [
    '| what | in the code |',
    '|---|---|',
    row('Imports', uses),
    row('Rooms, lowest first', rooms),
    row('Tables', tables),
    ...(doors.length > 0
      ? doors.map(({ file, members }) => row(`Door \`${file}\``, members))
      : [row('Door', [])]),
    row('Events', events),
  ].join('\n')
}

/** The picture of the domains: an arrow points to what is imported, but those that follow from others are left out. */
export function domainPicture(facts: readonly DomainFacts[]): string {
  const uses = new Map(facts.map(({ domain, uses: own }) => [domain, own]))
  const reaches = (from: string, to: string): boolean =>
    (uses.get(from) ?? []).some((next) => next === to || reaches(next, to))
  const arrows = facts.flatMap(({ domain, uses: own }) =>
    own
      .filter((to) => !own.some((between) => between !== to && reaches(between, to)))
      .map((to) => `  ${domain} --> ${to}`),
  )
  return [
    '```mermaid',
    'flowchart TB',
    ...facts.map(({ domain }) => `  ${domain}`).toReversed(),
    ...arrows,
    '```',
  ].join('\n')
}
