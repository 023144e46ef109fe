import type { JsonObject } from '@caseloom/contract/kernel/json'
import { describe, expect, it } from 'vitest'
import { actsOf, hostOf } from './statement.rules.ts'

const acts = (...steps: JsonObject[]) =>
  actsOf({ playbook: 'p', title: 'P', steps: steps.map((step, at) => ({ key: `s${at}`, ...step })) }, [
    {
      name: 'virustotal.file',
      title: 'Look up',
      description: '',
      input: {},
      required: [],
      output: null,
      asset: { connector: 'virustotal', required: true },
      timeoutMs: 1,
    },
  ])

describe('what a playbook may do', () => {
  it('is grouped by kind, each app once', () => {
    const found = acts(
      { action: 'record.search', with: { app: 'alert' } },
      { action: 'record.get', with: { app: 'alert', id: 'x' } },
      { action: 'record.upsert', with: { app: 'case', match: { a: 1 }, set: {} } },
      { action: 'record.lock', with: { app: 'case', id: 'x' } },
      { action: 'clock.stop', with: { app: 'alert', id: 'x', field: 'f' } },
      { action: 'data.transform', with: { value: 1 } },
    )
    expect(found).toEqual([
      { kind: 'readRecords', of: ['alert'], open: false },
      { kind: 'createRecords', of: ['case'], open: false },
      { kind: 'changeRecords', of: ['alert', 'case'], open: false },
    ])
  })

  it('says where an app or a host is chosen while it runs', () => {
    const found = acts(
      { action: 'record.delete', with: { app: '{% inputs.app %}', id: 'x' } },
      { action: 'http.request', with: { url: 'https://api.example.com/x' } },
      { action: 'notify.webhook', with: { url: '{% inputs.url %}' } },
      { action: 'mail.send', with: { to: ['{% inputs.to %}'], subject: 'x' } },
      { action: 'virustotal.file', with: {}, asset: 'vt' },
    )
    expect(found).toEqual([
      { kind: 'deleteRecords', of: [], open: true },
      { kind: 'sendMail', of: [], open: false },
      { kind: 'callHosts', of: ['api.example.com'], open: true },
      { kind: 'useConnectors', of: ['virustotal'], open: false },
    ])
  })

  it('includes what blocks hold, what undoes a step, and what handles failures', () => {
    const approve = { key: 'ask', action: 'human.approve', with: { title: 'x', to: { users: ['a'] } } }
    const found = actsOf(
      {
        playbook: 'p',
        title: 'P',
        steps: [
          {
            key: 'tries',
            action: 'flow.try',
            steps: [{ key: 'a', action: 'state.set', with: { key: 'k', value: 1 } }],
            catch: [{ key: 'b', action: 'flow.call', with: { component: 'inner' } }],
            finally: [
              {
                key: 'c',
                action: 'flow.parallel',
                branches: [{ key: 'd', steps: [approve] }],
              },
            ],
          },
          {
            key: 'make',
            action: 'record.create',
            with: { app: 'alert', set: {} },
            compensate: { action: 'record.delete', with: { app: 'alert', id: 'x' } },
          },
        ],
        onError: {
          steps: [{ key: 'tell', action: 'notify.users', with: { to: { users: ['a'] }, title: 'x' } }],
        },
      },
      [],
    )
    expect(found.map(({ kind }) => kind)).toEqual([
      'createRecords',
      'deleteRecords',
      'notifyPeople',
      'askApproval',
      'keepValues',
      'runComponents',
    ])
  })
})

describe('the host of an address', () => {
  it.each([
    ['https://api.example.com/x', 'api.example.com'],
    ['https://API.Example.com:8443', 'api.example.com:8443'],
    ['https://api.example.com/{% inputs.id %}', 'api.example.com'],
    ['https://user:pass@api.example.com/', 'api.example.com'],
    ['https://api.example.com{% inputs.rest %}', null],
    ['https://{% inputs.host %}/', null],
    ['{% inputs.url %}', null],
    ['/relative', null],
    [undefined, null],
  ])('of %s is %s', (url, host) => {
    expect(hostOf(url)).toBe(host)
  })
})
