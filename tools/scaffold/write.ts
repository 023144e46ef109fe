import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DOMAIN_ORDER } from '../arrows/zones.ts'
import type { Edit } from './edit.ts'
import { namesOf } from './names.ts'
import { domainFiles } from './templates.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** What a scaffold would do: new files, edits of files that are there, and what is left to the author. */
export interface Plan {
  files: Readonly<Record<string, string>>
  edits: Readonly<Record<string, Edit>>
  next: readonly string[]
}

export type Written = { files: string[]; next: readonly string[] } | { wrong: string }

/** Writes the files of a new domain below `root`, formatted; writes nothing when one of them already exists. */
export function writeDomain(root: string, domain: string, thing: string): Written {
  const names = namesOf(domain, thing, DOMAIN_ORDER)
  if (typeof names === 'string') return { wrong: names }
  return writePlan(root, {
    files: domainFiles(names),
    edits: {},
    next: [
      `tools/arrows/rooms.ts        give the contract's room ${domain} its place`,
      `contract/src/routes.ts       add ...routesOf(${domain})`,
      "contract/src/kernel/permissions.ts  name its permissions, and put them where the files now say 'tenant'",
      'server/src/services.ts       add its migrations and its routes',
      `docs/contributing/domains/${domain}.md  say what it owns, then npm run architecture`,
      'docs/words.md                add its words',
      `npm run check && npm test -- --only=unit ${domain}`,
    ],
  })
}

/** Writes a plan below `root`, formatted; writes nothing when a file exists already or an edit finds no place. */
export function writePlan(root: string, plan: Plan | string): Written {
  if (typeof plan === 'string') return { wrong: plan }
  const present = Object.keys(plan.files).find((path) => existsSync(join(root, path)))
  if (present !== undefined) return { wrong: `${present} exists already: nothing was written` }
  const texts: [path: string, text: string][] = Object.entries(plan.files)
  for (const [path, edit] of Object.entries(plan.edits)) {
    try {
      texts.push([path, edit(readFileSync(join(root, path), 'utf8'))])
    } catch (error) {
      return {
        wrong: `${path} ${error instanceof Error ? error.message : String(error)}: nothing was written`,
      }
    }
  }
  for (const [path, text] of texts) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), format(path, text))
  }
  return { files: texts.map(([path]) => path), next: plan.next }
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
