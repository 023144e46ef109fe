import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { partLines, readTimes, slowestLines, timesFile } from './slowest.mjs'

const lines = [
  { file: '/here/server/src/a.test.ts', title: 'a > is quick', ms: 12 },
  { file: '/here/server/src/a.test.ts', title: 'a > is slow', ms: 4_210 },
  { file: '/here/server/src/a.test.ts', ms: 5_000 },
  { file: '/here/e2e/src/b.e2e.ts', title: 'b > walks', ms: 9_000 },
  { file: '/here/e2e/src/b.e2e.ts', ms: 20_400 },
  { file: '/here/web/src/c.test.ts', title: 'c > draws', ms: 100 },
  { file: '/here/web/src/c.test.ts', ms: 400 },
]

it('lists the slowest tests and the time of each part from what the reporter wrote', () => {
  const folder = mkdtempSync(join(tmpdir(), 'caseloom-times-'))
  try {
    const file = join(folder, 'times.txt')
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    const times = readTimes(file, '/here/')
    expect(slowestLines(times, 2)).toEqual([
      '   9.0 s  e2e/src/b.e2e.ts  b > walks',
      '   4.2 s  server/src/a.test.ts  a > is slow',
    ])
    expect(partLines(times)).toEqual([
      '  20.4 s  journeys (1 tests in 1 files)',
      '   5.0 s  unit server (2 tests in 1 files)',
      '   0.4 s  unit web (1 tests in 1 files)',
    ])
    expect(JSON.parse(timesFile(times))).toEqual({ 'e2e/src/b.e2e.ts': 20, 'server/src/a.test.ts': 5 })
    expect(readTimes(join(folder, 'none.txt'), '/here')).toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
