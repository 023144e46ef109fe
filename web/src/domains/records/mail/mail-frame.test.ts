import type { AppView } from '@caseloom/contract/apps/apps'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { expect, it } from 'vitest'
import { cameAsMail } from './mail-files.ts'
import { mailFrame } from './mail-frame.ts'

it('a frame allows nothing but its own styles, and its texts can’t end them', () => {
  const frame = mailFrame('<p>Hi</p>', { picture: '</style>"\\', scheme: 'dark' })
  expect(frame).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`)
  expect(frame.match(/<\/style>/g)).toHaveLength(1)
  expect(frame).toContain('color-scheme:dark')
  expect(frame).toContain('<body><p>Hi</p></body>')
})

const field = (key: string, type: string) => ({ id: key, key, label: key, type, kind: type })
const app = { fields: [field('title', 'text'), field('evidence', 'attachment'), field('more', 'attachment')] }
const file = (mediaType: string, kind: string): JsonValue => ({
  id: '0198f0aa-0000-7000-8000-000000000001',
  name: 'a',
  size: 1,
  mediaType,
  sha256: 'a',
  at: '2026-11-22T22:09:00.000Z',
  by: { kind, id: null, name: 'P' },
})
const filed = file('message/rfc822', 'playbook')

it.each<[string, JsonValue[], JsonValue[], boolean]>([
  ['no files', [], [], false],
  ['one email of a playbook', [filed, file('image/png', 'user')], [], true],
  ['one email of a person', [file('message/rfc822', 'user')], [], false],
  ['another file of a playbook', [file('image/png', 'playbook')], [], false],
  ['two emails', [filed], [filed], false],
])('a record with %s came as an email: %#', (_name, evidence, more, came) => {
  // Only the fields count.
  const fields = app.fields as unknown as AppView['fields']
  expect(cameAsMail({ fields }, { fields: { title: 'T', evidence, more } })).toBe(came)
})
