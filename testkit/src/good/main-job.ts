import { codeOrElse } from '@caseloom/server/domains/installer/install.store'
import { APP, PLAYBOOK } from '../contract-world.ts'
import { INSTALL_CODE } from '../install-fixture.ts'
import type { Area } from './types.ts'

/** Sign-in, apps, records, playbooks, hooks: the first of all areas. */
export const mainJob: Area = {
  good: {
    login: () => ({ body: { email: 'alice@example.test', password: 'kettle orbit mango 7' } }),
    enterTenant: ({ accountId, tenantId }) => ({ body: { accountId, tenantId } }),
    install: () => ({
      body: {
        accountName: 'A',
        tenantName: 'T',
        name: 'N',
        email: 'n@example.test',
        password: 'kettle orbit mango 7',
        code: INSTALL_CODE,
      },
    }),
    createApp: () => ({ body: { ...APP, key: 'other', acronym: 'OTH' } }),
    updateApp: () => {
      const { key: _key, acronym: _acronym, ...rest } = APP
      return { body: { ...rest, revision: 1 } }
    },
    tryFieldChange: () => ({ body: { field: { key: 'title', label: 'Title', type: 'number' } } }),
    searchRecords: () => ({
      body: { filter: { field: 'title', op: 'contains', value: 'Thing' }, count: 'exact' },
    }),
    createRecord: () => ({ body: { fields: { title: 'New' } } }),
    upsertRecord: () => ({ body: { match: { ref: 'R-1' }, set: { title: 'Upserted' } } }),
    updateRecord: () => ({ body: { version: 1, fields: { level: 'high' } } }),
    createPlaybook: () => ({ body: { document: { ...PLAYBOOK, playbook: 'another' } } }),
    savePlaybookDraft: () => ({ body: { revision: 1, document: PLAYBOOK } }),
    publishPlaybook: () => ({ body: { revision: 1 } }),
    stepValue: () => ({ query: 'path=twice&side=output' }),
    repeatFailures: ({ playbookId }) => ({ body: { playbookId, errorCode: 'http.timeout' } }),
    getRunStep: () => ({ query: 'path=twice' }),
    countRuns: ({ recordId }) => ({ query: `recordId=${recordId}` }),
    countHistory: () => ({ query: 'clock=recorded' }),
    hook: () => ({ body: { n: 4 } }),
    hookHandshake: () => ({ query: 'hub.mode=subscribe&hub.verify_token=any&hub.challenge=42' }),
  },
  otherStatus: {
    // Alice's revisions have moved on when these run: the conflict is the right answer.
    savePlaybookDraft: [200, 409],
    publishPlaybook: [200, 409],
    updateApp: [200, 409],
    // The run of the world ends before anyone can stop it.
    cancelRun: [409],
  },
  usedUp: ['deleteRecord'],
  async prepare({ web }) {
    await web.product.platform.system.tx((tx) => codeOrElse(tx, INSTALL_CODE))
    return { revision: '1' }
  },
}
