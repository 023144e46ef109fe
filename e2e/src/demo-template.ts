import { type Product, startProduct } from '@caseloom/testkit/product'
import { setTimeout } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** A stopped product with demo data, to be copied; null when few files run, for which it is not worth its time. */
    demoTemplate: { dataDir: string; password: string } | null
  }
}

/** Installs the demo data once for all files of a run. */
export default async function setUp(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  project.provide('demoTemplate', null)
  if (process.env['CASELOOM_TEST_TEMPLATE'] !== '1') return undefined
  const product = await startProduct({ CASELOOM_DEMO: '1', LOG_LEVEL: 'warn' })
  const password = await demoPassword(product).finally(() => product.stop())
  project.provide('demoTemplate', { dataDir: product.dataDir, password })
  return () => product.dispose()
}

/** The password that a product prints when it has filled itself with demo data. Also runs outside of tests. */
export async function demoPassword(product: Product): Promise<string> {
  for (const until = Date.now() + 60_000; Date.now() < until; await setTimeout(100)) {
    const password = /Password: (\S+)/.exec(product.printed())?.[1]
    if (password !== undefined) return password
  }
  throw new Error(`No password was printed: ${product.printed()}`)
}
