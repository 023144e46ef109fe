import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { makeScratchFolder, removeScratchFolder } from '@caseloom/testkit/scratch-folder'
import { freshDatabase } from '@caseloom/testkit/test-database'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { MIGRATIONS } from './migrations.ts'
import { migrate } from './platform/database/migrate.ts'
import { chooseFree } from './platform/embedded/ports.ts'
import { createMasterKey } from './platform/secrets/master-key.ts'

const ENTRY = fileURLToPath(new URL('./main.ts', import.meta.url))

describe('a web or worker process that cannot start', { timeout: 90_000 }, () => {
  let folder: string
  let database: Awaited<ReturnType<typeof freshDatabase>>
  let settings: Record<string, string>
  beforeAll(async () => {
    folder = await makeScratchFolder()
    database = await freshDatabase('whole', async (url) => void (await migrate(url, MIGRATIONS)))
    createMasterKey(`${folder}/master.key`)
    settings = {
      CASELOOM_ROLE: 'web',
      CASELOOM_DATA: `${folder}/data`,
      CASELOOM_MASTER_KEY_FILE: `${folder}/master.key`,
      DATABASE_URL: database.url,
      RESTATE_INGRESS_URL: 'http://127.0.0.1:1',
      RESTATE_ADMIN_URL: 'http://127.0.0.1:1',
      CASELOOM_WORKER_URL: 'http://127.0.0.1:1',
      CASELOOM_WORKER_LISTEN: '127.0.0.1:0',
      LOG_LEVEL: 'silent',
      NODE_ENV: 'production',
    }
  })
  afterAll(async () => {
    await database.drop()
    removeScratchFolder(folder)
  })

  /** What it says before it ends with code 1: two lines, no stack. */
  async function refusalOf(over: Record<string, string | undefined>): Promise<string> {
    const env = {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...settings,
      ...over,
    }
    const child = spawn(process.execPath, [ENTRY], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString()
      })
    const [code]: unknown[] = await once(child, 'close')
    expect(code, said).toBe(1)
    expect(said.trimEnd().split('\n'), said).toHaveLength(2)
    expect(said).toMatch(/^.+\n→ .+\n$/)
    return said
  }

  it('names the database that is away', async () => {
    const said = await refusalOf({ DATABASE_URL: 'postgres://caseloom_app:s3cret@127.0.0.1:1/caseloom' })
    expect(said).toContain('The database at 127.0.0.1:1 isn’t responding.')
    expect(said).not.toContain('s3cret')
  })

  it('names a login that is a superuser', async () => {
    expect(await refusalOf({ DATABASE_URL: database.superuserUrl })).toContain('is a superuser')
  })

  it('names the newer version that wrote the database', async () => {
    const client = new pg.Client({ connectionString: database.superuserUrl })
    await client.connect()
    onTestFinished(async () => {
      await client.query(`delete from caseloom.migration where name = '9999-later'`)
      await client.end()
    })
    await client.query(`insert into caseloom.migration (name) values ('9999-later')`)
    const said = await refusalOf({})
    expect(said).toContain('was written by a newer version of Caseloom (it contains "9999-later")')
    expect(said).toContain('→ Start that version')
  })

  it('names the missing master key and the command that makes the first one', async () => {
    const said = await refusalOf({ CASELOOM_MASTER_KEY_FILE: `${folder}/none.key` })
    expect(said).toContain(`The master key file ${folder}/none.key is missing`)
    expect(said).toContain('npm run caseloom -- key create')
  })

  it('names the port that is taken, and the setting that chooses it', async () => {
    const port = await chooseFree()
    const blocker = createServer()
    await new Promise<void>((resolve) => blocker.listen(port, '127.0.0.1', resolve))
    onTestFinished(() => {
      blocker.close()
    })
    const taken = `127.0.0.1:${port}`
    const worker = await refusalOf({ CASELOOM_ROLE: 'worker', CASELOOM_WORKER_LISTEN: taken })
    expect(worker).toContain('set CASELOOM_WORKER_LISTEN to another address')
  })

  it('names what a worker is missing', async () => {
    const said = await refusalOf({ CASELOOM_ROLE: 'worker', CASELOOM_WORKER_LISTEN: undefined })
    expect(said).toContain('Invalid setting CASELOOM_WORKER_LISTEN: it is missing')
  })

  it.each([
    ['postgres://a:b@one,two:5432/c', 'names several hosts'],
    ['postgres://a:b@one/c?target_session_attrs=read-write', 'target_session_attrs'],
  ])('says that the database address %s is not supported', async (url, message) => {
    expect(await refusalOf({ DATABASE_URL: url })).toContain(message)
  })
})
