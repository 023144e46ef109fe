import type { Environment } from '../platform/config.ts'
import type { DataDirLock } from './data-dir-lock.ts'
import { launch } from './launcher.ts'
import { collectWhenIdle } from '../platform/idle-gc.ts'
import { ToLauncher } from './messages.ts'
import { makeTerminal, type Terminal } from './terminal.ts'

const PATIENCE_MS = 9_000
// One interrupt in a terminal can arrive twice: from the terminal, and passed on by npm.
const SAME_SIGNAL_MS = 700

const USAGE = `Starts Caseloom on this machine: database, durable engine, worker, and web.

  npm start             on http://localhost:4000
  npm start -- --demo   with an account, a tenant, and sample data; prints how to sign in
  npm start -- --help   this text

Settings are environment variables: PORT, HOST, PUBLIC_URL, CASELOOM_DATA, … (see docs/operations).`

/** Runs the launcher as this process's whole purpose: arguments, signals, exit code. */
export async function runLauncher(
  args: readonly string[],
  env: Environment,
  childEntry: string,
): Promise<never> {
  const terminal = makeTerminal(process.stdout)
  // A closed terminal must not end a launcher that still has to stop everything in order.
  process.stdout.on('error', () => undefined)
  if (args.includes('--help')) {
    terminal.line(USAGE)
    process.exit(0)
  }
  const unknown = args.find((arg) => arg !== '--demo')
  if (unknown !== undefined) {
    terminal.line(`Unknown argument ${unknown}.\n\n${USAGE}`)
    process.exit(2)
  }
  const { signal, onClaim, outOfPatience } = listenForStop(terminal)
  const code = await launch({
    env: args.includes('--demo') ? { ...env, CASELOOM_DEMO: '1' } : env,
    childEntry,
    terminal,
    stopSignal: signal,
    onClaim,
    onReady: (reload) => {
      collectWhenIdle()
      process.on('message', (raw) => {
        if (ToLauncher.safeParse(raw).success) void reload()
      })
    },
  })
  // Killing the parts lets the orderly stop come to its end too, and maybe first.
  await outOfPatience()
  process.exit(code)
}

type StopListener = {
  signal: AbortSignal
  onClaim(claim: DataDirLock, drainMs: number): void
  /** Once the parts are being killed, ends this process when that is done; before that, returns immediately. */
  outOfPatience(): Promise<void>
}

function listenForStop(terminal: Terminal): StopListener {
  const stopping = new AbortController()
  let claim: DataDirLock | undefined
  let since = 0
  let patienceMs = PATIENCE_MS
  let hardEnd: Promise<void> = Promise.resolve()
  const killAndExit = async () => {
    // The process ends either way; the next start deals with what is left.
    await claim?.killAll().catch(() => undefined)
    claim?.release()
    process.exit(1)
  }
  const hard = (why: string) => {
    terminal.line(why)
    hardEnd = killAndExit()
  }
  const ask = () => {
    if (!stopping.signal.aborted) {
      since = performance.now()
      stopping.abort(new Error('The launcher was asked to stop'))
      const seconds = patienceMs / 1_000
      setTimeout(
        () => hard(`Not everything stopped within ${seconds} s. Stopping immediately.`),
        patienceMs,
      ).unref()
    } else if (performance.now() - since > SAME_SIGNAL_MS) hard('Stopping immediately.')
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, ask)
  // Anyone who started this process by `fork` is gone: npm start was killed.
  process.on('disconnect', ask)
  return {
    signal: stopping.signal,
    onClaim(taken, drainMs) {
      claim = taken
      patienceMs = PATIENCE_MS + drainMs
    },
    outOfPatience: () => hardEnd,
  }
}
