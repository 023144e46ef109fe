import type { ConnectorFixtures } from '../kit/conformance-run.ts'

const ANA = 'ana@example.org'
const ID = '87d349ed-44d7-43e1-9a83-5f2406dee5bd'
const GROUP = '02bd9fd6-8f93-4758-87c3-1fb73740a315'
const SHOWN = '$select=id,displayName,userPrincipalName,mail,accountEnabled,department,jobTitle'
const user = {
  id: ID,
  displayName: 'Ana Example',
  userPrincipalName: ANA,
  mail: ANA,
  accountEnabled: true,
  department: null,
  jobTitle: 'Analyst',
}

export const fixtures: ConnectorFixtures = {
  settings: { tenantId: 'contoso.onmicrosoft.com' },
  actions: {
    'entra.getUser': {
      input: { user: ANA },
      sends: `GET /users/ana%40example.org?${SHOWN}`,
      answers: user,
      output: { id: ID, accountEnabled: true },
    },
    'entra.listUsers': {
      input: { filter: "startswith(displayName,'Ana')" },
      sends: `GET /users?$filter=startswith(displayName,'Ana')&$top=100&${SHOWN}`,
      answers: { value: [user] },
      output: { items: [{ id: ID }], more: false },
    },
    'entra.disableUser': {
      input: { user: ANA },
      sends: 'PATCH /users/ana%40example.org',
      body: { accountEnabled: false },
      answers: null,
    },
    'entra.enableUser': {
      input: { user: ANA },
      sends: 'PATCH /users/ana%40example.org',
      body: { accountEnabled: true },
      answers: null,
    },
    'entra.endSessions': {
      input: { user: ANA },
      sends: 'POST /users/ana%40example.org/revokeSignInSessions',
      answers: { value: true },
    },
    'entra.listGroups': {
      input: { user: ANA },
      sends: 'GET /users/ana%40example.org/memberOf?$select=id,displayName&$top=100',
      answers: { value: [{ '@odata.type': '#microsoft.graph.group', id: GROUP, displayName: 'Desk' }] },
      output: { items: [{ displayName: 'Desk' }] },
    },
    'entra.addToGroup': {
      input: { group: GROUP, user: ID },
      sends: `POST /groups/${GROUP}/members/$ref`,
      body: { '@odata.id': `https://graph.microsoft.com/v1.0/directoryObjects/${ID}` },
      answers: null,
    },
    'entra.removeFromGroup': {
      input: { group: GROUP, user: ID },
      sends: `DELETE /groups/${GROUP}/members/${ID}/$ref`,
      answers: null,
    },
    'entra.listSignIns': {
      input: { filter: `userPrincipalName eq '${ANA}'` },
      sends: `GET /auditLogs/signIns?$filter=userPrincipalName%20eq%20'ana%40example.org'&$top=100`,
      answers: {
        value: [
          {
            id: 's1',
            createdDateTime: '2026-11-20T16:10:00Z',
            userPrincipalName: ANA,
            appDisplayName: 'Mail',
            ipAddress: '198.51.100.7',
          },
        ],
      },
      output: { items: [{ ipAddress: '198.51.100.7' }] },
    },
    'entra.getRisk': {
      input: { user: ID },
      sends: `GET /identityProtection/riskyUsers/${ID}`,
      answers: { id: ID, riskLevel: 'high', riskState: 'atRisk', riskDetail: 'none' },
      output: { riskLevel: 'high' },
    },
    'entra.dismissRisk': {
      input: { user: ID },
      sends: 'POST /identityProtection/riskyUsers/dismiss',
      body: { userIds: [ID] },
      answers: null,
    },
  },
}
