import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const repository = fileURLToPath(new URL('../..', import.meta.url))
let root = ''

/** A copy of the sources whose packages find each other in the copy. */
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'caseloom-contributor-'))
  const list = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: repository,
    encoding: 'utf8',
  })
  for (const path of list.split('\n').filter((one) => one !== '' && existsSync(join(repository, one)))) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    cpSync(join(repository, path), join(root, path))
  }
  linkAll(join(repository, 'node_modules'), join(root, 'node_modules'), ['@caseloom'])
  mkdirSync(join(root, 'node_modules/@caseloom'))
  for (const name of readdirSync(join(repository, 'node_modules/@caseloom')))
    symlinkSync(join(root, name), join(root, 'node_modules/@caseloom', name))
  for (const name of readdirSync(root)) {
    const own = join(repository, name, 'node_modules')
    if (existsSync(own)) linkAll(own, join(root, name, 'node_modules'), [])
  }
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

function linkAll(from: string, to: string, except: readonly string[]): void {
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from))
    if (!except.includes(name) && name !== '.cache') symlinkSync(join(from, name), join(to, name))
}

function run(command: string, args: string[]): { status: number | null; text: string } {
  const env = {
    ...process.env,
    PATH: `${join(repository, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
  }
  const done = spawnSync(join(repository, 'node_modules/.bin', command), args, {
    cwd: root,
    env,
    encoding: 'utf8',
  })
  return { status: done.status, text: `${done.stdout}${done.stderr}` }
}

const scaffold = (...args: string[]) => run('node', ['tools/scaffold/main.ts', ...args])
const types = (name: string) => run('tsc', ['--noEmit', '-p', `${name}/tsconfig.json`]).text.trim()
const failures = (...args: string[]) => {
  const { status, text } = run('vitest', ['run', '--retry=0', '--reporter=tap-flat', ...args])
  const failed = text.split('\n').flatMap((line) => /^not ok \d+ - (.*?)(?: # .*)?$/.exec(line)?.[1] ?? [])
  return { status, failed }
}

describe('what the pages for contributors say, done', () => {
  it('a connector has its types right, and exactly its sample fails until it is filled', () => {
    expect(scaffold('connector', 'acme', 'Acme Desk')).toMatchObject({ status: 0 })
    expect(types('connectors')).toBe('')
    const { status, failed } = failures('--project', 'unit', 'testkit/src/ready-connectors.test.ts')
    expect(status).toBe(1)
    expect(failed).not.toEqual([])
    expect(failed.filter((title) => !title.includes('Acme Desk'))).toEqual([])
  })

  it('an action has its types right, and exactly its success fails until it is written', () => {
    expect(scaffold('action', 'record.archive', 'Archive a record')).toMatchObject({ status: 0 })
    expect([types('playbook'), types('server')]).toEqual(['', ''])
    const { failed } = failures(
      '--project',
      'unit',
      'server/src/domains/automation/actions/archive-record.test.ts',
    )
    expect(failed).toEqual([expect.stringContaining('archive a record: the step succeeds')])
  })

  it('a page has its types right, and fails until it says what to do while it is empty', () => {
    expect(scaffold('page', 'records', 'tags')).toMatchObject({ status: 0 })
    expect(types('web')).toBe('')
    const { failed } = failures('--project', 'unit-web', 'web/src/domains/records/tags')
    expect(failed).toEqual([expect.stringContaining('says what to do while it is empty')])
  })

  it('all of it passes the format, the linter, the arrows, and the rules of the repository', () => {
    expect(
      run('biome', ['format', '--vcs-enabled=false', 'playbook/src', 'connectors/src', 'web/src/routes.tsx'])
        .status,
    ).toBe(0)
    expect(
      run('oxlint', ['--deny-warnings', 'connectors/src', 'playbook/src', 'web/src/domains/records/tags']),
    ).toMatchObject({
      status: 0,
    })
    expect(run('node', ['tools/arrows/main.ts'])).toMatchObject({ status: 0 })
  })
})
