import { expect, it } from 'vitest'
import { invitationMail, lockedMail, resetMail } from './mail-texts.rules.ts'

const link = 'https://soc.example.org/x'
const until = new Date('2026-11-21T02:02:00Z')
const facts = { name: 'Alice', link, until }

it.each([
  [{ time_zone: 'Asia/Kathmandu', locale: null }, /until 21 Nov 2026, 07:47 \(Asia\/Kathmandu\)\./],
  [
    { time_zone: 'America/New_York', locale: 'en-US' },
    /until Nov 20, 2026, 09:02\sPM \(America\/New_York\)\./,
  ],
  [{ time_zone: null, locale: null }, /until 21 Nov 2026, 02:02 \(UTC\)\./],
])('a mail to a person with the profile %j says times as their screens do', (reader, said) => {
  expect(resetMail({ ...facts, reader }).text).toMatch(said)
  expect(lockedMail({ ...facts, reader }).text).toMatch(said)
})

it('an invitation names UTC: its receiver has no zone yet, or one that this account must not learn', () => {
  const { text } = invitationMail({ ...facts, accountName: 'SOC', inviter: 'Bob' })
  expect(text).toContain('until 21 Nov 2026, 02:02 (UTC).')
})
