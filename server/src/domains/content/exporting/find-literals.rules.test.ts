import type { Principals } from '@caseloom/contract/identity/identity'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { expect, test } from 'vitest'
import { literalsIn } from './find-literals.rules.ts'

const ID = '01a221fe-4442-76b5-a095-ade7d4e3222f'
const { users } = { users: [{ id: ID, name: 'Deniz Demir' }] } as unknown as Pick<Principals, 'users'> // made here

test.each<[string, JsonObject, string[]]>([
  [
    'a token of a service',
    { steps: [{ with: { text: `ghp_${'a'.repeat(36)}` } }] },
    ['error secret steps.0.with.text'],
  ],
  [
    'a password by its name',
    { steps: [{ with: { password: 'hunter2' } }] },
    ['error secret steps.0.with.password'],
  ],
  ['credentials in an address', { url: 'https://me:pass@example.com/' }, ['error secret url']],
  ['a private key', { text: '-----BEGIN RSA PRIVATE KEY-----' }, ['error secret text']],
  ['a password out of an expression', { with: { password: '{% inputs.password %}' } }, []],
  ['a field that is called so', { fields: { password: 'Password' } }, []],
  ['a person by ID', { value: ID }, ['error person value']],
  ['a person in an expression', { when: `{% record.owner = "${ID}" %}` }, ['error person when']],
  [
    'a person by name, where people are named',
    { from: { users: ['Deniz Demir'] } },
    ['error person from.users.0'],
  ],
  ['the same words in a text', { text: 'Deniz Demir' }, []],
  ['an email address', { to: 'soc@example.com' }, ['warning address to']],
])('finds %s', (_what, document, found) => {
  const notes = literalsIn(document, { users })
  expect(notes.map(({ severity, code, place }) => `${severity} ${code} ${place}`)).toEqual(found)
})
