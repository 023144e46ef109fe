import { waitForNoDisk } from '@caseloom/testkit/made-database'
import { type Product, startProduct } from '@caseloom/testkit/product'
import { setTimeout } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** A stopped product with demo data, to be copied; null when few files run, for which it is not worth its time. */
    demoTemplate: { dataDir: string; password: string } | null
  }
}

let template: Product | undefined

/** Installs the demo data once for all files of a run. */
export async function setup(project: TestProject): Promise<void> {
  project.provide('demoTemplate', null)
  if (process.env['CASELOOM_TEST_TEMPLATE'] !== '1') return
  template = await startProduct({ CASELOOM_DEMO: '1', LOG_LEVEL: 'warn' })
  const password = await demoPassword(template)
  await template.stop()
  waitForNoDisk(`${template.dataDir}/data`)
  project.provide('demoTemplate', { dataDir: template.dataDir, password })
}

export async function teardown(): Promise<void> {
  await template?.dispose()
}

/** The password that a product prints when it has filled itself with demo data. Also runs outside of tests. */
export async function demoPassword(product: Product): Promise<string> {
  for (const until = Date.now() + 60_000; Date.now() < until; await setTimeout(100)) {
    const password = /Password: (\S+)/.exec(product.printed())?.[1]
    if (password !== undefined) return password
  }
  throw new Error(`No password was printed: ${product.printed()}`)
}
