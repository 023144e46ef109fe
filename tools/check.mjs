#!/usr/bin/env node
// What a change must pass before tests: format, lint, types, arrows, dead code, house rules. Built-ins only.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { childEnv, ensureInstalled, pinnedNode, ROOT } from './test/run.mjs'

const WORKSPACES = [
  'contract',
  'playbook',
  'workflow',
  'connectors',
  'server',
  'web',
  'cli',
  'testkit',
  'e2e',
  'bench',
]
/** TypeScript refuses a workspace without any source; one that waits for its first file is no fault. */
function hasSource(name) {
  const folder = join(ROOT, name, 'src')
  return existsSync(folder) && readdirSync(folder, { recursive: true }).some((file) => /\.tsx?$/.test(file))
}

const bin = (name) => join(ROOT, 'node_modules', '.bin', name)

/** Name, command and arguments; `npm run check -- NAME` runs those whose name begins with NAME. */
function checkParts() {
  return [
    ['format', bin('biome'), ['format', '--max-diagnostics=30', '.']],
    ['lint', bin('oxlint'), ['--deny-warnings']],
    ['arrows', pinnedNode(), ['tools/arrows/main.ts']],
    ['house', pinnedNode(), ['tools/repo-checks/main.ts']],
    ['words', pinnedNode(), ['tools/words/main.ts']],
    ['texts', pinnedNode(), ['tools/texts/main.ts']],
    ['conformance', pinnedNode(), ['tools/conformance/main.mjs']],
    ['architecture', pinnedNode(), ['tools/architecture/main.ts', '--check']],
    ['notices', pinnedNode(), ['tools/notices.ts', '--check']],
    ['dead code', bin('knip'), ['--no-progress', '--no-config-hints']],
    ...[...WORKSPACES.filter(hasSource), 'tools'].map((name) => [
      `types ${name}`,
      bin('tsc'),
      [
        '--noEmit',
        '-p',
        `${name}/tsconfig.json`,
        // What did not change since the last check isn't checked again: half the time, or a tenth.
        '--incremental',
        '--tsBuildInfoFile',
        `node_modules/.cache/types/${name}.tsbuildinfo`,
      ],
    ]),
  ]
}

function runPart([name, command, args]) {
  return new Promise((resolve) => {
    const started = performance.now()
    let text = ''
    const child = spawn(command, args, { cwd: ROOT, env: childEnv(), stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.on('data', (chunk) => (text += chunk))
    child.stderr.on('data', (chunk) => (text += chunk))
    const end = (ok) =>
      resolve({ name, ok, text: text.trim(), seconds: (performance.now() - started) / 1000 })
    child.once('error', (error) => {
      text += error.message
      end(false)
    })
    child.once('close', (code) => end(code === 0))
  })
}

/** Runs the parts, one per core at a time, and prints a line for each as it ends. */
async function runAll(parts) {
  const queue = [...parts]
  const results = []
  const worker = async () => {
    for (let part = queue.shift(); part; part = queue.shift()) {
      const result = await runPart(part)
      results.push(result)
      const note =
        result.ok && /^(arrows|house|words)$/.test(result.name) ? `  ${result.text.split('\n').at(-1)}` : ''
      const mark = result.ok ? 'ok  ' : 'FAIL'
      console.log(`${mark} ${result.name.padEnd(18)} ${result.seconds.toFixed(1).padStart(5)} s${note}`)
    }
  }
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, worker))
  return results
}

async function main(wanted) {
  if (!(await ensureInstalled())) return 1
  const all = checkParts()
  const parts = all.filter(([name]) => wanted.length === 0 || wanted.some((start) => name.startsWith(start)))
  if (parts.length === 0) {
    console.error(`No such part. Parts: ${all.map(([name]) => name).join(', ')}`)
    return 1
  }
  const failed = (await runAll(parts)).filter((result) => !result.ok)
  for (const { name, text } of failed)
    console.log(`\n── ${name} ${'─'.repeat(Math.max(0, 76 - name.length))}\n${text}`)
  console.log(`\ncheck: ${parts.length - failed.length} of ${parts.length} parts passed`)
  return failed.length > 0 ? 1 : 0
}

process.exitCode = await main(process.argv.slice(2))
