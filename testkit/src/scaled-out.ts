import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sendSignal } from '@caseloom/server/platform/embedded/processes'
import { type Balancer, startBalancer } from './balancer.ts'
import { haproxyVersion, startHaproxy } from './haproxy.ts'
import { type Block, blockOf, blocksOf } from './documented-commands.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '')
const PAGES = new URL('../../docs/operations/', import.meta.url)
const POSTGRES_PROGRAMS = '/usr/lib/postgresql/15/bin'
/** Where people reach it; the page's own name has no place on one machine. */
const PUBLIC_URL = 'http://127.0.0.10:443'

/** Why the pages cannot be followed on this machine; null when they can. */
export function whyNotScaledOut(): string | null {
  if (process.platform !== 'linux') return 'loopback addresses beyond 127.0.0.1 need Linux'
  if (process.getuid?.() !== 0) return 'PostgreSQL runs as a user of its own, which only root can become'
  if (!existsSync(POSTGRES_PROGRAMS)) return `${POSTGRES_PROGRAMS} is not installed`
  return null
}

/** A process that a page starts: its machine and role. */
interface Started {
  child: ChildProcess
  output(): string
}

/** The installation of scaling.md and postgres.md on one machine: 10.0.0.n is 127.0.0.n, each machine has its own folder. */
export class ScaledOut {
  readonly address = PUBLIC_URL
  readonly #root: string
  readonly #scaling = blocksOf(new URL('scaling.md', PAGES))
  readonly #postgres = blocksOf(new URL('postgres.md', PAGES))
  readonly #processes = new Map<string, Started>()
  #balancer: Balancer | undefined

