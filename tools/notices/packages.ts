export interface Package {
  name: string
  version: string
  license: string
}

/** Licenses that dependencies of the product may have. */
const FREE = new Set([
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'OFL-1.1',
  'Python-2.0',
])

/** Decided by hand, with the reason in docs/decisions/001-durable-engine.md. */
const ACCEPTED: readonly [RegExp, string][] = [[/^@restatedev\/restate-server/, 'BSL']]

function allowed({ name, license }: Package): boolean {
  const parts = license.replace(/[()]/g, '').split(/ OR /)
  if (parts.some((part) => part.split(/ AND /).every((one) => FREE.has(one)))) return true
  return ACCEPTED.some(([pattern, accepted]) => pattern.test(name) && license === accepted)
}

/** Packages whose license isn't accepted. */
export function noticeFaults(packages: Package[]): string[] {
  return packages
    .filter((item) => !allowed(item))
    .map((item) => `${item.name}@${item.version}: license "${item.license}" is not among the accepted ones`)
}

/** A table by name; several versions of one package share a row. */
export function packageTable(packages: Package[]): string {
  const rows = new Map<string, string>()
  for (const { name, version, license } of packages.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const before = rows.get(name)
    const versions = before === undefined ? version : `${before.split(' | ')[0] ?? ''}, ${version}`
    rows.set(name, `${versions} | ${license}`)
  }
  return [
    '| package | version | license |',
    '|---|---|---|',
    ...[...rows].map(([name, row]) => `| ${name} | ${row} |`),
  ].join('\n')
}
