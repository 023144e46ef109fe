import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { output, ROOT, run } from './run.mjs'

const BIN = '/usr/lib/postgresql/15/bin'

async function ensureBinaries() {
  if (existsSync(join(BIN, 'initdb'))) return true
  if (process.getuid?.() !== 0 || !output('apt-get', ['--version'])) return false
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { env, minutes: 3 })
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postgresql-15'], {
    env,
    minutes: 8,
  })
  return existsSync(join(BIN, 'initdb'))
}

/** PostgreSQL refuses root: as root the cluster runs under the account that Debian's package made. */
function account() {
  if (process.getuid?.() !== 0) return {}
  return { uid: Number(output('id', ['-u', 'postgres'])), gid: Number(output('id', ['-g', 'postgres'])) }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

/** What docs/operations/postgres.md asks an administrator to run, so that the page cannot drift from the truth. */
export function operationsSql() {
  const page = readFileSync(join(ROOT, 'docs/operations/postgres.md'), 'utf8')
  const block = /```sql[^\n]*\n([\s\S]*?)```/.exec(page)?.[1]
  if (block === undefined) throw new Error('docs/operations/postgres.md has no SQL to prepare a server with')
  return block
}

async function waitUntilReady(folder, port) {
  for (let attempt = 0; attempt < 150; attempt++) {
    if (output(join(BIN, 'pg_isready'), ['-h', folder, '-p', String(port), '-q']) !== undefined) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('PostgreSQL 15 did not become ready in 30 s')
}

/**
 * Starts a private PostgreSQL 15 in a temporary folder and prepares it as the operations page says.
 * Answers a superuser's address and a `stop`, or undefined where no PostgreSQL 15 can be had.
 */
export async function startPostgres15() {
  if (!(await ensureBinaries())) return undefined
  const who = account()
  const folder = mkdtempSync(join(tmpdir(), 'caseloom-pg15-'))
  if (who.uid !== undefined) chownSync(folder, who.uid, who.gid)
  const data = join(folder, 'data')
  const password = randomBytes(18).toString('hex')
  const secret = join(folder, 'secret')
  writeFileSync(secret, password)
  if (who.uid !== undefined) chownSync(secret, who.uid, who.gid)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const init = [
    '-D',
    data,
    '-U',
    'postgres',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--auth=scram-sha-256',
    `--pwfile=${secret}`,
    '-N',
  ]
  if (output(join(BIN, 'initdb'), init, { ...who, env: { PATH: '/usr/bin:/bin' } }) === undefined) {
    remove()
    throw new Error('initdb of PostgreSQL 15 failed')
  }
  const port = await freePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: folder,
    fsync: 'off',
    max_connections: 200,
    log_min_messages: 'panic',
  }
  const args = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])
  const server = spawn(join(BIN, 'postgres'), ['-D', data, ...args], {
    ...who,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const stop = async () => {
    const gone = new Promise((resolve) => server.once('exit', resolve))
    if (server.exitCode === null && server.kill('SIGINT')) await gone
    remove()
  }
  process.once('exit', () => server.kill('SIGQUIT'))
  try {
    await waitUntilReady(folder, port)
    const env = { PATH: '/usr/bin:/bin', PGPASSWORD: password }
    const where = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-v', 'ON_ERROR_STOP=1', '-q']
    const done = output(join(BIN, 'psql'), where, { env, input: operationsSql() })
    if (done === undefined) throw new Error('the SQL of docs/operations/postgres.md fails on PostgreSQL 15')
  } catch (error) {
    await stop()
    throw error
  }
  return { superuserUrl: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, stop }
}
