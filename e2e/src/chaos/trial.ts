import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { AppView } from '@caseloom/contract/apps/apps'
import { PlaybookView } from '@caseloom/contract/automation/automation'
import { RecordPage } from '@caseloom/contract/records/records'
import { operate } from '@caseloom/testkit/operate'
import type { Product } from '@caseloom/testkit/product'
import { z } from 'zod'
import type { Operator } from '../operator.ts'
import { type Case, casesOf, expectedOf, randomOf } from './cases.ts'
import { openRuns, readFacts } from './facts.ts'
import { type Fault, FAULTS, injectFault, type Injected } from './faults.ts'
import { type Kill, killOne, pause, VICTIMS, type Victim } from './killer.ts'
import { openOffice } from './office.ts'
import { judge, type Judged, type Window } from './oracle.ts'
import { chaosComponents, chaosPlaybook } from './playbooks.ts'
import { Sender } from './sender.ts'
import type { ChaosStub } from './stub.ts'

const STUCK_AFTER_MS = 240_000
/** Faults reported in full; the rest are counted. */
const MAX_REPORTED = 60

export interface Ground {
  product: Product
  operator: Operator
  stub: ChaosStub
  /** Settings of the product, for the operator's commands beside it. */
  env: Record<string, string>
  hook: string
  say(text: string): void
}

/** How much is done to the product. */
export interface Plan {
  name: string
  seed: number
  runs: number
  kills: number
  /** Injected beside the kills: nothing dies, and no call may be repeated. */
  faults: number
  /** Take a backup in the middle, destroy the data, put the backup back. */
  restore: boolean
}

export interface Figures {
  trial: string
  runs: number
  calls: number
  kills: readonly Kill[]
  faults: readonly Injected[]
  judged: Judged
  unanswered: number
  knownAlready: number
  seconds: number
}

/** Publishes what the trials run; answers the address that takes their deliveries. */
export async function publishChaos({ operator, stub }: Pick<Ground, 'operator' | 'stub'>): Promise<string> {
  const playbooks = '/orchestration/api/playbooks'
  let address = ''
  for (const document of [...chaosComponents(stub.url), chaosPlaybook(stub.url, operator.email)]) {
    const { id, revision } = PlaybookView.parse(await operator.call('POST', playbooks, { document }))
    const published = PlaybookView.parse(
      await operator.call('POST', `${playbooks}/${id}/publish`, { revision }),
    )
    address = published.hooks[0]?.address ?? address
  }
  return address
}

/** Sends all deliveries of a plan while parts are killed, waits for the end of every run, and judges what happened. */
export async function runTrial(ground: Ground, plan: Plan): Promise<Figures> {
  const { operator, stub, say } = ground
  const startedAt = Date.now()
  const cases = casesOf(plan.name, plan.runs, plan.seed)
  const before = { calls: stub.calls.length, progress: stub.progress() }
  const total = new Set(cases.flatMap((one) => expectedOf(one).calls)).size
  const progress = () => (stub.progress() - before.progress) / total
  const sender = new Sender(ground.hook, cases, stub)
  const office = openOffice(operator, sender)
  const sending = sender.sendAll()
  try {
    const done = await disturb(ground, plan, { sender, progress })
    await sending
    await untilOver(ground, progress)
    await office.close()
    const windows = [...done.windows, ...done.kills.map(windowOf)]
    const judged = await judgeAll(ground, cases, {
      promised: sender.promised,
      windows,
      heldUp: done.faults.filter(({ fault }) => fault !== 'stop' && fault !== 'suspended'),
      forgotten: done.forgotten,
      since: before.calls,
    })
    for (const [message, n] of [...office.refusals, ...sender.refusals])
      judged.faults.push(`refused ${n} times: ${message}`)
    const { unanswered, knownAlready } = sender
    const seconds = Math.round((Date.now() - startedAt) / 1000)
    const calls = stub.calls.length - before.calls
    say(`${plan.name}: ${judged.faults.length} faults`)
    for (const fault of judged.faults.slice(0, MAX_REPORTED)) say(`FAULT ${fault}`)
    return {
      trial: plan.name,
      runs: plan.runs,
      calls,
      kills: done.kills,
      faults: done.faults,
      judged,
      unanswered,
      knownAlready,
      seconds,
    }
  } finally {
    sender.stop()
    await office.close()
  }
}

interface Disturbed {
  kills: Kill[]
  faults: Injected[]
  windows: Window[]
  forgotten: Set<string>
}

