import { describe, expect, it } from 'vitest'
import { validatePlaybook } from './validate.ts'

type Doc = { [key: string]: unknown }
const inputs = { type: 'object', properties: { name: { type: 'string' } } }

function faults(trigger: Doc, more: Doc = {}): string[] {
  const triggers = [{ key: 't', ...trigger }]
  const result = validatePlaybook({ playbook: 'test', title: 'Test', triggers, ...more })
  if (result.ok) return []
  return result.issues.map(({ path, code, message }) => `${path.join('.')} [${code}] ${message}`)
}

const poll = (more: Doc = {}): Doc => ({
  kind: 'poll',
  with: {
    action: 'http.request',
    with: { url: 'http://x/?after={% cursor %}&since={% since %}' },
    items: '{% output.body.items %}',
    id: '{% item.id %}',
    cursor: '{% output.body.next & $count(items) %}',
    ...more,
  },
})
const cron = (text: string, more: Doc = {}): Doc => ({ kind: 'schedule', with: { cron: text, ...more } })

describe('triggers of every kind', () => {
  it.each<[string, Doc, Doc?]>([
    [
      'a webhook',
      {
        kind: 'webhook',
        with: { auth: 'none' },
        when: '{% trigger.body.x %}',
        dedup: '{% trigger.body.id %}',
      },
    ],
    ['a schedule', cron('0 8 * * 1-5', { timeZone: 'Europe/Berlin' })],
    ['a schedule with seconds', cron('*/30 0,15 8-18/2 * JAN MON-FRI')],
    [
      'changes of records',
      { kind: 'record', with: { app: 'alert', on: ['created', 'updated'], fields: ['state'] } },
    ],
    ['a button', { kind: 'button', with: { app: 'alert', label: 'Go' } }],
    [
      'a button that asks',
      { kind: 'button', with: { app: 'alert', label: 'Go', askInputs: true }, when: '{% inputs.name %}' },
      { inputs },
    ],
    ['a form', { kind: 'form', with: { heading: 'Report' } }, { inputs }],
    ['mail', { kind: 'mail', with: { via: 'smtp' } }],
    ['a mailbox', { kind: 'mail', with: { via: 'imap', asset: 'box', then: 'move', moveTo: 'Done' } }],
    ['a poll', poll()],
    ['failures of others', { kind: 'failure', with: { playbooks: ['other'] }, limit: { running: 5 } }],
  ])('are accepted: %s', (_, trigger, more = {}) => {
    expect(faults(trigger, more)).toEqual([])
  })

  it.each<[string, Doc, string[]]>([
    [
      'a cron line of four fields',
      cron('0 8 * *'),
      [
        'triggers.0.with.cron [bad_value] "cron" must have five fields (minute, hour, day, month, weekday), or six with seconds first, such as 0 8 * * 1-5',
      ],
    ],
    [
      'a cron line of words',
      cron('every day at eight'),
      [expect.stringContaining('[bad_value] "cron" must have')],
    ],
    [
      'a cron line with a broken range',
      cron('0 8- * * *'),
      [expect.stringContaining('[bad_value] "cron" must have')],
    ],
    [
      'a time zone that is none',
      cron('0 8 * * *', { timeZone: 'Europe/Bonn' }),
      ['triggers.0.with.timeZone [bad_value] "timeZone" must be a time zone such as Europe/Berlin or UTC'],
    ],
    [
      'fields of records that are only created',
      { kind: 'record', with: { app: 'a', on: ['created'], fields: ['x'] } },
      ['triggers.0.with.fields [not_applicable] "fields" only applies to updates: add "updated" to "on"'],
    ],
    [
      'counts of records that are only created',
      { kind: 'record', with: { app: 'a', on: ['created'], counts: [10] } },
      [
        'triggers.0.with.counts [not_applicable] "counts" only applies to folded records: add "folded" to "on"',
      ],
    ],
    [
      'a form without inputs',
      { kind: 'form', with: { heading: 'x' } },
      ['inputs [missing] The form "t" has nothing to ask: define the playbook’s inputs'],
    ],
    [
      'a button that asks for nothing',
      { kind: 'button', with: { app: 'a', label: 'Go', askInputs: true } },
      ['triggers.0.with.askInputs [missing] "askInputs" has nothing to ask: define the playbook’s inputs'],
    ],
    [
      'a mailbox that moves mails nowhere',
      { kind: 'mail', with: { via: 'imap', asset: 'box', then: 'move' } },
      ['triggers.0.with.moveTo [missing] "moveTo" is missing: name the folder that emails are moved to'],
    ],
    [
      'its own failure',
      { kind: 'failure', with: { playbooks: ['test'] } },
      ['triggers.0.with.playbooks [bad_value] A playbook can’t be started by its own failure: use onError'],
    ],
    [
      'a constant deduplication key',
      { kind: 'webhook', with: { auth: 'none' }, dedup: 'always' },
      [
        'triggers.0.dedup [bad_value] "dedup" must contain an expression: a constant would accept only one delivery',
      ],
    ],
    [
      'a condition that reads steps',
      { kind: 'mail', with: { via: 'smtp' }, when: '{% steps.a.output %}' },
      [expect.stringContaining('triggers.0.when [unknown_reference] Trigger expressions can’t read steps')],
    ],
    [
      'a condition that reads undeclared inputs',
      { kind: 'webhook', with: { auth: 'none' }, when: '{% inputs.name %}' },
      [expect.stringContaining('Unknown name "inputs"')],
    ],
    [
      'a poll of no action',
      poll({ action: 'http.requst' }),
      [expect.stringContaining('did you mean "http.request"?')],
    ],
    [
      'a poll that computes',
      poll({ action: 'data.transform', with: { value: 1 } }),
      [
        'triggers.0.with.action [not_applicable] data.transform doesn’t call another system: use an action with side effects',
      ],
    ],
    [
      'a poll whose expressions read the wrong things',
      poll({ items: '{% item %}', id: '{% output.id %}', with: { url: 'http://x/{% trigger.body %}' } }),
      [
        'triggers.0.with.with.url [unknown_reference] Unknown name "trigger"; available here: tenant, cursor, since',
        'triggers.0.with.items [unknown_reference] Unknown name "item"; available here: tenant, output, cursor',
        'triggers.0.with.id [unknown_reference] Unknown name "output"; available here: tenant, item',
      ],
    ],
    [
      'a poll without an id',
      poll({ id: 'id' }),
      [expect.stringContaining('"id" must be a single expression')],
    ],
  ])('are refused: %s', (_, trigger, expected) => {
    expect(faults(trigger)).toEqual(expected)
  })

  it('are distinguished by their keys', () => {
    const hook = { key: 't', kind: 'webhook', with: { auth: 'none' } }
    const result = validatePlaybook({ playbook: 'test', title: 'Test', triggers: [hook, hook] })
    expect(result).toMatchObject({ issues: [{ path: ['triggers', 1, 'key'], code: 'duplicate_key' }] })
  })
})
