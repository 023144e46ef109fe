import { manifest } from '../kit/manifest.ts'
import { FLAG, input, items, LIMIT, MAYBE, part, TEXT, text } from './schema.ts'

const errors = { message: ['error.message'] }
const user = text('User', 'Object ID or user principal name, such as ana@example.org')
const account = part({
  id: TEXT,
  displayName: MAYBE,
  userPrincipalName: TEXT,
  mail: MAYBE,
  accountEnabled: FLAG,
  department: MAYBE,
  jobTitle: MAYBE,
})
const NOTHING = { type: ['object', 'null'] }
const SHOWN = 'id,displayName,userPrincipalName,mail,accountEnabled,department,jobTitle'
const nextPage = { kind: 'link' as const, items: 'value', from: '@odata.nextLink', limit: 'limit' }
const group = text('Group', 'Object ID')

/** Microsoft Entra ID, by Microsoft Graph. */
export const entra = manifest({
  key: 'entra',
  title: 'Microsoft Entra ID',
  description: 'Looks up users, groups, and sign-ins, blocks users, and ends sessions.',
  vendor: 'Microsoft',
  categories: ['identity'],
  icon: 'brand-windows',
  version: '1.0.0',
  docs: 'https://learn.microsoft.com/graph/api/overview',
  settings: input(
    { tenantId: text('Directory (tenant) ID', 'Your Entra tenant ID', { pattern: '^[A-Za-z0-9.-]+$' }) },
    ['tenantId'],
  ),
  base: 'https://graph.microsoft.com/v1.0',
  auth: [
    {
      kind: 'oauth2ClientCredentials',
      tokenUrl: 'https://login.microsoftonline.com/{settings.tenantId}/oauth2/v2.0/token',
      scopes: ['https://graph.microsoft.com/.default'],
      hint: 'An app registration with application permissions such as User.ReadWrite.All, AuditLog.Read.All, IdentityRiskyUser.ReadWrite.All',
    },
  ],
  test: { method: 'GET', path: '/users', query: { $top: '1', $select: 'id' } },
  actions: [
    {
      name: 'entra.getUser',
      title: 'Get a user',
      input: input({ user }, ['user']),
      request: { method: 'GET', path: '/users/{user}', query: { $select: SHOWN } },
      response: { output: account, errors },
    },
    {
      name: 'entra.listUsers',
      title: 'Search users',
      input: input({ filter: text('Filter', "For example startswith(displayName,'Ana')"), limit: LIMIT }),
      request: { method: 'GET', path: '/users', query: { $filter: '{filter}', $select: SHOWN, $top: '100' } },
      response: { paging: nextPage, output: items(account), errors },
    },
    {
      name: 'entra.disableUser',
      title: 'Block a user',
      description: 'The user can’t sign in anymore. To end open sessions, use “End all sessions”.',
      input: input({ user }, ['user']),
      request: { method: 'PATCH', path: '/users/{user}', body: { value: { accountEnabled: false } } },
      response: { output: NOTHING, errors },
      idempotent: true,
    },
    {
      name: 'entra.enableUser',
      title: 'Unblock a user',
      input: input({ user }, ['user']),
      request: { method: 'PATCH', path: '/users/{user}', body: { value: { accountEnabled: true } } },
      response: { output: NOTHING, errors },
      idempotent: true,
    },
    {
      name: 'entra.endSessions',
      title: 'End all sessions of a user',
      description: 'Revokes all refresh tokens. Apps require a new sign-in within an hour.',
      input: input({ user }, ['user']),
      request: { method: 'POST', path: '/users/{user}/revokeSignInSessions' },
      response: { output: NOTHING, errors },
      idempotent: true,
    },
    {
      name: 'entra.listGroups',
      title: 'List the groups of a user',
      input: input({ user, limit: LIMIT }, ['user']),
      request: {
        method: 'GET',
        path: '/users/{user}/memberOf',
        query: { $select: 'id,displayName', $top: '100' },
      },
      response: { paging: nextPage, output: items(part({ id: TEXT, displayName: MAYBE })), errors },
    },
    {
      name: 'entra.addToGroup',
      title: 'Add a user to a group',
      input: input({ group, user: text('User', 'Object ID') }, ['group', 'user']),
      request: {
        method: 'POST',
        path: '/groups/{group}/members/$ref',
        body: { value: { '@odata.id': 'https://graph.microsoft.com/v1.0/directoryObjects/{user}' } },
      },
      response: { output: NOTHING, errors },
    },
    {
      name: 'entra.removeFromGroup',
      title: 'Remove a user from a group',
      input: input({ group, user: text('User', 'Object ID') }, ['group', 'user']),
      request: { method: 'DELETE', path: '/groups/{group}/members/{user}/$ref' },
      response: { output: NOTHING, errors },
    },
    {
      name: 'entra.listSignIns',
      title: 'List sign-ins',
      input: input(
        { filter: text('Filter', "For example userPrincipalName eq 'ana@example.org'"), limit: LIMIT },
        ['filter'],
      ),
      request: { method: 'GET', path: '/auditLogs/signIns', query: { $filter: '{filter}', $top: '100' } },
      response: {
        paging: nextPage,
        output: items(
          part({
            id: TEXT,
            createdDateTime: TEXT,
            userPrincipalName: TEXT,
            appDisplayName: MAYBE,
            ipAddress: MAYBE,
          }),
        ),
        errors,
      },
    },
    {
      name: 'entra.getRisk',
      title: 'Get the risk of a user',
      input: input({ user: text('User', 'Object ID') }, ['user']),
      request: { method: 'GET', path: '/identityProtection/riskyUsers/{user}' },
      response: { output: part({ id: TEXT, riskLevel: TEXT, riskState: TEXT, riskDetail: MAYBE }), errors },
    },
    {
      name: 'entra.dismissRisk',
      title: 'Dismiss the risk of a user',
      input: input({ user: text('User', 'Object ID') }, ['user']),
      request: {
        method: 'POST',
        path: '/identityProtection/riskyUsers/dismiss',
        body: { value: { userIds: ['{user}'] } },
      },
      response: { output: NOTHING, errors },
      idempotent: true,
    },
  ],
})
