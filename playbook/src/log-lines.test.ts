import { describe, expect, it } from 'vitest'
import { createBudget } from './budget.ts'
import { compileExpression } from './expression.ts'
import { parseLogLine } from './log-lines.ts'

describe('a line of a log', () => {
  it.each([
    [
      'CEF:0|Acme|Wall|2.1|100|Port \\| scan|8|src=203.0.113.47 dst=192.0.2.7 msg=Many ports\\=seen rt=1795403882000',
      'cef',
      {
        deviceVendor: 'Acme',
        deviceProduct: 'Wall',
        deviceVersion: '2.1',
        signatureId: '100',
        name: 'Port | scan',
        severity: '8',
        src: '203.0.113.47',
        dst: '192.0.2.7',
        msg: 'Many ports=seen',
        rt: '1795403882000',
      },
    ],
    [
      '<134>Nov 23 03:18:02 fw-1 CEF:0|Acme|Wall|2.1|100|Scan|8|suser=ana cs1Label=Rule cs1=Port scan',
      'cef',
      {
        timestamp: 'Nov 23 03:18:02',
        host: 'fw-1',
        deviceVendor: 'Acme',
        deviceProduct: 'Wall',
        deviceVersion: '2.1',
        signatureId: '100',
        name: 'Scan',
        severity: '8',
        suser: 'ana',
        cs1Label: 'Rule',
        cs1: 'Port scan',
      },
    ],
    [
      'LEEF:1.0|Acme|Mail|1.0|malware|src=203.0.113.47\tusrName=ana\tsev=9',
      'leef',
      {
        deviceVendor: 'Acme',
        deviceProduct: 'Mail',
        deviceVersion: '1.0',
        eventId: 'malware',
        src: '203.0.113.47',
        usrName: 'ana',
        sev: '9',
      },
    ],
    [
      'LEEF:2.0|Acme|Mail|1.0|malware|x5E|src=203.0.113.47^usrName=ana b',
      'leef',
      {
        deviceVendor: 'Acme',
        deviceProduct: 'Mail',
        deviceVersion: '1.0',
        eventId: 'malware',
        src: '203.0.113.47',
        usrName: 'ana b',
      },
    ],
    [
      '<165>1 2026-11-23T03:18:02.003Z host.example.com app 8710 ID47 [ex@32473 user="a\\"b" ip="192.0.2.7"] Sign-in failed',
      'syslog',
      {
        facility: 20,
        severity: 5,
        timestamp: '2026-11-23T03:18:02.003Z',
        host: 'host.example.com',
        app: 'app',
        processId: '8710',
        messageId: 'ID47',
        data: { user: 'a"b', ip: '192.0.2.7' },
        message: 'Sign-in failed',
      },
    ],
    [
      '<38>Nov  3 03:18:02 host-1 sshd[411]: Failed password for ana from 203.0.113.47',
      'syslog',
      {
        facility: 4,
        severity: 6,
        timestamp: 'Nov  3 03:18:02',
        host: 'host-1',
        app: 'sshd',
        processId: '411',
        message: 'Failed password for ana from 203.0.113.47',
      },
    ],
    [
      '<13>1 2026-11-23T03:18:02Z h a - - - {"user": "ana"}',
      'syslog',
      {
        facility: 1,
        severity: 5,
        timestamp: '2026-11-23T03:18:02Z',
        host: 'h',
        app: 'a',
        message: '{"user": "ana"}',
        data: { user: 'ana' },
      },
    ],
    [
      'date=2026-11-23 time=03:18:02 devname="wall 1" level=alert, srcip=203.0.113.47',
      'keyValue',
      { date: '2026-11-23', time: '03:18:02', devname: 'wall 1', level: 'alert', srcip: '203.0.113.47' },
    ],
  ])('%.50s… is read', (line, format, fields) => {
    expect(parseLogLine(line)).toEqual({ format, fields })
  })

  it.each([
    '',
    'hello world',
    'a=1',
    'we saw a=1 b=2 c=3',
    'CEF:0|too|few',
    'LEEF:1.0|too|few',
    '<134>nothing',
  ])('“%s” is in no format', (line) => {
    expect(parseLogLine(line)).toBeNull()
  })

  it('of 5 MB is read in linear work', () => {
    const long = `a=1 b="${'x '.repeat(2_600_000)}" c=3`
    expect(Object.keys(parseLogLine(long)?.fields ?? {})).toEqual(['a', 'b', 'c'])
    expect(parseLogLine('=" '.repeat(1_700_000))).toBeNull()
  })

  it.each([
    ['spaces', 'x '],
    ['escapes', '\\"'],
  ])('of 12 MB with a quoted value of %s is read as far as the value goes', (_of, part) => {
    const long = part.repeat(6_000_000)
    const value = part === 'x ' ? long : '"'.repeat(6_000_000)
    expect(parseLogLine(`a=1 b="${long}" c=3`)?.fields).toEqual({ a: '1', b: value, c: '3' })
    const modern = `<13>1 2026-11-23T03:18:02Z h a - - [ex@1 b="${long}" c="3"] Done`
    expect(parseLogLine(modern)?.fields).toMatchObject({ data: { b: value, c: '3' }, message: 'Done' })
  })

  it.each([
    ['an element that isn’t closed', '[ex@1 a="b" Done', {}, '[ex@1 a="b" Done'],
    ['a value that isn’t closed', '[ex@1 a="b] Done', {}, '[ex@1 a="b] Done'],
    ['two elements', '[ex@1 a="b"][ex@2 c="]"] Done', { data: { a: 'b', c: ']' } }, 'Done'],
    ['an element without parameters', '[ex@1] Done', {}, 'Done'],
    ['no elements', '- Done', {}, 'Done'],
  ])('of syslog with %s', (_of, rest, more, message) => {
    const { fields } = parseLogLine(`<13>1 2026-11-23T03:18:02Z h a - - ${rest}`) ?? {}
    expect(fields).toEqual({
      facility: 1,
      severity: 5,
      timestamp: '2026-11-23T03:18:02Z',
      host: 'h',
      app: 'a',
      ...more,
      message,
    })
  })

  it('takes a value whose quote isn’t closed up to the next space', () => {
    expect(parseLogLine('a="b c=\'d e=f')?.fields).toEqual({ a: '"b', c: "'d", e: 'f' })
  })

  it('is what expressions read, each line an object', async () => {
    const read = (text: string) =>
      compileExpression('$parseLog(text)').evaluate({ text }, { budget: createBudget(), now: 0, seed: 'a' })
    expect(await read('user=ana n=1\n\nuser=bob n=2\n')).toEqual([
      { user: 'ana', n: '1' },
      { user: 'bob', n: '2' },
    ])
    await expect(read('user=ana n=1\nnonsense')).rejects.toThrow(
      '$parseLog can’t read line 2 as CEF, LEEF, syslog, or key=value',
    )
  })
})
