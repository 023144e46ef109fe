import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { FAULTS } from './faults.ts'
import { aGround } from './ground.ts'
import { chaosTable } from './report.ts'
import { type Figures, runTrial } from './trial.ts'

const USAGE = `npm run chaos                        2,000 runs and 20 kills, then the same over a backup and its restore
npm run chaos -- --runs 60 --kills 3 a small one
  --faults 10                            read-only database, full disk, lock, no connections, suspended tenant, planned stop
  --restore-runs 500 --restore-kills 5 --restore-faults 6
                                         size of the second part; 0 runs leave it out
CHAOS_SEED=7                             repeats the cases and the order of kills of a run that printed this seed`

const say = (text: string) => void process.stdout.write(`${text}\n`)

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '2000' },
      kills: { type: 'string', default: '20' },
      faults: { type: 'string' },
      'restore-runs': { type: 'string' },
      'restore-kills': { type: 'string' },
      'restore-faults': { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    say(USAGE)
    return 0
  }
  const runs = Number(values.runs)
  const kills = Number(values.kills)
  // At least one of each kind.
  const faults = Number(values.faults ?? Math.max(FAULTS.length, Math.ceil(kills / 2)))
  const restoreRuns = Number(values['restore-runs'] ?? Math.ceil(runs / 4))
  const restoreKills = Number(values['restore-kills'] ?? Math.ceil(kills / 4))
  const restoreFaults = Number(
    values['restore-faults'] ?? Math.max(FAULTS.length, Math.ceil(restoreKills / 2)),
  )
  const seed = Number(process.env['CHAOS_SEED'] ?? Math.floor(Math.random() * 1_000_000))
  say(
    `CHAOS_SEED=${seed}: ${runs} runs, ${kills} kills, ${faults} other faults; ${restoreRuns} runs, ${restoreKills} kills, ${restoreFaults} other faults over a restore`,
  )
  const ground = await aGround(say)
  const all: Figures[] = []
  try {
    all.push(await runTrial(ground, { name: `s${seed}`, seed, runs, kills, faults, restore: false }))
    if (restoreRuns > 0) {
      const size = { runs: restoreRuns, kills: restoreKills, faults: restoreFaults }
      all.push(await runTrial(ground, { name: `r${seed}`, seed: seed + 1, ...size, restore: true }))
    }
    for (const part of ['worker', 'web']) sayErrors(`${ground.product.dataDir}/data/logs/${part}.log`)
  } finally {
    await ground.close()
  }
  say(`\n${chaosTable(all)}\n`)
  return all.length > 0 && all.every(({ judged }) => judged.faults.length === 0) ? 0 : 1
}

/** Errors in a log, counted by message, because each would require action. */
function sayErrors(file: string): void {
  const counts = new Map<string, number>()
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (!/"level":(50|60|"error"|"fatal")/.test(line)) continue
    const name = line.replace(/[0-9a-f-]{36}|\d{5,}/g, '…').slice(0, 600)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  for (const [line, n] of counts) say(`logged ${n} times: ${line}`)
}

process.exitCode = await main()
