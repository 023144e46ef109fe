import { existsSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tools/test/longest-first.ts'

const ignored = ['**/node_modules/**', '**/dist/**', '**/.caseloom/**', '**/fixtures/**']
const setupFile = fileURLToPath(new URL('./testkit/src/vitest-global.ts', import.meta.url))
const globalSetup = existsSync(setupFile) ? [setupFile] : []

/** A second attempt distinguishes a product fault from a transient one; tests that needed it are listed at the end. */
const retry = 1

/** What is looked for again and again may take its time on a busy machine; the limits of vitest are a second. */
const patient = { poll: { timeout: 15_000, interval: 50 } }

/** Deep runs try properties so many times as often (`testkit/src/runs.ts`): tests may take longer then. */
const times = Math.max(1, Number(process.env['CASELOOM_TEST_RUNS'] ?? 1))

/** Files at a time: half as many again as cores, because each waits for a third of its time. A journey takes 2 GiB. */
const share = Math.min(Math.ceil(availableParallelism() * 1.5), Math.floor(totalmem() / 2.5 / 1024 ** 3))
const workers = Math.max(2, share)

/** Node itself loads the modules and caches what it compiled; through Vite, each test file would compile them again. */
const byNode = { experimental: { viteModuleRunner: false } }

const unit = {
  environment: 'node',
  exclude: ignored,
  retry,
  expect: patient,
  testTimeout: 20_000 * times,
  hookTimeout: 60_000,
}

/** Tests of what reaches no platform. */
const RULES = 'server/src/**/*.rules.test.ts'
/** What browsers leave behind lies in the folder of the run. */
const temp = process.env['CASELOOM_TEST_TEMP']
const ownTemp = temp === undefined ? {} : { env: { TMPDIR: temp } }

/** Replaces modules that others may have loaded: it alone cannot share a process with them. */
const MOCKING = 'web/src/data/hubs.test.ts'

/**
 * `unit…`: everything beside its source. Files share processes, because loading the server took as long as testing it; those
 * with a server share the embedded database of the run as well. The pages are loaded by Vite.
 * `journeys`: the started product in a browser, several files at a time: each has a product of its own.
 * `deep`: crash and load suites, only by `npm test -- --deep`.
 */
export default defineConfig({
  test: {
    maxWorkers: workers,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...unit,
          ...byNode,
          name: 'unit',
          include: ['{server,cli,testkit,bench}/src/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: [...ignored, RULES],
          globalSetup,
          setupFiles: ['./testkit/src/cheap-passwords.ts'],
          isolate: false,
        },
      },
      {
        test: {
          ...unit,
          ...byNode,
          name: 'unit-pure',
          include: ['{contract,playbook,workflow,connectors}/src/**/*.test.ts', RULES],
          isolate: false,
        },
      },
      {
        test: {
          ...unit,
          name: 'unit-web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          exclude: [...ignored, MOCKING],
          isolate: false,
        },
      },
      { test: { ...unit, name: 'unit-mocking', include: [MOCKING] } },
      {
        test: {
          ...byNode,
          ...ownTemp,
          name: 'journeys',
          environment: 'node',
          include: ['e2e/src/**/*.e2e.ts'],
          exclude: ignored,
          globalSetup: ['./e2e/src/demo-template.ts'],
          // Its tests continue where the last one ended: `tools/test/second-try.mjs` repeats the file.
          retry: 0,
          expect: patient,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // Files that run one after the other in a process share its browser, each with profiles of its own.
          isolate: false,
        },
      },
      {
        test: {
          ...ownTemp,
          name: 'deep',
          environment: 'node',
          include: ['{server,e2e,testkit,bench}/src/**/*.deep.ts'],
          exclude: ignored,
          globalSetup,
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