  constructor() {
    this.#root = mkdtempSync(join(tmpdir(), 'caseloom-scaled-'))
    chmodSync(this.#root, 0o711)
  }

  /** postgres.md on pg1 and pg2: server, roles, standby, synchronous replication. */
  async database(): Promise<void> {
    for (const machine of ['pg1', 'pg2'])
      for (const folder of ['var/lib/postgresql', 'var/run/postgresql'])
        this.#folder(machine, folder, userOf('postgres'))
    // What comes from another machine comes from this one here, which PostgreSQL's own first rules are about.
    const rules = join(this.#root, 'pg1/var/lib/postgresql/caseloom/pg_hba.conf')
    for (const block of this.#postgres.filter(({ mark }) => mark === 'run=pg1'))
      this.#run('pg1', block, (text) =>
        text.replace(/^(initdb .*)$/m, `$1\nsed -i '/127.0.0.1.32/d' ${rules}`),
      )
    // The copy says where pg1's socket is: the same path on two machines, two paths here.
    const conf = join(this.#root, 'pg2/var/lib/postgresql/caseloom/postgresql.conf')
    this.#run('pg2', blockOf(this.#postgres, 'run=pg2'), (text) =>
      text.replace(/^pg_ctl/m, `sed -i 's#/pg1/#/pg2/#' ${conf}\npg_ctl`),
    )
    this.#run('pg1', blockOf(this.#postgres, 'run=pg1-synchronous'))
  }

  /** The keys, copied to where the page copies them by scp. */
  keys(): void {
    this.#run('app1', blockOf(this.#scaling, 'run=keys'))
    const keys = join(this.#root, 'app1/etc/caseloom')
    for (const machine of ['app2', 'engine1', 'engine2', 'engine3']) {
      const to = this.#folder(machine, 'etc/caseloom')
      for (const file of machine === 'app2' ? ['master.key', 'engine.settings'] : ['engine.pem'])
        copyFileSync(join(keys, file), join(to, file))
    }
  }

  async balancer(): Promise<void> {
    this.#run('balancer', blockOf(this.#scaling, 'run=balancer'))
    const { text } = blockOf(this.#scaling, 'file=haproxy.cfg')
    const configuration = this.#here('balancer', text)
    const version = haproxyVersion()
    process.stdout.write(
      version === null ? 'balancer: a stub, HAProxy is not installed\n' : `balancer: HAProxy ${version}\n`,
    )
    this.#balancer =
      version === null
        ? await startBalancer(configuration)
        : await startHaproxy(configuration, { folder: join(this.#root, 'balancer'), address: '127.0.0.10' })
  }

  async engine(): Promise<void> {
    for (const node of [1, 2, 3]) {
      const machine = `engine${node}`
      this.#run(machine, blockOf(this.#scaling, 'run=engine'), (text) =>
        text.replace(/^NODE=1$/m, `NODE=${node}`),
      )
      this.#start(machine, 'engine')
    }
    await Promise.all([1, 2, 3].map((node) => untilOk(`http://127.0.0.3${node}:8080/restate/health`)))
  }

  /** Web process and worker of one app machine; waits until both take work. */
  async app(machine: 1 | 2): Promise<void> {
    const name = `app${machine}`
    mkdirSync(join(this.#root, 'shared'), { recursive: true })
    this.#run(name, blockOf(this.#scaling, 'run=app'), (text) =>
      text.replace(/^MACHINE=1$/m, `MACHINE=${machine}`),
    )
    for (const role of ['web', 'worker'] as const)
      if (!this.#processes.has(`${name} ${role}`)) this.#start(name, role)
    await this.#untilServes(`http://127.0.0.1${machine}:4000/api/ready`, `${name} web`)
    await this.#untilServes(`http://127.0.0.1${machine}:4001/api/ready`, `${name} worker`)
    await untilOk(`${PUBLIC_URL}/api/ready`)
  }

  /** What the page's look at readiness prints, one line for each process. */
  async look(): Promise<string> {
    const { text } = blockOf(this.#scaling, 'run=look')
    // Not in step: the balancer, by which the processes reach their database, works in this process.
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', this.#here('app1', text)])
    return stdout
  }

  /** The one-time code that the web process of app1 printed. */
  async installCode(): Promise<string> {
    const { output } = this.#process('app1 web')
    for (;;) {
      const code = /\/install\?code=([\w-]+)/.exec(output())?.[1]
      if (code !== undefined) return code
      await pause()
    }
  }

  /** Settings of a web process, for commands beside it. */
  settings(machine: 1 | 2): Record<string, string> {
    const text = readFileSync(join(this.#root, `app${machine}/etc/caseloom/settings`), 'utf8')
    return Object.fromEntries(
      text
        .trim()
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    )
  }

  /** Copies the next master key to app2, as the page says, and nothing else. */
  copyNextKey(): void {
    const [from, to] = [1, 2].map((n) => join(this.#root, `app${n}/etc/caseloom/master.key.next`))
    if (from !== undefined && to !== undefined) copyFileSync(from, to)
  }

  /** Kills a process with SIGKILL, such as `engine1 engine` or `app1 worker`. */
  async kill(name: string): Promise<void> {
    const { child } = this.#process(name)
    if (child.pid === undefined) throw new Error(`${name} was never started`)
    sendSignal(child.pid, 'SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    this.#processes.delete(name)
  }

  /** Loses the primary as a machine is lost, and promotes the standby as postgres.md says. */
  async loseThePrimary(): Promise<void> {
    this.#stopPostgres('pg1')
    this.#run('pg2', blockOf(this.#postgres, 'run=pg2-promote'))
  }

  async close(): Promise<void> {
    for (const { child } of this.#processes.values()) child.kill('SIGTERM')
    for (const { child } of this.#processes.values())
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    await this.#balancer?.close()
    for (const machine of ['pg1', 'pg2']) this.#stopPostgres(machine)
    rmSync(this.#root, { recursive: true, force: true })
  }

  #process(name: string): Started {
    const found = this.#processes.get(name)
    if (found === undefined) throw new Error(`Nothing runs as ${name}`)
    return found
  }

  #folder(machine: string, folder: string, owner: { uid: number; gid: number } | null = null): string {
    const path = join(this.#root, machine, folder)
    mkdirSync(path, { recursive: true })
    for (let at = path; at.length > this.#root.length; at = dirname(at))
      if (owner !== null) chownSync(at, owner.uid, owner.gid)
    return path
  }

  /** The page's text for this machine's place on the one that it runs on. */
  #here(machine: string, text: string): string {
    return text
      .replaceAll('https://soc.example.org', PUBLIC_URL)
      .replaceAll('10.0.0.', '127.0.0.')
      .replaceAll('10\\.0\\.0\\.', '127\\.0\\.0\\.')
      .replaceAll('/opt/caseloom', ROOT)
      .replaceAll('/srv/caseloom', join(this.#root, 'shared'))
      .replaceAll(/(?<![\w/])\/(etc|var)\//g, `${join(this.#root, machine)}/$1/`)
  }

  #run(machine: string, block: Block, change: (text: string) => string = (text) => text): string {
    const text = change(this.#here(machine, block.text))
    const ofPostgres = machine.startsWith('pg')
    const program: [string, string[]] =
      block.language === 'sql'
        ? ['psql', ['-v', 'ON_ERROR_STOP=1', '-d', 'postgres', '-U', 'postgres', '-c', text]]
        : ['bash', ['-euo', 'pipefail', '-c', text]]
    // Several statements in one -c would be one transaction, which CREATE DATABASE refuses.
    if (block.language === 'sql') program[1].splice(-2, 2, ...statementsOf(text))
    return execFileSync(...program, {
      encoding: 'utf8',
      cwd: '/',
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        PATH: `${POSTGRES_PROGRAMS}:${process.env['PATH']}`,
        PGHOST: join(this.#root, machine, 'var/run/postgresql'),
      },
      ...(ofPostgres ? userOf('postgres') : {}),
    })
  }

  #start(machine: string, role: 'engine' | 'web' | 'worker'): void {
    const { text } = blockOf(this.#scaling, `start=${role}`)
    // The last line becomes the process itself, so that its id is the one to signal.
    const lines = this.#here(machine, text).trimEnd().split('\n')
    const last = (lines.pop() ?? '').replace(/^([A-Z_]+=\S+) /, '$1 exec ')
    const child = spawn('bash', ['-euo', 'pipefail', '-c', [...lines, last].join('\n')], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        HOME: this.#root,
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      },
    })
    let printed = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        printed = (printed + chunk.toString()).slice(-100_000)
      })
    this.#processes.set(`${machine} ${role}`, { child, output: () => printed })
  }

  async #untilServes(url: string, name: string): Promise<void> {
    const { child, output } = this.#process(name)
    const gone = child.exitCode !== null || child.signalCode !== null
    const ended = (gone ? Promise.resolve() : once(child, 'exit')).then(() => {
      throw new Error(`${name} ended:\n${output()}`)
    })
    ended.catch(() => undefined)
    await Promise.race([untilOk(url), ended])
  }

  #stopPostgres(machine: string): void {
    const folder = join(this.#root, machine, 'var/lib/postgresql/caseloom')
    if (!existsSync(join(folder, 'postmaster.pid'))) return
    const program = join(POSTGRES_PROGRAMS, 'pg_ctl')
    execFileSync(program, ['-D', folder, '-m', 'immediate', '-w', 'stop'], {
      stdio: 'ignore',
      cwd: '/',
      ...userOf('postgres'),
    })
  }
}

function statementsOf(text: string): string[] {
  return text
    .split(/;\s*\n/)
    .filter((statement) => statement.trim() !== '')
    .flatMap((statement) => ['-c', statement])
}

function userOf(name: string): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function untilOk(url: string): Promise<void> {
  for (;;) {
    const reply = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => null)
    await reply?.text().catch(() => '')
    if (reply?.ok === true) return
    await pause()
  }
}

/** Between two checks of a process that reports nothing on its own. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 100))
}