/** Kills at places of the work that follow from the seed; with a restore its half-way point is the loss of all data. */
async function disturb(
  ground: Ground,
  { seed, kills, faults, restore }: Plan,
  { sender, progress }: { sender: Sender; progress(): number },
): Promise<Disturbed> {
  const { product, operator, stub, say } = ground
  const random = randomOf(seed ^ 0x5bd1e995)
  const places = (n: number) => Array.from({ length: n }, () => 0.02 + random() * 0.93)
  const at = places(kills)
  const withFault = new Set(places(faults))
  const done: Disturbed = { kills: [], faults: [], windows: [], forgotten: new Set() }
  const faultBag: Fault[] = []
  const bag: Victim[] = []
  for (const place of [...at, ...withFault, ...(restore ? [0.5] : [])].toSorted((a, b) => a - b)) {
    await reach(place, progress)
    if (restore && place === 0.5) {
      await loseAll(ground, sender, done)
      continue
    }
    if (withFault.has(place)) {
      if (faultBag.length === 0) faultBag.push(...FAULTS)
      const [fault = 'stop'] = faultBag.splice(Math.floor(random() * faultBag.length), 1)
      sender.isSuspended = fault === 'suspended'
      const injected = await injectFault({ product, tenantId: operator.tenantId }, fault)
      await answersAgain(operator)
      sender.isSuspended = false
      done.faults.push(injected)
      const seconds = (injected.until - injected.from) / 1000
      say(`  ${Math.round(progress() * 100)} %: ${fault} for ${seconds} s`)
      continue
    }
    if (bag.length === 0) bag.push(...VICTIMS)
    const [victim = 'worker'] = bag.splice(Math.floor(random() * bag.length), 1)
    const calls = stub.calls.length
    for (const until = Date.now() + 3_000; stub.calls.length === calls && Date.now() < until; )
      await new Promise((resolve) => setTimeout(resolve, 5))
    const waiting = sender.probeAfter(Date.now())
    const kill = await killOne(product, victim)
    done.kills.push(kill)
    kill.acceptedAt = await waiting
    const accepting = kill.acceptedAt === null ? '–' : `${(kill.acceptedAt - kill.at) / 1000} s`
    say(
      `  ${Math.round(progress() * 100)} %: killed the ${victim}, ready after ${(kill.readyAt - kill.at) / 1000} s, accepting after ${accepting}`,
    )
  }
  return done
}

/** A tenant that was suspended is found again once every process has looked. */
async function answersAgain(operator: Operator): Promise<void> {
  for (;;) {
    const found = await operator.call('GET', '/apps').then(
      () => true,
      () => false,
    )
    if (found) return
    await pause()
  }
}

async function reach(place: number, progress: () => number): Promise<void> {
  let last = progress()
  for (let since = Date.now(); progress() < place; await pause()) {
    if (progress() > last) since = Date.now()
    last = progress()
    // Anything stuck is reported at the end, with its runs.
    if (Date.now() - since > STUCK_AFTER_MS / 2) return
  }
}

/** Backs up while work is under way, kills everything, destroys the data, restores, starts, and sends again. */
async function loseAll({ product, env, say }: Ground, sender: Sender, done: Disturbed): Promise<void> {
  const backup = `${product.dataDir}/backup`
  const before = new Set(sender.promised.values())
  const beganAt = Date.now()
  const taken = await operate(['backup', backup], env)
  if (taken.code !== 0) throw new Error(`The backup failed: ${taken.said}`)
  // What is accepted and done from here on is what the backup knows nothing of.
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  const lostAt = Date.now()
  product.kill('launcher')
  // Its contents: the folder itself may be a disk of its own.
  const data = env['CASELOOM_DATA'] ?? ''
  for (const name of readdirSync(data)) rmSync(join(data, name), { recursive: true, force: true })
  const restored = await operate(['restore', backup], env)
  if (restored.code !== 0) throw new Error(`The restore failed: ${restored.said}`)
  await product.restart()
  const after = Date.now()
  done.windows.push({ victim: 'launcher', from: beganAt, until: after, lostAt })
  for (const run of await sender.sendAgain()) {
    if (before.has(run)) throw new Error(`The run ${run} was accepted before the backup and is not in it`)
    done.forgotten.add(run)
  }
  say(
    `  backup ${(lostAt - beganAt) / 1000} s, restored and ready after ${(after - lostAt) / 1000} s, ${done.forgotten.size} runs begun after the backup were sent again`,
  )
}

/** Until no run is open; gives up when nothing has changed for long. */
async function untilOver({ product, operator, say }: Ground, progress: () => number): Promise<void> {
  let last = -1
  let calls = 0
  for (let since = Date.now(); ; await new Promise((resolve) => setTimeout(resolve, 1_000))) {
    const open = await openRuns(product, operator).catch(() => last)
    if (open === 0) return
    if (open !== last || progress() !== calls) since = Date.now()
    last = open
    calls = progress()
    if (Date.now() - since < STUCK_AFTER_MS) continue
    return say(`  ${open} runs are stuck`)
  }
}

async function judgeAll(
  { product, operator, stub }: Ground,
  cases: readonly Case[],
  given: {
    promised: ReadonlyMap<string, string>
    windows: readonly Window[]
    heldUp: readonly Injected[]
    forgotten: ReadonlySet<string>
    since: number
  },
): Promise<Judged> {
  const ids = new Set(cases.map((one) => one.id))
  const facts = await readFacts(product, operator)
  const versions = await alertVersions(operator, ids)
  const calls = stub.calls.slice(given.since)
  return judge({ cases, calls, facts, versions, ...given })
}

function windowOf({ victim, at, readyAt }: Kill): Window {
  return { victim, from: at, until: readyAt }
}

const Apps = z.object({ items: z.array(AppView.pick({ id: true, key: true })) })

async function alertVersions(operator: Operator, ids: ReadonlySet<string>): Promise<Map<string, number[]>> {
  const app = Apps.parse(await operator.call('GET', '/apps')).items.find((one) => one.key === 'alert')
  const found = new Map<string, number[]>()
  let cursor: string | null = null
  do {
    const filter = { field: 'source_ref', op: 'notEmpty' }
    const body: object = {
      filter,
      columns: ['source_ref'],
      limit: 200,
      ...(cursor === null ? {} : { cursor }),
    }
    const page = RecordPage.parse(await operator.call('POST', `/apps/${app?.id}/records/search`, body))
    for (const { fields, version } of page.items) {
      const id = String(fields['source_ref'])
      if (ids.has(id)) found.set(id, [...(found.get(id) ?? []), version])
    }
    cursor = page.next
  } while (cursor !== null)
  return found
}
