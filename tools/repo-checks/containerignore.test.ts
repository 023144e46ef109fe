import { readFileSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { expect, it } from 'vitest'

const lines = readFileSync(new URL('../../.containerignore', import.meta.url), 'utf8').split('\n')
const patterns = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))

/** As container engines read it: a pattern covers a path and all below it. */
const isLeftOut = (path: string) =>
  patterns.some((pattern) => matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`))

it.each([
  '.git/config',
  '.caseloom/master.key',
  '.caseloom/database/postgresql.conf',
  'node_modules/zod/package.json',
  'web/node_modules/react/index.js',
  'web/dist/index.html',
  'server/master.key',
  'certificate.pem',
  '.env',
  'web/.env.local',
])('an image is built without %s', (path) => {
  expect(isLeftOut(path)).toBe(true)
})

it.each(['package.json', 'server/src/main.ts', 'web/src/App.tsx', 'docs/help/use/records.md'])(
  'an image is built from %s',
  (path) => {
    expect(isLeftOut(path)).toBe(false)
  },
)
