import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canMountDisk, withSmallDisk } from '@caseloom/testkit/small-disk'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { StartError } from '../start-error.ts'
import { type PostgresOptions, type RunningPostgres, startPostgres } from './postgres.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'
import { bootstrapPostgres } from './postgres-bootstrap.ts'
import { identify, isRunning, processesWorkingIn, sendSignal, waitForExit } from './processes.ts'
import { chooseRunAs } from './run-as.ts'

const isRoot = process.getuid?.() === 0
const LONG = 'a folder with a name that is far too long for any socket address in this world '
  .repeat(2)
  .trim()

let made: string
let folder: string
let dataDir: string
const servers: RunningPostgres[] = []

beforeAll(async () => {
  made = openFolder()
  const server = await startPostgres({ dataDir: made, sync: false })
  await server.stop()
})
afterAll(() => rmSync(made, { recursive: true }))

beforeEach(() => {
  folder = openFolder()
  dataDir = join(folder, LONG)
})
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()))
  rmSync(folder, { recursive: true })
})

function openFolder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'caseloom postgres ')))
  chmodSync(path, 0o711)
  return path
}

/** Starts on a copy of database files made once, because making them takes the longest. */
async function start(options: Partial<PostgresOptions> = {}): Promise<RunningPostgres> {
  if (!existsSync(dataDir)) {
    mkdirSync(dataDir, { mode: 0o711 })
    execFileSync('cp', ['-a', join(made, 'postgres'), join(dataDir, 'postgres')])
  }
  const server = await startPostgres({ dataDir, ...options })
  servers.push(server)
  return server
}

