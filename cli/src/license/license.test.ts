import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COMMANDS } from '../commands.ts'
import { run } from '../run.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'caseloom-cli-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the program; answers what it printed. */
async function caseloom(args: string[], env: Record<string, string> = {}) {
  const [out, err]: [string[], string[]] = [[], []]
  const code = await run(COMMANDS, args, {
    line: (text) => void out.push(text),
    error: (text) => void err.push(text),
    env,
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}
const at = (name: string) => join(folder, name)
const key = () => at('keys/license-private.pem')
const trusting = () => ({ CASELOOM_LICENSE_KEYS: at('keys/license-public.pem') })
const issue = (...more: string[]) =>
  caseloom(['license', 'issue', '--key', key(), '--to', 'Example SOC', '--id', 'own-1', ...more])

describe('caseloom license', () => {
  it('makes keys that only their owner can read, and never over others', async () => {
    const made = await caseloom(['license', 'keygen', '--out', at('keys')])
    expect(made.code).toBe(0)
    expect(made.out).toContain(`CASELOOM_LICENSE_KEYS=${at('keys/license-public.pem')}`)
    expect(statSync(key()).mode & 0o777).toBe(0o600)
    const again = await caseloom(['license', 'keygen', '--out', at('keys')])
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('already exists')])
  })

  it('issues a license that it then knows and that holds now', async () => {
    const until = new Date(Date.now() + 86_400_000).toISOString()
    const limits = ['--limit', 'tenants=10', '--limit', 'users=250']
    const issued = await issue('--from', '2026-01-31', '--until', until, ...limits, '--out', at('a.lic'))
    expect([issued.code, issued.err]).toEqual([0, ''])
    const shown = await caseloom(['license', 'inspect', at('a.lic')], trusting())
    expect(shown.code).toBe(0)
    expect(shown.out.split('\n')).toEqual([
      'License ID   own-1',
      'Issued to    Example SOC',
      'Valid from   2026-01-31T00:00:00.000Z',
      `Valid until  ${until}`,
      'Limits       tenants=10, users=250',
      `Signed by    ${at('keys/license-public.pem')}`,
      'Valid now    yes',
    ])
    const json = await caseloom(['license', 'inspect', '--json', at('a.lic')], trusting())
    expect(JSON.parse(json.out)).toMatchObject({ licenseId: 'own-1', valid: true, reason: null })
  })

  it('prints the license where no file is named, valid no end date', async () => {
    const { out } = await issue()
    writeFileSync(at('b.lic'), out)
    const shown = await caseloom(['license', 'inspect', at('b.lic'), '--keys', at('keys/license-public.pem')])
    expect(shown.out).toContain('Valid until  no end date')
    expect(shown.out).toContain('Limits       none')
  })

  it.each([
    ['over', ['--from', '2020-01-01', '--until', '2021-01-01'], true, 'no: it has expired'],
    ['not begun', ['--from', '2999-01-01'], true, 'no: it isn’t valid yet'],
    ['of a stranger', [], false, 'no: not signed by a known key'],
  ])('says that a license is %s, with exit code 1', async (what, args, trusted, words) => {
    const file = at(`${what}.lic`)
    await issue(...args, '--out', file)
    const shown = await caseloom(['license', 'inspect', file], trusted ? trusting() : {})
    expect([shown.code, shown.out]).toEqual([1, expect.stringContaining(`Valid now    ${words}`)])
  })

  it.each([
    [['license', 'issue'], '--id is missing'],
    [['license', 'issue', '--id', 'x', '--to', 'y', '--until', 'tomorrow'], '"tomorrow" isn’t a date'],
    [
      ['license', 'issue', '--id', 'x', '--to', 'y', '--until', '2020-01-01'],
      '--until must be later than --from',
    ],
    [['license', 'issue', '--id', 'x', '--to', 'y', '--limit', 'many'], '"many" isn’t a limit'],
    [['license', 'issue', '--colour', 'red'], '--colour'],
    [['license', 'keygen'], '--out is missing'],
    [['license', 'inspect'], 'Specify one license file'],
    [['license', 'explode'], 'Unknown command "license explode"'],
    [['fly'], 'Unknown command "fly"'],
  ])('answers %j with how it is called, and exit code 2', async (args, words) => {
    const { code, err, out } = await caseloom(args)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(words)
    expect(err).toContain('Usage: caseloom')
  })

  it.each([
    [['license', 'inspect', 'nowhere.lic'], 'couldn’t be read (ENOENT)'],
    [['license', 'issue', '--key', 'nowhere.pem', '--to', 'x', '--id', 'y'], 'couldn’t be read (ENOENT)'],
  ])('answers %j with what is missing, and exit code 1', async (args, words) => {
    const { code, err } = await caseloom(args)
    expect([code, err]).toEqual([1, expect.stringContaining(words)])
  })

  it('takes no other text for a license, and no other text for a key', async () => {
    writeFileSync(at('note.txt'), 'hello')
    const none = await caseloom(['license', 'inspect', at('note.txt')])
    expect([none.code, none.err]).toEqual([1, 'This file isn’t a license'])
    const signed = await caseloom(['license', 'issue', '--key', at('note.txt'), '--to', 'x', '--id', 'y'])
    expect([signed.code, signed.err]).toEqual([
      1,
      expect.stringContaining('must contain an Ed25519 private key'),
    ])
    const keys = await caseloom(['license', 'inspect', at('a.lic'), '--keys', at('note.txt')])
    expect([keys.code, keys.err]).toEqual([1, expect.stringContaining('must contain an Ed25519 public key')])
  })

  it('helps: with the list of commands, and with each of them', async () => {
    const list = await caseloom([])
    expect(list.code).toBe(0)
    for (const words of Object.keys(COMMANDS)) {
      expect(list.out).toContain(words)
      const help = await caseloom([...words.split(' '), '--help'])
      expect([help.code, help.err]).toEqual([0, ''])
      expect(help.out).toContain(`Usage: caseloom ${words}`)
    }
    expect((await caseloom(['license'])).out).toContain('license keygen')
  })
})
