import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { noticeFaults, type Package, packageTable } from './notices/packages.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const ENGINE = 'node_modules/@restatedev/restate-server'

interface LockEntry {
  version?: string
  license?: string
  link?: boolean
  dev?: boolean
  devOptional?: boolean
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** What runs in production, from the lock file, so that the answer is the same on every platform. */
function runtimePackages(): Package[] {
  const lock: { packages: Record<string, LockEntry> } = JSON.parse(read('package-lock.json'))
  return Object.entries(lock.packages).flatMap(([path, entry]) => {
    const name = path.split('node_modules/').at(-1) ?? ''
    if (!path.includes('node_modules/') || entry.link || entry.dev || entry.devOptional) return []
    return [{ name, version: entry.version ?? '', license: entry.license ?? licenseOf(path) }]
  })
}

/** Old packages name their licenses in a list, which the lock file leaves out. */
function licenseOf(path: string): string {
  if (!existsSync(join(root, path, 'package.json'))) return ''
  const manifest: { licenses?: { type: string }[] } = JSON.parse(read(join(path, 'package.json')))
  return (manifest.licenses ?? []).map((license) => license.type).join(' OR ')
}

function engineLicense(): string {
  const platform = `${process.platform}-${process.arch}`
  return read(`${ENGINE}-${platform}/LICENSE`).trim()
}

const packages = runtimePackages()
const text = [
  read('tools/notices/bundled.md').trim(),
  '## Packages from npm that run in the product',
  `${packages.length} packages; tools used only for building and testing are not listed.`,
  packageTable(packages),
  '## Restate: Business Source License 1.1',
  `\`\`\`text\n${engineLicense()}\n\`\`\``,
].join('\n\n')

const target = join(root, 'THIRD_PARTY_NOTICES.md')
const faults = noticeFaults(packages)
if (!process.argv.includes('--check')) writeFileSync(target, `${text}\n`)
else if (!existsSync(target) || readFileSync(target, 'utf8') !== `${text}\n`) {
  faults.push('THIRD_PARTY_NOTICES.md is out of date: npm run notices')
}
for (const fault of faults) console.log(fault)
console.log(`${packages.length} packages, ${faults.length} faults`)
process.exitCode = faults.length > 0 ? 1 : 0
