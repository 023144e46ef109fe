import type { ConnectorFixtures } from '../kit/conformance-run.ts'

const account = {
  id: '00u1',
  status: 'ACTIVE',
  lastLogin: null,
  profile: { login: 'ana@example.org', email: 'ana@example.org', firstName: 'Ana', lastName: 'Example' },
}
const user = 'ana@example.org'
const at = '/users/ana%40example.org'

export const fixtures: ConnectorFixtures = {
  settings: { domain: 'example.okta.com' },
  actions: {
    'okta.getUser': { input: { user }, sends: `GET ${at}`, answers: account, output: { status: 'ACTIVE' } },
    'okta.searchUsers': {
      input: { search: 'status eq "ACTIVE"' },
      sends: 'GET /users?search=status%20eq%20%22ACTIVE%22&limit=200',
      answers: [account],
      output: { items: [{ id: '00u1' }], more: false },
    },
    'okta.suspendUser': { input: { user }, sends: `POST ${at}/lifecycle/suspend`, answers: {} },
    'okta.unsuspendUser': { input: { user }, sends: `POST ${at}/lifecycle/unsuspend`, answers: {} },
    'okta.unlockUser': { input: { user }, sends: `POST ${at}/lifecycle/unlock`, answers: {} },
    'okta.endSessions': { input: { user }, sends: `DELETE ${at}/sessions?oauthTokens=true`, answers: null },
    'okta.expirePassword': {
      input: { user },
      sends: `POST ${at}/lifecycle/expire_password`,
      answers: { ...account, status: 'PASSWORD_EXPIRED' },
      output: { status: 'PASSWORD_EXPIRED' },
    },
    'okta.resetFactors': { input: { user }, sends: `POST ${at}/lifecycle/reset_factors`, answers: {} },
    'okta.listGroups': {
      input: { user },
      sends: `GET ${at}/groups`,
      answers: [{ id: '00g1', profile: { name: 'Desk' } }],
      output: [{ profile: { name: 'Desk' } }],
    },
    'okta.addToGroup': {
      input: { group: '00g1', user: '00u1' },
      sends: 'PUT /groups/00g1/users/00u1',
      answers: null,
    },
    'okta.removeFromGroup': {
      input: { group: '00g1', user: '00u1' },
      sends: 'DELETE /groups/00g1/users/00u1',
      answers: null,
    },
    'okta.systemLog': {
      input: { filter: 'eventType eq "user.session.start"', since: '2026-11-20T00:00:00Z' },
      sends:
        'GET /logs?filter=eventType%20eq%20%22user.session.start%22&since=2026-11-20T00:00:00Z&limit=200',
      answers: [
        {
          uuid: 'e1',
          published: '2026-11-20T16:10:00Z',
          eventType: 'user.session.start',
          displayMessage: 'User login to Okta',
          severity: 'INFO',
        },
      ],
      output: { items: [{ severity: 'INFO' }] },
    },
  },
}
