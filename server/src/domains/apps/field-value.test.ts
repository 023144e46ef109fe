import { FieldInput, type Field } from '@caseloom/contract/field-types/fields'
import { FieldId } from '@caseloom/contract/kernel/ids'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { codePoint } from '@caseloom/testkit/code-points'
import { runs } from '@caseloom/testkit/runs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readValue } from './definition/field-value.rules.ts'
import { ipSortKey } from '../../field-types/text-format.ts'

function aField(input: object): Field {
  const id = FieldId.parse('0190a000-0000-7000-8000-000000000001')
  return { ...FieldInput.parse({ key: 'f', label: 'F', ...input }), id }
}
const email = aField({ type: 'text', format: 'email' })
const ip = aField({ type: 'text', format: 'ip' })
const telephone = aField({ type: 'text', format: 'telephone' })
const hash = aField({ type: 'text', format: 'hash' })
const date = aField({ type: 'date' })
const time = aField({ type: 'time' })
const duration = aField({ type: 'duration' })
const texts = aField({ type: 'list', minItems: 2, maxItems: 3 })
const numbers = aField({ type: 'list', of: 'number' })
const group = aField({ type: 'group' })
const groups = aField({ type: 'group', multiple: true })
const ID = '0190a000-0000-7000-8000-00000000000a'
const MD5 = 'D41D8CD98F00B204E9800998ECF8427E'

