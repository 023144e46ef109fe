import { expect, it } from 'vitest'
import { outsiderMail } from './ask-texts.rules.ts'

const ask = { title: 'Was this you?', link: 'https://soc.example.org/asks/t', zone: 'Europe/Berlin' }

it('the mail to someone without an account names the zone of its deadline, which is the tenant’s', () => {
  const until = new Date('2026-07-01T22:30:00Z')
  expect(outsiderMail({ ...ask, until }).text).toContain(
    'can be used once, until 2 Jul 2026, 00:30 (Europe/Berlin).',
  )
})

it('a form without a deadline names none', () => {
  expect(outsiderMail({ ...ask, until: null }).text).toContain('can be used once. If you')
})