async function query(server: RunningPostgres, text: string, database = 'postgres'): Promise<unknown[]> {
  const client = new Client({ connectionString: server.url('postgres', database) })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

async function refusal(starting: Promise<unknown>): Promise<StartError> {
  const error = await starting.then(
    () => new Error('it started'),
    (reason: unknown) => reason,
  )
  if (error instanceof StartError) return error
  throw error
}

describe('the embedded PostgreSQL', () => {
  it('is made, started and stopped in a long path with blanks', async () => {
    const server = await startPostgres({ dataDir, sync: false })
    servers.push(server)
    expect(await query(server, 'show data_checksums')).toEqual([{ data_checksums: 'on' }])
    expect(await query(server, 'show server_encoding')).toEqual([{ server_encoding: 'UTF8' }])
    expect(await query(server, "select 'B' < 'a' as bytes, upper('é') as letters")).toEqual([
      { bytes: true, letters: 'É' },
    ])
    await server.stop()
    expect(isRunning(server.process)).toBe(false)
    expect(processesWorkingIn(join(dataDir, 'postgres'), 'postgres')).toEqual([])
  })

  it('listens on no TCP port, and on a socket only its user may reach', async () => {
    const server = await start()
    expect(await query(server, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
    const socket = new URL(server.url('a', 'b').replace('@/', '@x/')).searchParams.get('host') ?? ''
    expect(statSync(socket).mode & 0o777).toBe(0o700)
    await server.stop()
    expect(existsSync(socket)).toBe(false)
  })

  it('gives the product a login without permissions, at every start again', async () => {
    const server = await start()
    await bootstrapPostgres(server.url('postgres', 'postgres'))
    await query(server, 'alter role caseloom_app superuser bypassrls inherit')
    await bootstrapPostgres(server.url('postgres', 'postgres'))
    expect(
      await query(
        server,
        `select rolsuper, rolbypassrls, rolinherit, rolcanlogin from pg_roles where rolname like 'caseloom%' order by 4`,
      ),
    ).toEqual([
      { rolsuper: false, rolbypassrls: false, rolinherit: true, rolcanlogin: false },
      { rolsuper: false, rolbypassrls: false, rolinherit: false, rolcanlogin: true },
    ])
    expect(
      await query(
        server,
        "select pg_get_userbyid(datdba) as owner from pg_database where datname = 'caseloom'",
      ),
    ).toEqual([{ owner: 'caseloom_owner' }])
  })

  it('has the acknowledged row after kill -9 of the server and an immediate restart', async () => {
    const first = await start()
    await query(first, 'create table saved (i int)')
    await query(first, 'insert into saved values (42)')
    sendSignal(first.process.pid, 'SIGKILL')
    await waitForExit(first.process, 5_000)
    const second = await start()
    expect(await query(second, 'select i from saved')).toEqual([{ i: 42 }])
  })

  it('is replaced when a killed launch left it running with a transaction open', async () => {
    const first = await start()
    const client = new Client({ connectionString: first.url('postgres', 'postgres') })
    client.on('error', () => undefined)
    await client.connect()
    await client.query('create table seen (i int)')
    await client.query('begin; insert into seen values (1)')
    const second = await start()
    expect(isRunning(first.process)).toBe(false)
    expect(await query(second, 'select count(*)::int as n from seen')).toEqual([{ n: 0 }])
    await client.end().catch(() => undefined)
  })

  it('starts when the lock file names a process that is not PostgreSQL', async () => {
    await (await start()).stop()
    const foreign = identify(process.pid)
    writeFileSync(
      join(dataDir, 'postgres/postmaster.pid'),
      `${foreign?.pid}\n${dataDir}/postgres\n1\n5432\n\n\n`,
    )
    const server = await start()
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('refuses files of another major version with the way out', async () => {
    await (await start()).stop()
    writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '17\n')
    const error = await refusal(startPostgres({ dataDir }))
    expect(error.message).toContain('created by PostgreSQL 17, but this release includes PostgreSQL 18')
    expect(error.next).toContain('caseloom backup')
  })

  it('refuses a folder that holds no database, and leaves it alone', async () => {
    mkdirSync(join(dataDir, 'postgres'), { recursive: true, mode: 0o711 })
    writeFileSync(join(dataDir, 'postgres/letter.txt'), 'dear diary')
    const error = await refusal(startPostgres({ dataDir }))
    expect(error.message).toContain('doesn’t contain a database')
    expect(readFileSync(join(dataDir, 'postgres/letter.txt'), 'utf8')).toBe('dear diary')
  })

  it('says so when a file with this name exists of the data folder', async () => {
    writeFileSync(join(folder, 'file'), '')
    const error = await refusal(startPostgres({ dataDir: join(folder, 'file', 'data') }))
    expect(error.message).toContain('a file with this name exists')
  })

  it('quotes its log when it fails once it writes there', async () => {
    await (await start()).stop()
    const wal = join(dataDir, 'postgres/pg_wal')
    for (const name of readdirSync(wal)) if (/^[0-9A-F]{24}$/.test(name)) rmSync(join(wal, name))
    const error = await refusal(start())
    expect(error.message).toMatch(/The database didn’t start: .*checkpoint record/)
  })

  it('says which setting the server did not take', async () => {
    const error = await refusal(start({ settings: { shared_buffers: 'plenty' } }))
    expect(error.message).toMatch(/The database didn’t start: .*shared_buffers/)
  })
})

describe.runIf(isRoot)('the embedded PostgreSQL started by root', () => {
  it('runs as another user, who owns the database files only', async () => {
    const server = await start()
    const { uid } = statSync(join(dataDir, 'postgres'))
    expect(uid).not.toBe(0)
    expect(readFileSync(`/proc/${server.process.pid}/status`, 'utf8')).toMatch(
      new RegExp(`^Uid:\\s+${uid}\\s`, 'm'),
    )
    expect(statSync(dataDir).uid).toBe(0)
  })

  it('runs as the user PG_RUN_AS names, and refuses root and strangers', async () => {
    expect(chooseRunAs(join(dataDir, 'postgres'), 'nobody')?.uid).toBeGreaterThan(0)
    for (const name of ['root', 'no-such-user', '-u']) {
      expect(() => chooseRunAs(join(dataDir, 'postgres'), name)).toThrow('PG_RUN_AS')
    }
  })

  it('copies its programs once when they lie in a folder closed to that user', () => {
    const closed = join(folder, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    mkdirSync(dataDir, { mode: 0o711 })
    const runAs = chooseRunAs(join(dataDir, 'postgres'), 'nobody')
    const installed = findPostgresBinaries(dataDir, runAs)
    const packageDir = join(closed, 'package')
    cpSync(join(installed.postgres, '../../..'), packageDir, { recursive: true, verbatimSymlinks: true })
    const copied = findPostgresBinaries(dataDir, runAs, packageDir)
    expect(copied.postgres.startsWith(join(dataDir, 'postgres-binaries'))).toBe(true)
    const { mtimeMs } = statSync(copied.postgres)
    expect(findPostgresBinaries(dataDir, runAs, packageDir).postgres).toBe(copied.postgres)
    expect(statSync(copied.postgres).mtimeMs).toBe(mtimeMs)
  })

  it('names the closed folder above its data', async () => {
    const closed = join(folder, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    mkdirSync(join(closed, 'data'), { mode: 0o711 })
    const error = await refusal(startPostgres({ dataDir: join(closed, 'data'), sync: false }))
    expect(error.message).toContain(`which can’t access ${closed},`)
    expect(error.next).toContain('CASELOOM_DATA')
  })

  it.runIf(canMountDisk())('says so when the disk is full, at first and later starts', async () => {
    const data = join(folder, 'disk', 'data')
    await withSmallDisk(join(folder, 'disk'), '12m', async (disk) => {
      const first = await refusal(startPostgres({ dataDir: data }))
      expect(first.message).toContain('The disk is full')
      expect(existsSync(join(data, 'postgres'))).toBe(false)
      disk.resize('200m')
      await (await startPostgres({ dataDir: data })).stop()
      disk.fill()
      const later = await refusal(startPostgres({ dataDir: data }))
      expect(later.message).toContain('The disk is full')
      disk.empty()
      await (await startPostgres({ dataDir: data })).stop()
    })
  })
})
