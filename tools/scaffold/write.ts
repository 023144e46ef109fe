import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DOMAIN_ORDER } from '../arrows/zones.ts'
import { namesOf } from './names.ts'
import { domainFiles } from './templates.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))

export type Written = { files: string[] } | { wrong: string }

/** Writes the files of a new domain below `root`, formatted; writes nothing when one of them already exists. */
export function writeDomain(root: string, domain: string, thing: string): Written {
  const names = namesOf(domain, thing, DOMAIN_ORDER)
  if (typeof names === 'string') return { wrong: names }
  const files = domainFiles(names)
  const present = Object.keys(files).find((path) => existsSync(join(root, path)))
  if (present !== undefined) return { wrong: `${present} is there already: nothing was written` }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), format(path, text))
  }
  return { files: Object.keys(files) }
}

function format(path: string, text: string): string {
  const biome = join(repository, 'node_modules', '.bin', 'biome')
  const done = spawnSync(biome, ['format', `--stdin-file-path=${path}`], {
    input: text,
    cwd: repository,
    encoding: 'utf8',
  })
  if (done.status !== 0) throw new Error(`The template of ${path} cannot be formatted: ${done.stderr}`)
  return done.stdout
}
