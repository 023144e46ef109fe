import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { launcherOf, type Product, startProduct } from '@caseloom/testkit/product'
import { assistant } from './assistant.ts'
import { signIn } from './caseloom.ts'
import { coverage } from './coverage.ts'
import { w3 } from './crash.ts'
import { floods } from './floods.ts'
import { formImport } from './form-import.ts'
import { formLogic } from './form-logic.ts'
import { hubs } from './hubs.ts'
import { usage } from './meter.ts'
import { fairness, sleepers } from './queues.ts'
import { type Extent, records } from './records.ts'
import { storage } from './storage.ts'
import { storm } from './storm.ts'
import { startStub } from './stub.ts'
import { type Figure, w1, w2, w4 } from './workloads.ts'

/** Runs W1 to W4 against a product of its own and prints what was reached beside goals and peers. */
async function main(): Promise<void> {
  const { positionals: only, values } = parseArgs({
    allowPositionals: true,
    options: {
      sizes: { type: 'string' },
      minutes: { type: 'string' },
      imported: { type: 'string' },
      published: { type: 'string' },
    },
  })
  // The evaluator is pure: it needs no product.
  if (only.length === 0 || only.includes('form-logic')) print(formLogic())
  const stub = await startStub()
  const product = await startProduct({
    CASELOOM_OUTBOUND_ALLOW: `127.0.0.1:${stub.port}`,
    LOG_LEVEL: 'error',
    // Replies are not read again against the contract, which only finds our own mistakes.
    NODE_ENV: 'production',
  })
  const figures: Figure[] = []
  try {
    const caseloom = await signIn(product)
    const launcher = () => launcherOf(product)
    if (only.length === 0 || only.includes('idle')) figures.push(await idle(product, launcher))
    figures.forEach(print)
    const bench = { caseloom, stub, launcher: launcher() }
    const works: [string, () => Promise<Figure>][] = [
      ['w1', () => w1(bench, false)],
      ['w1e', () => w1(bench, true)],
      ['w2', () => w2(bench)],
      ['w4', () => w4(bench)],
      ['floods', () => floods(bench)],
      ['storm', () => storm(bench)],
      ['hubs', () => hubs(product, caseloom)],
      ['coverage', () => coverage(product, caseloom)],
      ['assistant', () => assistant(product.address, caseloom)],
      ['w3', () => w3(bench, { kill: () => product.kill('launcher'), restart: () => product.restart() })],
    ]
    // Takes ten minutes, so it runs only on request.
    if (only.includes('records')) {
      const measured = await records(product, caseloom, extentOf(values))
      measured.forEach(print)
      figures.push(...measured)
    }
    if (only.length === 0 || only.includes('form-logic')) {
      const measured = await formImport(product, caseloom, sizeOf(values.published ?? '100k'))
      measured.forEach(print)
      figures.push(...measured)
    }
    if (only.includes('storage')) await storage(product, caseloom)
    // Minutes each, and the machine is full of waiting runs afterwards.
    if (only.includes('fairness')) works.push(['fairness', () => fairness(bench)])
    if (only.includes('sleepers')) works.push(['sleepers', () => sleepers(bench)])
    for (const [name, work] of works) {
      if (only.length > 0 && !only.includes(name)) continue
      const figure = await work()
      figures.push(figure)
      print(figure)
    }
    process.stdout.write(`after: ${JSON.stringify(usage(launcher()))}\n`)
  } finally {
    await product.dispose()
    await stub.close()
  }
  save(figures)
}

/** What an idle installation of yesterday takes. */
async function idle(product: Product, launcher: () => number): Promise<Figure> {
  await product.stop()
  await product.restart()
  await new Promise((resolve) => setTimeout(resolve, 30_000))
  const { pssMiB, processes } = usage(launcher())
  return {
    workload: 'Idle, half a minute after a start',
    reached: `${pssMiB} MiB PSS over ${processes} processes`,
    goal: '≤ 450 MiB',
    peers: '387 MiB NocoDB, 357 Directus, 562 n8n, 117 Node-RED',
    details: {},
  }
}

/** `--sizes 10k,100k,1m --imported 1m --minutes 30`, for records. */
function extentOf(values: { sizes?: string; minutes?: string; imported?: string }): Extent {
  const { sizes = '10k,100k,1m', minutes = '60', imported = '1m' } = values
  if (!(Number(minutes) > 0)) throw new Error(`"${minutes}" are no minutes`)
  return { sizes: sizes.split(',').map(sizeOf), imported: sizeOf(imported), minutes: Number(minutes) }
}

function sizeOf(text: string): number {
  const [, count, unit = ''] = /^(\d+)([km]?)$/i.exec(text.trim()) ?? []
  if (count === undefined) throw new Error(`"${text}" is no size: write 10k, 100k or 1m`)
  return Number(count) * ({ k: 1_000, m: 1_000_000 }[unit.toLowerCase()] ?? 1)
}

function print(figure: Figure): void {
  const { workload, reached, goal, peers, bounds, details } = figure
  process.stdout.write(`${workload}\n  reached  ${reached}\n  goal     ${goal}\n  peers    ${peers}\n`)
  if (bounds !== undefined) process.stdout.write(`  bound by ${bounds}\n`)
  process.stdout.write(`  details  ${JSON.stringify(details)}\n`)
}

function save(figures: Figure[]): void {
  const folder = fileURLToPath(new URL('../results/', import.meta.url))
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}workloads.json`, JSON.stringify(figures, null, 2))
}

await main()
