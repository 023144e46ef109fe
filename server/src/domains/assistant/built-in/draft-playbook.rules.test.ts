import type { AppView } from '@caseloom/contract/apps/apps'
import type { ActionView } from '@caseloom/contract/automation/builder'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readPlaybookWish } from './draft-playbook.rules.ts'

const STARTER = new URL('../../installer/starter/', import.meta.url)
const apps = ['alert', 'case'].map((name) => {
  const { app } = JSON.parse(readFileSync(new URL(`${name}.app.json`, STARTER), 'utf8')) as { app: AppView } // a file of ours
  return app
})
const action = (name: string, ...required: string[]): ActionView => ({
  name,
  title: name,
  description: null,
  kind: 'effect' as ActionView['kind'],
  connector: null,
  input: { required },
  output: null,
  lazy: [],
  required: [],
  local: null,
  asset: name.startsWith('slack') ? { connector: 'slack', required: true } : null,
  timeoutMs: 60_000,
})
const actions = [
  action('slack.postMessage', 'channel', 'text'),
  action('abuseipdb.check', 'ipAddress'),
  action('notify.users', 'to', 'title'),
  action('record.create', 'app', 'set'),
  action('record.comment'),
  action('record.update'),
  action('record.search'),
  action('record.lock'),
  action('mail.send'),
  action('flow.wait'),
]
const read = (question: string) => {
  const wish = readPlaybookWish(question, { apps, actions })
  return wish === null || 'unread' in wish ? wish : wish.document
}

describe('a playbook described in words', () => {
  it.each([
    [
      'when a run fails, notify the leads',
      {
        triggers: [{ kind: 'failure' }],
        steps: [{ action: 'notify.users', with: { to: { roles: ['Lead'] } } }],
      },
    ],
    [
      'when a critical alert comes in post a slack message',
      {
        triggers: [
          {
            kind: 'record',
            with: { app: 'alert', on: ['created'] },
            when: '{% trigger.record.fields.severity = "critical" %}',
          },
        ],
        steps: [{ action: 'slack.postMessage', asset: 'slack' }],
      },
    ],
    [
      'new high alert -> slack message',
      { triggers: [{ kind: 'record' }], steps: [{ action: 'slack.postMessage' }] },
    ],
    [
      'webhook that creates a case',
      { triggers: [{ kind: 'webhook' }], steps: [{ action: 'record.create', with: { app: 'case' } }] },
    ],
    [
      'when a mail arrives, create an alert from it',
      { triggers: [{ kind: 'mail' }], steps: [{ action: 'record.create' }] },
    ],
    [
      'lock the case when it is closed',
      { triggers: [{ with: { on: ['updated'], fields: ['status'] } }], steps: [{ action: 'record.lock' }] },
    ],
    [
      'draft a playbook that checks the ip of a new alert in abuseipdb and adds a comment with the result',
      {
        triggers: [{ kind: 'record' }],
        steps: [{ action: 'abuseipdb.check' }, { action: 'record.comment' }],
      },
    ],
    [
      'every weekday at 9 send a mail',
      { triggers: [{ with: { cron: '0 9 * * 1-5' } }], steps: [{ action: 'mail.send' }] },
    ],
  ])('“%s” is drafted whole', (question, document) => {
    expect(read(question)).toMatchObject(document)
  })

  it.each([
    'when was ALR-7 detected',
    'alerts created every day',
    'what is the difference between draft and published playbook',
    'every hour do the needful with new alerts',
    'search alerts every hour',
    'if the moon is full send a mail',
  ])('“%s” is none', (question) => {
    expect(read(question)).toBeNull()
  })

  it('names the part that nothing does', () => {
    expect(read('draft a playbook that makes coffee every morning')).toEqual({ unread: 'makes coffee' })
  })
})
