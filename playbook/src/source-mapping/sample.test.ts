import { describe, expect, it } from 'vitest'
import { leavesOf } from './leaves.ts'
import { MAX_SAMPLE_BYTES, readSample } from './sample.ts'

function sampleOf(text: string) {
  const read = readSample(text)
  if (!read.ok) throw new Error(JSON.stringify(read.fault))
  return read.sample
}
const faultOf = (text: string) => {
  const read = readSample(text)
  return read.ok ? null : read.fault
}

describe('a pasted sample', () => {
  it.each([
    ['one object', '{"a": 1}', 'json', null, 1],
    ['a list', '[{"a": 1}, {"a": 2}]', 'json', [], 2],
    ['a list in an object', '{"version": "4", "alerts": [{"a": 1}]}', 'json', ['alerts'], 1],
    ['a list one level down', '{"data": {"events": [{"a": 1}, {"a": 2}]}}', 'json', ['data', 'events'], 2],
    ['details that are no events', '{"title": "x", "evidence": [{"a": 1}]}', 'json', null, 1],
    ['a list of words', '{"items": ["a", "b"]}', 'json', null, 1],
    ['JSON lines', '{"a": 1}\n{"a": 2}\n', 'jsonLines', [], 2],
    ['CEF', 'CEF:0|A|B|1|2|n|5|src=192.0.2.7 x=1', 'cef', null, 1],
    ['pairs in two lines', 'a=1 b=2\na=3 b=4', 'keyValue', null, 2],
    ['syslog', '<13>Nov 23 03:18:02 h app: hello', 'syslog', null, 1],
  ])('%s is read', (_what, text, ...expected) => {
    const sample = sampleOf(text)
    expect([sample.format, sample.list, sample.events.length]).toEqual(expected)
  })

  it.each([
    ['nothing', ' \n ', { code: 'empty', line: 1 }],
    ['words', 'this is\nnothing', { code: 'unknown', line: 1 }],
    ['words after pairs', 'a=1 b=2\nnonsense\na=1 b=2', { code: 'unknown', line: 2 }],
    ['a missing colon', '{"a": 1,\n "b" 2}', { code: 'json', line: 2 }],
    ['a cut-off object', '{"a": 1,\n "b": {\n', { code: 'json', line: 2 }],
    ['a word that is no value', '{\n"a":\n\n tru}', { code: 'json', line: 4 }],
    ['a line break in a text', '{"a": 1,\n\n"b": "x\ny"}', { code: 'json', line: 3 }],
    ['two values', '{"a": 1}\n]', { code: 'json', line: 2 }],
    ['a comma too many', '[1,\n2,\n]', { code: 'json', line: 3 }],
    ['a bad line of JSON lines', '{"a": 1}\n{"a": 2}\n{"a": }', { code: 'json', line: 3 }],
    ['a line without fields', '{"a": 1}\n[]', { code: 'no_fields', line: 2 }],
    ['a list of numbers', '[1, 2]', { code: 'no_fields', line: 1 }],
    ['an empty object', '{}', { code: 'no_fields', line: 1 }],
    ['more than 5 MB', `{"a": "${'x'.repeat(MAX_SAMPLE_BYTES)}"}`, { code: 'too_large', line: 1 }],
    [
      'more than 5 MB in bytes',
      `{"a": "${'é'.repeat(MAX_SAMPLE_BYTES / 2)}"}`,
      { code: 'too_large', line: 1 },
    ],
  ])('%s is refused', (_what, text, fault) => {
    expect(faultOf(text)).toEqual(fault)
  })

  it('of almost 5 MB is read, and its fault is found in the last line', () => {
    const events = Array.from({ length: 40_000 }, (_none, at) => ({ id: at, text: 'x'.repeat(90) }))
    const text = JSON.stringify(events, null, 0).replaceAll('},{', '},\n{')
    expect(sampleOf(text).events).toHaveLength(200)
    expect(faultOf(`${text.slice(0, -1)},]`)).toEqual({ code: 'json', line: 40_000 })
    expect(faultOf('['.repeat(100_000))).toEqual({ code: 'json', line: 1 })
  })
})

describe('the values of an event', () => {
  it('have paths that expressions can name, and shapes', () => {
    const event = {
      a: { 'b-c': 1, and: true },
      list: ['x', 'y'],
      hosts: [{ ip: '192.0.2.7' }, { ip: '2001:db8::1' }],
      empty: '',
      none: null,
      '`': 1,
    }
    expect(leavesOf(event).map(({ path, shape }) => [path, shape])).toEqual([
      ['a.`b-c`', 'number'],
      ['a.`and`', 'truth'],
      ['list', 'word'],
      ['hosts[0].ip', 'ip'],
      ['hosts[1].ip', 'ip'],
    ])
  })

  it('are bounded in number and in depth', () => {
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_none, at) => [`k${at}`, at]))
    expect(leavesOf(wide)).toHaveLength(600)
    const deep = JSON.parse(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`)
    expect(leavesOf(deep)).toEqual([])
  })

  it.each([
    ['203.0.113.47', 'ip'],
    ['2001:db8::1', 'ip'],
    ['d41d8cd98f00b204e9800998ecf8427e', 'hash'],
    ['https://example.com/x', 'url'],
    ['ana@example.com', 'email'],
    ['lap-0142.example.com', 'domain'],
    ['EXAMPLE\\svc-backup', 'account'],
    ['00:00:5e:00:53:01', 'mac'],
    ['2026-11-23T03:18:02Z', 'time'],
    ['2026-11-23T03:18:02.123+0000', 'time'],
    ['2026-11-23 03:18:02', 'localTime'],
    [1795403882, 'epochSeconds'],
    ['1795403882.5', 'epochSeconds'],
    [1795403882000, 'epochMillis'],
    ['T1059.001', 'technique'],
    ['5f3a9c77-0d3e-4f57-8c3a-9b1c2d3e4f50', 'id'],
    ['ldt:0b71c4e2:77120', 'id'],
    ['73', 'number'],
    [true, 'truth'],
    ['Encoded PowerShell', 'words'],
    ['High', 'word'],
    ['update.exe', 'word'],
  ])('%s is of the shape %s', (value, shape) => {
    expect(leavesOf({ value })[0]?.shape).toBe(shape)
  })
})
