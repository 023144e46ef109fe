import { existsSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tools/test/longest-first.ts'

const ignored = ['**/node_modules/**', '**/dist/**', '**/.caseloom/**', '**/fixtures/**']
const setupFile = fileURLToPath(new URL('./testkit/src/vitest-global.ts', import.meta.url))
const globalSetup = existsSync(setupFile) ? [setupFile] : []

/** A second try tells a fault of the product from one of the moment; who needed it is listed at the end. */
const retry = 1

/** What is looked for again and again may take its time on a busy machine; the limits of vitest are a second. */
const patient = { poll: { timeout: 15_000, interval: 50 } }

/** Deep runs try properties so many times as often (`testkit/src/runs.ts`): tests may take longer then. */
const times = Math.max(1, Number(process.env['CASELOOM_TEST_RUNS'] ?? 1))

/** Files at a time: half as many again as cores, because each waits for a third of its time. A journey takes 2 GiB. */
const share = Math.min(Math.ceil(availableParallelism() * 1.5), Math.floor(totalmem() / 2.5 / 1024 ** 3))
const workers = Math.max(2, share)

/**
 * `unit`: everything beside its source, with the shared embedded database.
 * `journeys`: the started product in a browser, several files at a time: each has a product and a browser of its own.
 * `deep`: crash and load suites, only by `npm test -- --deep`.
 */
export default defineConfig({
  test: {
    maxWorkers: workers,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: [
            '{contract,playbook,connectors,server,web,cli,testkit,bench}/src/**/*.test.{ts,tsx}',
            'tools/**/*.test.ts',
          ],
          exclude: ignored,
          globalSetup,
          retry,
          expect: patient,
          testTimeout: 20_000 * times,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'journeys',
          environment: 'node',
          include: ['e2e/src/**/*.e2e.ts'],
          exclude: ignored,
          globalSetup: ['./e2e/src/demo-template.ts'],
          retry,
          expect: patient,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'deep',
          environment: 'node',
          include: ['{server,e2e,testkit,bench}/src/**/*.deep.ts'],
          exclude: ignored,
          fileParallelism: false,
          retry,
          expect: patient,
          testTimeout: 600_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