describe('values of a field', () => {
  it.each([
    [email, ' Ana.Moreno@Example.COM ', 'ana.moreno@example.com'],
    [email, 'mailto:ana[@]example[.]com', 'ana@example.com'],
    [ip, '10.1.2.3', '10.1.2.3'],
    [ip, '10.1.2[.]3', '10.1.2.3'],
    [ip, '10.1.2.3/8', '10.0.0.0/8'],
    [ip, '0.0.0.0/0', '0.0.0.0/0'],
    [ip, '10.1.2.3/32', '10.1.2.3'],
    [ip, '2001:0DB8:0:0:0:0:0:1', '2001:db8::1'],
    [ip, '2001:db8::1/48', '2001:db8::/48'],
    [ip, '::', '::'],
    [ip, '::1/128', '::1'],
    [ip, '::ffff:192.0.2.1', '::ffff:c000:201'],
    [ip, '1:0:0:2:0:0:0:3', '1:0:0:2::3'],
    [telephone, '+49 (0)30 / 123-45 67', '+49301234567'],
    [telephone, '0049 30 1234567', '+49301234567'],
    [telephone, '110', '110'],
    [hash, ` ${MD5} `, MD5.toLowerCase()],
    [hash, 'a'.repeat(40), 'a'.repeat(40)],
    [hash, 'F'.repeat(128), 'f'.repeat(128)],
    [date, '2024-02-29', '2024-02-29'],
    [date, '0001-01-01', '0001-01-01'],
    [time, '14:05', '14:05:00'],
    [time, '23:59:59', '23:59:59'],
    [duration, 25_320, 25_320],
    [duration, '25320', 25_320],
    [duration, 'PT7H2M', 25_320],
    [duration, '7h 02m', 25_320],
    [duration, '07:02', 25_320],
    [duration, 'P1W', 604_800],
    [duration, 0, 0],
    [texts, [' a ', 'b', 'a'], ['a', 'b']],
    [texts, [], null],
    [numbers, ['1.50', 1.5, '12345678901234567890'], [1.5, '12345678901234567890']],
    [group, `{${ID.toUpperCase()}}`, ID],
    [groups, [ID, ID], [ID]],
    [email, '', null],
    [date, '', null],
  ] as [Field, JsonValue, JsonValue][])('%#: are retained in one form', (field, raw, value) => {
    expect(readValue(field, raw)).toEqual({ value })
    if (value !== null) expect(readValue(field, value), 'and that form is itself').toEqual({ value })
  })

  it.each([
    [email, 'ana@', ['invalid_email']],
    [email, 7, ['invalid_type']],
    [email, `${'a'.repeat(300)}@example.com`, ['invalid_email']],
    [aField({ type: 'text', format: 'email', maxLength: 3 }), 'nobody', ['too_long', 'invalid_email']],
    [ip, '256.1.1.1', ['invalid_ip']],
    [ip, '010.1.1.1', ['invalid_ip']],
    [ip, '10.1.1.1/33', ['invalid_ip']],
    [ip, '10.1.1.1/8/8', ['invalid_ip']],
    [ip, 'fe80::1%eth0', ['invalid_ip']],
    [ip, '1::2::3', ['invalid_ip']],
    [ip, '1.2.3', ['invalid_ip']],
    [ip, '10.0.0.1\u0000', ['invalid_ip']],
    [telephone, '+49 30 CALL', ['invalid_telephone']],
    [telephone, '+1234567890123456', ['invalid_telephone']],
    [telephone, '١٢٣٤٥', ['invalid_telephone']],
    [hash, 'a'.repeat(41), ['invalid_hash']],
    [hash, 'z'.repeat(32), ['invalid_hash']],
    [date, '2023-02-29', ['invalid_date']],
    [date, '0000-01-01', ['invalid_date']],
    [date, '2026-11-21T00:00:00Z', ['invalid_date']],
    [time, '24:00', ['invalid_time']],
    [time, '1:05', ['invalid_time']],
    [duration, -1, ['invalid_duration']],
    [duration, 1.5, ['invalid_duration']],
    [duration, 1e300, ['invalid_duration']],
    [duration, 'P1M', ['invalid_duration']],
    [duration, 'PT', ['invalid_duration']],
    [duration, 'soon', ['invalid_duration']],
    [texts, 'a', ['invalid_type']],
    [texts, ['a'], ['too_small']],
    [texts, ['a', 'b', 'c', 'd'], ['too_long']],
    [texts, ['', 1, 'x'.repeat(501), 'y'], ['required@0', 'invalid_type@1', 'too_long@2']],
    [numbers, ['1', 'many', true], ['invalid_type@1', 'invalid_type@2']],
    [group, 'me', ['invalid_guid']],
    [groups, [ID, 'x', 1], ['invalid_guid@1', 'invalid_guid@2']],
  ] as [Field, JsonValue, string[]][])('%#: with faults name each of them', (field, raw, wanted) => {
    const issues = readValue(field, raw).issues ?? []
    expect(issues.map(({ code, path }) => [code, ...path].join('@'))).toEqual(wanted)
  })

  it('any text is read or refused, and what was read once is itself', () => {
    const fields = [email, ip, telephone, hash, date, time, duration, texts, numbers]
    const unit = fc.constantFrom(...'0123456789abcf:./+-@[] ()TPHMSDé\u0000\u202e漢٣'.split(''))
    const text = fc.oneof(
      fc.string({ unit, maxLength: 30 }),
      fc.ipV4Extended(),
      fc.ipV6(),
      fc.emailAddress(),
      fc.string({ unit: codePoint }),
    )
    fc.assert(
      fc.property(fc.constantFrom(...fields), text, (field, raw) => {
        const { value } = readValue(field, field.type === 'list' ? [raw, 'x', 'y'] : raw)
        if (value !== undefined && value !== null) expect(readValue(field, value)).toEqual({ value })
      }),
      { numRuns: runs(400) },
    )
  })

  it('addresses sort by number, IPv4 first, a network before what is in it', () => {
    const order = [
      '9.0.0.1',
      '10.0.0.0/8',
      '10.0.0.0/16',
      '10.0.0.0',
      '10.0.0.2',
      '10.0.0.10',
      '::',
      '2001:db8::1',
    ]
    const keys = order.map((address) => ipSortKey(address) ?? '')
    expect([...keys].sort()).toEqual(keys)
  })
})
