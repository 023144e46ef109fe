// Mutation score of the rooms in `rooms.ts`: `main.ts [ROOM…] [--per-file=N] [--seed=N] [--minutes=N]`. Fails below 90 %.
import { fileURLToPath } from 'node:url'
import { ROOMS } from './rooms.ts'
import { runRoom } from './run-room.ts'
import { linesOf, suffices, summaryOf } from './score.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

function numberOf(argv: readonly string[], name: string, other: number): number {
  const text = argv.find((item) => item.startsWith(`--${name}=`))?.slice(name.length + 3)
  return text === undefined ? other : Number(text)
}

async function main(argv: readonly string[]): Promise<number> {
  const names = argv.filter((item) => !item.startsWith('--'))
  const rooms = ROOMS.filter(({ name }) => names.length === 0 || names.includes(name))
  const seed = numberOf(argv, 'seed', 1)
  const perFile = numberOf(argv, 'per-file', 30)
  const seconds = (numberOf(argv, 'minutes', 8) * 60) / Math.max(1, rooms.length)
  const scores = []
  for (const room of rooms) {
    const score = await runRoom(ROOT, room, { perFile, seed, seconds })
    for (const line of linesOf(score)) console.log(line)
    scores.push(score)
  }
  console.log(`\n${summaryOf(scores)} (seed ${seed}, at most ${perFile} of each file)`)
  return scores.length > 0 && scores.every(suffices) ? 0 : 1
}

process.exitCode = await main(process.argv.slice(2))
